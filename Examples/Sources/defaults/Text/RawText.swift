import NamespacedDefaults

extension PropertyListValue {
  /// The value as a script wants it: nothing around it and nothing left out.
  ///
  /// A text is itself, data are `<0fbd77>` or the JSON they are, arrays and dictionaries are JSON.
  var rawText: String {
    switch self {
    case .string(let text): text
    case .data(let data): StoredJSON(data)?.text ?? data.hexadecimal
    case .array, .dictionary: JSONText.of(JSONValue(value: self))
    case .bool, .integer, .unsignedInteger, .double, .date: description
    }
  }
}
