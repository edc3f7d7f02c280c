import NamespacedDefaults

public import NamespacedDefaultsFoundation

/// An error of an import that was refused.
///
/// Nothing was written.
public struct DefaultsImportError: Error, Sendable, Equatable {
  /// The reasons why values were refused, by their names; empty if the data as a whole cannot be read.
  public let reasons: [String: String]
  private let message: String

  static func malformed(_ reason: String) -> Self {
    Self(reasons: [:], message: "nothing was imported: \(reason)".printableMessage)
  }

  static func refused(_ reasons: [String: String]) -> Self {
    let lines = reasons.sorted { $0.key < $1.key }.map { "  \($0.key.debugDescription): \($0.value)".printableMessage }
    let message = (["nothing was imported, because of"] + lines).joined(separator: "\n")
    return Self(reasons: reasons, message: message)
  }
}

extension DefaultsImportError: CustomStringConvertible {
  /// One sentence, or a line for each refused value in the order of the names.
  public var description: String { message }
}

extension DefaultsImportError: LocalizedError {
  /// The description, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
}
