/// Why an import was refused; nothing has been written.
public enum DefaultsImportError: Error, Sendable, Equatable {
  /// The data as a whole cannot be read, for the reason given.
  case malformed(String)
  /// Some values cannot be imported: the reasons by their names.
  case refused([String: String])
}

extension DefaultsImportError: CustomStringConvertible {
  /// One sentence, or a line for each refused value, in the order of their names.
  public var description: String {
    switch self {
    case .malformed(let reason): "nothing was imported: \(reason)"
    case .refused(let reasons):
      (["nothing was imported, because of"]
        + reasons.sorted { $0.key < $1.key }.map { "  \($0.key.debugDescription): \($0.value)" })
        .joined(separator: "\n")
    }
  }
}
