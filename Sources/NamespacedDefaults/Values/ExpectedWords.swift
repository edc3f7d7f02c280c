import NamespacedDefaultsFoundation

// What a key takes, for people who know the program and not its source: "a whole number from 1 to 12" and not "Int".
// The words come from declarations only, never from what is stored.

/// Returns what a type takes, in words that follow "takes".
///
/// - Parameters:
///   - type: The type of the value.
///   - rule: The rule for the values, if there is one, such as `1...12`.
/// - Returns: The words. A type that has none of its own is called by its name.
package func expectedWords(for type: Any.Type, rule: String? = nil) -> String {
  let type = (type as? any OptionalType.Type)?.wrapped ?? type
  guard let rule else { return kindWords(for: type) + limits(of: type) }
  let bounds = rule.split(separator: "...", omittingEmptySubsequences: false)
  // Of several rules one may be a range.
  guard bounds.count == 2, !rule.contains(", ") else { return "\(kindWords(for: type)) (\(rule))" }
  return "\(kindWords(for: type)) from \(bounds[0]) to \(bounds[1])"
}

/// Returns how a person writes a value of a type as text, as words that follow those of the type.
func writtenForm(of type: Any.Type) -> String {
  let type = (type as? any OptionalType.Type)?.wrapped ?? type
  return switch type {
  case is Date.Type: " such as 2026-11-23T08:00:00Z"
  case is Data.Type: " in Base64"
  case is Duration.Type: " such as 45s, 250ms or 1h30m"
  // These have a text of their own.
  case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is any RawRepresentable.Type: ""
  case is Bool.Type, is String.Type, is Decimal.Type, is URL.Type, is UUID.Type: ""
  case is any ArrayType.Type: " as a,b,c or in JSON"
  default: " in JSON"
  }
}

private func kindWords(for type: Any.Type) -> String {
  switch type {
  case is Bool.Type: "true or false"
  case is any FixedWidthInteger.Type: "a whole number"
  case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
  case is String.Type: "a text"
  case is Date.Type: "a date"
  case is Data.Type: "data"
  case is Duration.Type: "a duration"
  case is URL.Type: "a URL"
  case is UUID.Type: "a UUID"
  case is any ArrayType.Type: "an array"
  case is any DictionaryType.Type: "a dictionary"
  case let type as any RawRepresentable.Type: choices(of: type) ?? writtenName(of: type)
  default: writtenName(of: type)
  }
}

/// Returns the bounds of an integer type that is narrower than what a store holds.
private func limits(of type: Any.Type) -> String {
  func limits<Number: FixedWidthInteger>(_ type: Number.Type) -> String {
    type.bitWidth >= Int64.bitWidth && type.isSigned ? "" : " from \(type.min) to \(type.max)"
  }
  return (type as? any FixedWidthInteger.Type).map { limits($0) } ?? ""
}

/// Returns the raw values of a type that lists its cases, as in "debug, info or warning"; of many cases, the first ones.
private func choices(of type: any RawRepresentable.Type) -> String? {
  func choices<Value: CaseIterable>(_ type: Value.Type) -> String? {
    let limit = 20
    let texts = type.allCases.prefix(limit + 1).compactMap { value in
      (value as? any RawRepresentable).map { "\($0.rawValue)" }
    }
    guard let last = texts.last else { return nil }
    if texts.count > limit { return "\(texts.prefix(limit).joined(separator: ", ")) …" }
    return texts.count == 1 ? last : "\(texts.dropLast().joined(separator: ", ")) or \(last)"
  }
  return (type as? any CaseIterable.Type).flatMap { choices($0) }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// Returns whether a type is stored as an array, which a person may write as a list.
func isList(_ type: Any.Type) -> Bool { ((type as? any OptionalType.Type)?.wrapped ?? type) is any ArrayType.Type }

/// A type that is stored as an array.
private protocol ArrayType {}

extension Array: ArrayType {}
extension Set: ArrayType {}

private protocol DictionaryType {}

extension Dictionary: DictionaryType {}
