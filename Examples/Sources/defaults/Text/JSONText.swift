import NamespacedDefaults

/// JSON on one line, names sorted.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing below throws: numbers that JSON does not have are written as texts.
    let data = (try? encoder.encode(value)) ?? Data()
    return String(decoding: data, as: UTF8.self).printableJSON
  }
}

/// A stored value as JSON, for scripts.
///
/// What JSON has no type for is a text: dates in ISO 8601, data `<0fbd77>`, numbers that are not finite `inf`, `-inf` or
/// `nan`. Data that are JSON are that.
struct JSONValue: Encodable {
  let value: PropertyListValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsignedInteger(let value): try container.encode(value)
    case .double(let value) where value.isFinite: try container.encode(value)
    case .array(let values): try container.encode(values.map(JSONValue.init))
    case .dictionary(let values): try container.encode(values.mapValues(JSONValue.init))
    case .data(let data):
      if let json = StoredJSON(data) { try container.encode(json.tree) } else { try container.encode(value.rawText) }
    case .double, .string, .date: try container.encode(value.rawText)
    }
  }
}

/// One line of `list --format json`.
struct JSONEntry: Encodable {
  let key: String
  let store: String?
  let type: String
  let value: JSONValue
  let description: String?
  let origin: String?

  init(_ entry: Entry) {
    key = entry.key
    store = entry.store
    type = ValueType(of: entry.value).rawValue
    value = JSONValue(value: entry.isSecret ? "(secret)" : entry.value)
    description = entry.description
    origin = entry.origin
  }
}

/// One line of `watch --format json`; `null` stands for no value.
struct JSONChange: Encodable {
  private struct Value: Encodable {
    let type: String
    let value: JSONValue

    init(_ value: PropertyListValue) {
      self.type = ValueType(of: value).rawValue
      self.value = JSONValue(value: value)
    }
  }

  private enum CodingKeys: CodingKey { case key, old, new, time }

  let change: DefaultsChange
  let time: Date

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(change.key, forKey: .key)
    try container.encode(change.oldValue.map(Value.init), forKey: .old)
    try container.encode(change.newValue.map(Value.init), forKey: .new)
    try container.encode(JSONValue(value: .date(time)), forKey: .time)
  }
}
