import NamespacedDefaultsFoundation

extension PropertyListValue: CustomStringConvertible {
  /// The value in a form that people can read.
  ///
  /// Strings have quotation marks, and are printable. Dates are in ISO 8601 and UTC, or in seconds since 2001 if that has no exact
  /// form. Data is its size and its first bytes. The members of a dictionary are in the order of their names.
  public var description: String {
    switch self {
    case .bool(let value): value.description
    case .integer(let value): value.description
    case .unsignedInteger(let value): value.description
    case .double(let value): value.description
    case .string(let value): value.quoted
    case .date(let value): Self.text(of: value)
    case .data(let value): Self.text(of: value)
    case .array(let value): "[\(value.map(\.description).joined(separator: ", "))]"
    case .dictionary(let value) where value.isEmpty: "[:]"
    case .dictionary(let value):
      "[\(value.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)" }.joined(separator: ", "))]"
    }
  }

  private static func text(of date: Date) -> String {
    date.iso8601Text ?? "\(date.timeIntervalSinceReferenceDate) s since 2001"
  }

  private static func text(of data: Data) -> String {
    let shown = 8
    let bytes = data.prefix(shown).map { String($0, radix: 16, digits: 2) }.joined()
    let size = data.count == 1 ? "1 byte" : "\(data.count) bytes"
    return data.isEmpty ? size : "\(size) <\(bytes)\(data.count > shown ? "…" : "")>"
  }
}
