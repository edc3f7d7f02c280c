// What a key takes, for people who know the program and not its source: "a whole number from 1 to 12" and not "Int".
// The words come from declarations only, never from what is stored.

/// Returns what a type takes, in words that follow "takes".
///
/// - Parameters:
///   - type: The type of the value.
///   - rule: The rule for the values, if there is one, such as `1...12`.
///   - isText: Whether an example is a whole text, as of an argument, and not JSON.
/// - Returns: The words, with an example where the form is not obvious. A type that has none of its own is called by its
///   name.
package func expectedWords(for type: Any.Type, rule: String? = nil, isText: Bool = false) -> String {
  let kind = ValueKind(type)
  let words = kind.words ?? writtenName(of: wrapped(in: type) ?? type)
  let example = kind.example(isText: isText).map { " such as \($0)" } ?? ""
  guard let rule else { return words + example + (kind.limits.map { " from \($0.min) to \($0.max)" } ?? "") }
  let bounds = rule.split(separator: "...", omittingEmptySubsequences: false)
  // Of several rules one may be a range.
  guard bounds.count == 2, !rule.contains(", ") else { return "\(words)\(example) (\(rule))" }
  return "\(words) from \(bounds[0]) to \(bounds[1])"
}

/// Returns the type that an optional wraps; `nil` for another type.
package func wrapped(in type: Any.Type) -> Any.Type? {
  if case .optional(let wrapped) = Composition(type) { wrapped } else { nil }
}

/// Returns whether a type is stored as an array, which a person may write as a list.
func isList(_ type: Any.Type) -> Bool { ValueKind(type).words == ValueKind.listWords }
