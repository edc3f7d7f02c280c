/// What a value encodes, as a text in which sets and dictionaries are sorted.
///
/// It is for comparisons only. Two values have the same text if they encode the same except for an order that does not
/// count.
struct CanonicalText: Equatable {
  private let text: String

  init(of value: any Encodable) throws {
    text = try Self.text(of: value)
  }

  fileprivate static func text(of value: any Encodable) throws -> String {
    switch value {
    case let value as Bool: return value.description
    case let value as String: return value.debugDescription
    case let value as any BinaryInteger: return "\(value)"
    case let value as any BinaryFloatingPoint: return "\(value)"
    case let value as any Unordered: return "<\(try value.parts.map(text).sorted().joined(separator: ","))>"
    default:
      let encoder = TextEncoder()
      try value.encode(to: encoder)
      return encoder.part.text
    }
  }
}

/// A collection whose elements are in no particular order.
private protocol Unordered {
  var parts: [any Encodable] { get }
}

extension Set: Unordered where Element: Encodable {
  fileprivate var parts: [any Encodable] { Array(self) }
}

extension Dictionary: Unordered where Key: Encodable, Value: Encodable {
  fileprivate var parts: [any Encodable] { map { Pair(key: $0, value: $1) } }
}

private struct Pair<Key: Encodable, Value: Encodable>: Encodable {
  let key: Key
  let value: Value
}

/// A part of a text that is built in the order in which a type encodes itself.
private final class TextPart {
  private enum Content {
    case nothing
    case scalar(String)
    case members([(name: String, part: TextPart)])
    case elements([TextPart])
  }

  private var content = Content.nothing

  init(_ scalar: String? = nil) {
    if let scalar { content = .scalar(scalar) }
  }

  var text: String {
    switch content {
    case .nothing: "{}"
    case .scalar(let text): text
    case .members(let members):
      "{\(members.map { "\($0.name.debugDescription):\($0.part.text)" }.sorted().joined(separator: ","))}"
    case .elements(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    }
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  func set(_ scalar: String) { content = .scalar(scalar) }

  func add(_ part: TextPart, forKey name: String) {
    var members: [(name: String, part: TextPart)] = if case .members(let members) = content { members } else { [] }
    members.append((name, part))
    content = .members(members)
  }

  func append(_ part: TextPart) {
    var elements: [TextPart] = if case .elements(let elements) = content { elements } else { [] }
    elements.append(part)
    content = .elements(elements)
  }
}

private struct TextEncoder: Encoder {
  let part: TextPart
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ part: TextPart = TextPart()) { self.part = part }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(part: part))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedContainer(part: part) }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainer(part: part) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let part: TextPart
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { part.add(TextPart("null"), forKey: key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    part.add(TextPart(try CanonicalText.text(of: value)), forKey: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(forKey: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(forKey: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(forKey: "super") }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key.stringValue) }

  private func encoder(forKey name: String) -> TextEncoder {
    let nested = TextPart()
    part.add(nested, forKey: name)
    return TextEncoder(nested)
  }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let part: TextPart
  var codingPath: [any CodingKey] { [] }
  var count: Int { part.count }

  func encodeNil() { part.append(TextPart("null")) }

  func encode<Value: Encodable>(_ value: Value) throws { part.append(TextPart(try CanonicalText.text(of: value))) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> TextEncoder {
    let nested = TextPart()
    part.append(nested)
    return TextEncoder(nested)
  }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
  let part: TextPart
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { part.set("null") }

  func encode<Value: Encodable>(_ value: Value) throws { part.set(try CanonicalText.text(of: value)) }
}
