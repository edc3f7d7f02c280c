// What a key takes, for people who know the program and not its source: "a whole number from 1 to 12" and not "Int".
// The words come from declarations only, never from what is stored.

/// Returns what a type takes, in words that follow "takes".
///
/// - Parameters:
///   - type: The type of the value.
///   - rule: The rule for the values, if there is one, such as `1...12`.
/// - Returns: The words. A type that has none of its own is called by its name.
package func expectedWords(for type: Any.Type, rule: String? = nil) -> String {
  let kind = ValueKind(type)
  let words = kind.words ?? writtenName(of: wrapped(in: type) ?? type)
  guard let rule else { return words + (kind.limits.map { " from \($0.min) to \($0.max)" } ?? "") }
  let bounds = rule.split(separator: "...", omittingEmptySubsequences: false)
  // Of several rules one may be a range.
  guard bounds.count == 2, !rule.contains(", ") else { return "\(words) (\(rule))" }
  return "\(words) from \(bounds[0]) to \(bounds[1])"
}

/// Returns the type that an optional wraps; `nil` for another type.
package func wrapped(in type: Any.Type) -> Any.Type? {
  if case .optional(let wrapped) = Composition(type) { wrapped } else { nil }
}

/// Returns how a person writes a value of a type as text, as words that follow those of the type.
func writtenForm(of type: Any.Type) -> String { ValueKind(type).writtenForm }

/// Returns whether a type is stored as an array, which a person may write as a list.
func isList(_ type: Any.Type) -> Bool { ValueKind(type).words == ValueKind.listWords }
