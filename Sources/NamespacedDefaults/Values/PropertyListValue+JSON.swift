package import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// The largest number of collections that may contain one another in data that are kept as what is in them.
  package static let jsonDepthLimit = 100

  /// The one text of an array or a dictionary as JSON, compact and with sorted keys; `nil` for what JSON does not have.
  ///
  /// It is what a store was given that keeps such data as what is in them, as a file of JSON does. A date is one of the
  /// strings in that file that look like a date. A number or a string is none: where data are asked for, it is of a wrong
  /// type, or Base64.
  package var storedJSON: Data? { array == nil && dictionary == nil ? nil : json }

  /// The one text of the value as JSON.
  package var json: Data? { try? encodeJSON(JSONForm(value: self, depth: 0)) }
}

/// A value with each date as a string, and with the list that data are where they have a null.
///
/// An error for other data, for a date without a text, and for what nests too deep.
private struct JSONForm: Encodable {
  let value: PropertyListValue
  let depth: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .data(let data):
      guard let list = data.listWithNull else { throw Refusal("data are no JSON") }
      try container.encode(JSONPart(text: list, node: 0))
    case .date(let date):
      guard let text = date.iso8601Text else { throw Refusal("the date has no text") }
      try container.encode(text)
    case .array(let elements): try container.encode(elements.map(inner))
    case .dictionary(let members): try container.encode(members.mapValues(inner))
    default: try container.encode(PropertyListTree(value))
    }
  }

  private func inner(_ part: PropertyListValue) throws -> Self {
    guard depth < PropertyListValue.jsonDepthLimit else { throw Refusal("it nests too deep") }
    return Self(value: part, depth: depth + 1)
  }
}

/// A part of a text, with its nulls.
private struct JSONPart: Encodable {
  let text: JSONText
  let node: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch text[node].kind {
    case .null: try container.encodeNil()
    case .true: try container.encode(true)
    case .false: try container.encode(false)
    case .string: try container.encode(text.string(of: node))
    case .number:
      guard let number = JSONNumber.value(of: text.text(of: node)) else { throw Refusal("the number does not fit") }
      try container.encode(PropertyListTree(number))
    case .array: try container.encode(text.parts(of: node).map { JSONPart(text: text, node: $0) })
    case .object:
      let members = text.parts(of: node).map { (text.name(of: $0), JSONPart(text: text, node: $0)) }
      try container.encode(Dictionary(members) { $1 })
    }
  }
}

extension JSONText {
  /// Returns whether a node is a list with a null, which has no stored form but the JSON that it is, as data.
  package func isListWithNull(_ node: Int) -> Bool {
    self[node].kind == .array && parts(of: node).contains { self[$0].kind == .null }
  }

  /// Returns a node as compact JSON with sorted names, as a program stores it; `nil` for what is no JSON.
  package func json(of node: Int) -> Data? { try? encodeJSON(JSONPart(text: self, node: node)) }
}

extension Data {
  /// The text of the data, if that is a list with a null as a program stores it.
  package var listWithNull: JSONText? {
    guard first == UInt8(ascii: "["), count <= Self.jsonSizeLimit,
      let text = try? JSONText(Array(self), .json, depthLimit: PropertyListValue.jsonDepthLimit),
      text.isListWithNull(0), text.json(of: 0) == self
    else { return nil }
    return text
  }
}

/// Returns the result of a decoder, which gets an array or a dictionary that it cannot read a second time, as JSON data.
///
/// A store in a JSON file keeps data that are JSON as what is in them; so what was stored as data is read as data.
func decodingJSONAsData<Value>(
  _ stored: PropertyListValue,
  _ decode: (PropertyListValue) throws -> Value
) throws -> Value {
  do {
    return try decode(stored)
  } catch {
    guard let json = stored.storedJSON, let value = try? decode(.data(json)) else { throw error }
    return value
  }
}
