/// Returns the name of a type as a program writes it: `String?`, and not `Optional<String>`.
package func writtenName(of type: Any.Type) -> String {
  (type as? any AbbreviatedType.Type)?.abbreviation ?? "\(type)"
}

/// A type with a shorter form than its name.
private protocol AbbreviatedType {
  static var abbreviation: String { get }
}

extension Optional: AbbreviatedType {
  fileprivate static var abbreviation: String { "\(writtenName(of: Wrapped.self))?" }
}

extension Array: AbbreviatedType {
  fileprivate static var abbreviation: String { "[\(writtenName(of: Element.self))]" }
}

extension Dictionary: AbbreviatedType {
  fileprivate static var abbreviation: String { "[\(writtenName(of: Key.self)): \(writtenName(of: Value.self))]" }
}
