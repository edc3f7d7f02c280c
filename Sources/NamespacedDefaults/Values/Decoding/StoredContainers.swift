/// The members of an object.
///
/// Whether a member is there is a question about the stored value alone. So an optional that is missing is `nil`.
struct StoredMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let stored: DecodingSource.Members
  let fallbacks: [[String: PropertyListValue]]
  let decoder: StoredDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { stored.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { (try? member(key)) != nil }

  private func member(_ key: any CodingKey) throws -> DecodingSource? {
    let member = try stored.member(key.stringValue)
    if member != nil { decoder.usage.isRead = true }
    return member
  }

  /// Returns the decoder of a member: the stored one, or else that of another value.
  private func decoder(of key: any CodingKey) throws -> StoredDecoder {
    let others = fallbacks.compactMap { $0[key.stringValue] }
    if let member = try member(key) { return decoder.decoder(of: member, at: key, others) }
    guard let other = others.first else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no such member"))
    }
    decoder.usage.isFilled = true
    return decoder.decoder(of: .tree(other), at: key, [])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(of: key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(of: key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(at: MemberName("super")) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(at: key) }

  private func superDecoder(at key: any CodingKey) -> any Decoder {
    (try? decoder(of: key)) ?? decoder.decoder(of: .null, at: key, [])
  }
}

/// The elements of an array, whose places mean something if the type reads them one by one.
struct StoredElements: UnkeyedDecodingContainer {
  let stored: [DecodingSource]
  let fallbacks: [[PropertyListValue]]
  let decoder: StoredDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { stored.count }
  var isAtEnd: Bool { currentIndex >= stored.count }

  /// Returns a part of the next element, which is one of another value's past the end of the stored ones.
  ///
  /// An element that cannot be decoded stays the next one.
  private mutating func next<Part>(_ part: (StoredDecoder) throws -> Part) throws -> Part {
    let key = MemberName(index: currentIndex)
    let others = fallbacks.compactMap { $0.indices.contains(currentIndex) ? $0[currentIndex] : nil }
    let element: StoredDecoder
    if !isAtEnd {
      decoder.usage.isRead = true
      element = decoder.decoder(of: stored[currentIndex], at: key, others)
    } else if let other = others.first {
      decoder.usage.isFilled = true
      element = decoder.decoder(of: .tree(other), at: key, [])
    } else {
      let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "no more elements")
      throw DecodingError.valueNotFound(Part.self, context)
    }
    let result = try part(element)
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try next { $0.decodeNil() }
    if !isNull { currentIndex -= 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
