/// Returns the name of a type as a program writes it: `String?`, and not `Optional<String>`.
package func writtenName(of type: Any.Type) -> String {
  switch Composition(type) {
  case .optional(let wrapped): "\(writtenName(of: wrapped))?"
  case .array(let element): "[\(writtenName(of: element))]"
  case .dictionary(let key, let value): "[\(writtenName(of: key)): \(writtenName(of: value))]"
  default: "\(type)"
  }
}
