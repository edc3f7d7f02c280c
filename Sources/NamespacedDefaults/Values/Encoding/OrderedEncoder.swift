/// An encoder that hands each value on as an ``OrderedValue``.
struct OrderedEncoder: Encoder {
  let base: any Encoder

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(OrderedMembers(base: base.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { OrderedElements(base: base.unkeyedContainer()) }

  func singleValueContainer() -> any SingleValueEncodingContainer { OrderedContent(base: base.singleValueContainer()) }
}

private struct OrderedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if value is any LeafValue { return try base.encode(value, forKey: key) }
    try base.encode(OrderedValue(value), forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(OrderedMembers<NestedKey>(base: base.nestedContainer(keyedBy: type, forKey: key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    OrderedElements(base: base.nestedUnkeyedContainer(forKey: key))
  }

  mutating func superEncoder() -> any Encoder { OrderedEncoder(base: base.superEncoder()) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { OrderedEncoder(base: base.superEncoder(forKey: key)) }
}

private struct OrderedElements: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if value is any LeafValue { return try base.encode(value) }
    try base.encode(OrderedValue(value))
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(OrderedMembers(base: base.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    OrderedElements(base: base.nestedUnkeyedContainer())
  }

  mutating func superEncoder() -> any Encoder { OrderedEncoder(base: base.superEncoder()) }
}

private struct OrderedContent: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if value is any LeafValue { return try base.encode(value) }
    try base.encode(OrderedValue(value))
  }
}
