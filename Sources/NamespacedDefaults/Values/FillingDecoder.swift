#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decoding in which members that the stored value lacks come from other values of the type.
///
/// Each decoder of it goes through the stored value and through the fallbacks side by side, at every depth.
final class FilledDecoding {
  /// The largest number of types that may contain one another, so that a stored value cannot exhaust the stack.
  private static let depthLimit = 128

  private let notation: Notation
  private var depth = 0
  /// The encoded values that types name, and the decoders of those types that are being decoded.
  private var named: [ObjectIdentifier: Data] = [:]
  private var open: [ObjectIdentifier: any Decoder] = [:]
  private lazy var convertsKeys = notation.convertsKeys

  init(_ notation: Notation) {
    self.notation = notation
  }

  /// Returns the value of data in the notation, with the help of a value of the type in the same notation.
  func value<Value: Decodable>(_ type: Value.Type, of data: Data, fallback: Data?) throws -> Value {
    try notation.withDecoder(of: data) { stored in
      guard let fallback else { return try unboxed(type, from: stored, []) }
      return try notation.withDecoder(of: fallback) { try unboxed(type, from: stored, [$0]) }
    }
  }

  /// Returns the value, bare or as the member `value` of an object.
  private func unboxed<Value: Decodable>(
    _ type: Value.Type,
    from stored: any Decoder,
    _ fallbacks: [any Decoder]
  ) throws -> Value {
    do {
      return try value(type, from: stored, fallbacks)
    } catch {
      let box = try stored.container(keyedBy: Name.self)
      guard box.allKeys.map(\.stringValue) == ["value"], let key = box.allKeys.first else { throw error }
      return try value(type, from: box.superDecoder(forKey: key), fallbacks)
    }
  }

  /// Returns the value at a place of the stored value, which is the place of the fallbacks too.
  func value<Value: Decodable>(
    _ type: Value.Type,
    from stored: any Decoder,
    _ fallbacks: [any Decoder]
  ) throws -> Value {
    if isWhole(type) { return try stored.singleValueContainer().decode(type) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw Refusal("more than \(Self.depthLimit) values nest") }
    // An element of a collection is no counterpart of the element at the same place, or of the same name.
    let counterparts = type is any Collection.Type ? [] : fallbacks
    return try withNamedFallback(of: type) { named in
      let decoder = FillingDecoder(stored: stored, fallbacks: counterparts + named, decoding: self)
      let value = try type.init(from: decoder)
      if decoder.usage.isFilled, !decoder.usage.isRead, try !stored.container(keyedBy: Name.self).allKeys.isEmpty {
        throw Refusal("it has no member of the type")
      }
      return value
    }
  }

  /// Whether values of a type have no members, or are left to the decoder, which may have a strategy of its own for them.
  private func isWhole(_ type: any Decodable.Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
      || type is any NamedValues.Type && convertsKeys  // it leaves the names of dictionaries as they are
  }

  private func withNamedFallback<Value, Result>(
    of type: Value.Type,
    _ body: ([any Decoder]) throws -> Result
  ) throws -> Result {
    guard let type = type as? any DefaultsFallback.Type else { return try body([]) }
    let id = ObjectIdentifier(type)
    if let decoder = open[id] { return try body([decoder]) }
    guard let data = named[id] ?? (try? notation.encode(type.fallback)) else { return try body([]) }
    named[id] = data
    return try notation.withDecoder(of: data) { decoder in
      open[id] = decoder
      defer { open[id] = nil }
      return try body([decoder])
    }
  }
}

private protocol NamedValues {}

extension Dictionary: NamedValues where Key == String {}

/// Any name of a member.
private struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// What a value has read of its stored form.
final class FillingUsage {
  /// Whether a member was stored.
  var isRead = false
  /// Whether a member came from elsewhere.
  var isFilled = false
}

/// A decoder of a stored value, with the decoders of other values of its type.
struct FillingDecoder: Decoder {
  let stored: any Decoder
  let fallbacks: [any Decoder]
  let decoding: FilledDecoding
  var usage = FillingUsage()

  var codingPath: [any CodingKey] { stored.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { stored.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      FillingKeyedContainer(
        stored: try stored.container(keyedBy: type),
        fallbacks: fallbacks.compactMap { try? $0.container(keyedBy: type) },
        decoding: decoding,
        usage: usage
      )
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    FillingUnkeyedContainer(
      stored: try stored.unkeyedContainer(),
      fallbacks: fallbacks.compactMap { try? $0.unkeyedContainer() },
      decoding: decoding,
      usage: usage
    )
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    FillingSingleContainer(container: try stored.singleValueContainer(), decoder: self)
  }
}

private struct FillingSingleContainer: SingleValueDecodingContainer {
  let container: any SingleValueDecodingContainer
  let decoder: FillingDecoder

  var codingPath: [any CodingKey] { container.codingPath }

  func decodeNil() -> Bool { container.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decoding.value(type, from: decoder.stored, decoder.fallbacks)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try container.decode(type) }
  func decode(_ type: String.Type) throws -> String { try container.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try container.decode(type) }
  func decode(_ type: Float.Type) throws -> Float { try container.decode(type) }
  func decode(_ type: Int.Type) throws -> Int { try container.decode(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try container.decode(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try container.decode(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try container.decode(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try container.decode(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try container.decode(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try container.decode(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try container.decode(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try container.decode(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try container.decode(type) }
}
