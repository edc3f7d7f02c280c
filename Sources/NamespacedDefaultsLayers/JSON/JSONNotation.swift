import NamespacedDefaults

import NamespacedDefaultsFoundation

/// The forms in the text of values that JSON does not have.
///
/// | stored value | in the text |
/// | --- | --- |
/// | a date in the years 1 to 9999 | a string: ISO 8601 in UTC with as many digits of a fraction as it needs, `"2026-01-31T15:04:05.25Z"` |
/// | another date | `{"$date": "…"}`, the seconds since 2001-01-01T00:00:00Z |
/// | data that are the JSON of an object or an array, as a stored `Codable` or a list with a null is | the object or the array |
/// | data that are the JSON of a number, a string or a Boolean | `{"$json": 1}`, because that alone is no data |
/// | other data | `{"$data": "…"}`, Base64 |
/// | an infinity, NaN | `{"$double": "inf"}`, `"-inf"`, `"nan"` |
/// | a string that has exactly the form of such a date | the same with its first character as an escape |
/// | the value of a name that others begin with, or an object of a name without a dot | the member `$value` of that object |
///
/// These are the notations of an export, and are read as there: `$date` with ISO 8601 too, and `$json` with any JSON. A name that begins with `$` and is written with an escape is only a name.
enum JSONNotation {
  /// The member of an object that holds the value of the object's own name.
  static let valueName = "$value"
  private static let names: Set<String> = ["$date", "$data", "$double", "$json", valueName]

  static func isReserved(_ name: String) -> Bool { names.contains(name) }

  static func isDate(_ text: String) -> Bool { date(text) != nil }

  /// Returns the date of a string that is written without escapes and has the form in which dates are written.
  fileprivate static func date(_ text: String) -> Date? {
    // Most strings are no dates, and to parse them all would take most of the time.
    guard text.utf8.count >= 20, text.utf8.last == UInt8(ascii: "Z"), let first = text.utf8.first, 0x30...0x39 ~= first,
      let date = Date(iso8601Text: text), date.iso8601Text == text
    else { return nil }
    return date
  }
}

extension JSONText {
  /// Returns the stored value of a node, in which a notation stands for its value and a null for nothing.
  func value(of node: Int) -> PropertyListValue? {
    switch self[node].kind {
    case .true: return true
    case .false: return false
    case .null: return nil
    case .string:
      let text = string(of: node)
      return self[node].hasEscape ? .string(text) : JSONNotation.date(text).map { .date($0) } ?? .string(text)
    case .number:
      // One that nothing fits stays the text that it is, which a `Decimal` reads, and a `Double` as the nearest one.
      let text = text(of: node)
      return JSONNumber.value(of: text) ?? .string(text.first == "+" ? String(text.dropFirst()) : text)
    case .array:
      // A null has no stored form, and to leave it out would move the others. Types that have one read the JSON.
      if isListWithNull(node) { return json(of: node).map { .data($0) } ?? .string(text(of: node)) }
      return .array(parts(of: node).compactMap(value))
    case .object:
      if let value = notation(of: node) { return value }
      return .dictionary(parts(of: node).reduce(into: [:]) { $0[name(of: $1)] = value(of: $1) })
    }
  }

  /// Returns whether the name of a member begins with `$` and is written without an escape, so that it may be a notation.
  func isMarked(_ member: Int) -> Bool {
    let node = self[member]
    guard !node.nameHasEscape else { return false }
    return bytes[node.name].first { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") } == UInt8(ascii: "$")
  }

  /// Returns the value that an object stands for as a whole, unless it has members of its own.
  func notation(of object: Int) -> PropertyListValue? {
    let member = object + 1
    guard self[object].next > member, self[member].next == self[object].next, isMarked(member) else { return nil }
    let name = name(of: member)
    guard JSONNotation.isReserved(name) else { return nil }
    let value =
      self[member].kind == .string
      ? (try? PropertyListValue(notation: name, .string(string(of: member)))) ?? nil
      : PropertyListValue(notation: name, json: Data(bytes[self[member].range]))
    // Other data may be what would nest too deep.
    return name == "$json" ? value?.asInText : value
  }
}

extension PropertyListValue {
  /// The value as it is read back: data that hold an object or an array of JSON become what is in them.
  var asInText: PropertyListValue { asInText(at: 0) }

  private func asInText(at depth: Int) -> PropertyListValue {
    switch self {
    // What would nest too deep stays data.
    case .data(let data): data.storedJSON(depthLimit: Self.depthLimit - depth) ?? self
    case .array(let elements): .array(elements.map { $0.asInText(at: depth + 1) })
    case .dictionary(let members): .dictionary(members.mapValues { $0.asInText(at: depth + 1) })
    // The text has one NaN.
    case .double(let number) where number.isNaN: .double(.nan)
    case .unsignedInteger(let number): Int64(exactly: number).map { .integer($0) } ?? self
    default: self
    }
  }
}
