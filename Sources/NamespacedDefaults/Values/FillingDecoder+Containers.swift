// The containers of the decoder that fills in what a stored value lacks.

/// The members of an object.
///
/// Whether a member is there is a question about the stored value alone. So an optional that is missing is `nil`.
struct FillingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let stored: KeyedDecodingContainer<Key>
  let fallbacks: [KeyedDecodingContainer<Key>]
  let decoding: FilledDecoding
  let usage: FillingUsage

  var codingPath: [any CodingKey] { stored.codingPath }
  var allKeys: [Key] { stored.allKeys }

  func contains(_ key: Key) -> Bool { stored.contains(key) }

  /// Returns the object that has a member: the stored one, or else the first of the others; the stored one if none has.
  private func source(of key: Key) -> KeyedDecodingContainer<Key> {
    if stored.contains(key) {
      usage.isRead = true
    } else if let fallback = fallbacks.first(where: { $0.contains(key) }) {
      usage.isFilled = true
      return fallback
    }
    return stored
  }

  private func decoder(
    _ member: (KeyedDecodingContainer<Key>) throws -> any Decoder,
    has: (KeyedDecodingContainer<Key>) -> Bool
  ) throws -> FillingDecoder {
    FillingDecoder(
      stored: try member(stored),
      fallbacks: try fallbacks.filter(has).map(member),
      decoding: decoding,
      usage: usage
    )
  }

  private func decoder(of key: Key) throws -> FillingDecoder {
    guard stored.contains(key) else {
      return FillingDecoder(stored: try source(of: key).superDecoder(forKey: key), fallbacks: [], decoding: decoding)
    }
    usage.isRead = true
    return try decoder({ try $0.superDecoder(forKey: key) }, has: { $0.contains(key) })
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard stored.contains(key) else { return try source(of: key).decode(type, forKey: key) }
    let decoder = try decoder(of: key)
    return try decoding.value(type, from: decoder.stored, decoder.fallbacks)
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

  func superDecoder() throws -> any Decoder { try decoder({ try $0.superDecoder() }, has: { _ in true }) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

  func decodeNil(forKey key: Key) throws -> Bool { try source(of: key).decodeNil(forKey: key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try source(of: key).decode(type, forKey: key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try source(of: key).decode(type, forKey: key) }
}

/// The elements of an array, whose places mean something if the type reads them one by one.
struct FillingUnkeyedContainer: UnkeyedDecodingContainer {
  var stored: any UnkeyedDecodingContainer
  var fallbacks: [any UnkeyedDecodingContainer]
  let decoding: FilledDecoding
  let usage: FillingUsage

  var codingPath: [any CodingKey] { stored.codingPath }
  var count: Int? { stored.count }
  var isAtEnd: Bool { stored.isAtEnd }
  var currentIndex: Int { stored.currentIndex }

  /// Returns the decoder of the next element, which is one of a fallback's past the end of the stored ones.
  private mutating func next() throws -> FillingDecoder {
    var elements: [any Decoder] = []
    for index in fallbacks.indices where !fallbacks[index].isAtEnd {
      elements.append(try fallbacks[index].superDecoder())
    }
    guard stored.isAtEnd, let element = elements.first else {
      let element = try stored.superDecoder()
      usage.isRead = true
      return FillingDecoder(stored: element, fallbacks: elements, decoding: decoding)
    }
    usage.isFilled = true
    return FillingDecoder(stored: element, fallbacks: [], decoding: decoding)
  }

  private mutating func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().stored.singleValueContainer().decode(type)
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = try next()
    return try decoding.value(type, from: decoder.stored, decoder.fallbacks)
  }

  mutating func decodeNil() throws -> Bool {
    guard try stored.decodeNil() else { return false }
    for index in fallbacks.indices where !fallbacks[index].isAtEnd { _ = try fallbacks[index].superDecoder() }
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { try next() }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
}
