/// A decoder that takes each member of a stored value as what it is: a date as a date, a number or ISO 8601, data as data or
/// Base64, a URL as a text, and a number only if it fits.
///
/// So a type that decodes leniently, with `try?`, loses no member. Members that the stored value lacks come from other values
/// of the type, at every depth, if there are any.
struct StoredDecoder: Decoder {
  let source: DecodingSource
  /// The counterparts of the stored value in other values of its type.
  var fallbacks: [PropertyListValue]
  let decoding: StoredDecoding
  var codingPath: [any CodingKey] = []
  var usage = Usage()

  var userInfo: [CodingUserInfoKey: Any] { decoding.userInfo }

  /// What a value has read of its stored form.
  final class Usage {
    /// Whether a member was stored, or the value as a whole.
    var isRead = false
    /// Whether a member came from elsewhere.
    var isFilled = false
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = try source.members() else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      StoredMembers(stored: members, fallbacks: fallbacks.compactMap(\.dictionary), decoder: self)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = try source.elements() else { throw mismatch([Any].self) }
    return StoredElements(stored: elements, fallbacks: fallbacks.compactMap(\.array), decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns the decoder of a member or an element.
  func decoder(of part: DecodingSource, at key: any CodingKey, _ fallbacks: [PropertyListValue]) -> Self {
    Self(source: part, fallbacks: fallbacks, decoding: decoding, codingPath: codingPath + [key])
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "no \(type)")
    return source.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension StoredDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { source.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try decodeValue(type)
    } catch let error as DecodingError {
      throw error.decoding(type, depth: codingPath.count)
    }
  }

  private func decodeValue<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = try whole(type) {
      usage.isRead = true
      return value
    }
    guard codingPath.count <= PropertyListValue.depthLimit else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "too many values nest"))
    }
    var decoder = self
    // An element of a collection is no counterpart of the element at the same place, or of the same name.
    if type is any Collection.Type { decoder.fallbacks = [] }
    if let named = decoding.namedFallback(of: type) { decoder.fallbacks.append(named) }
    let value = try type.init(from: decoder)
    if usage.isFilled, !usage.isRead, (try? source.members())?.names.isEmpty == false {
      throw Refusal("it has no member of the type")
    }
    return value
  }

  /// Returns the value of a type that has no members; `nil` for any other type.
  private func whole<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let leaf = type as? any LeafValue.Type
    switch source {
    case .json(let decoder):
      // Such a decoder leaves the names of dictionaries as they are.
      let isWhole = leaf != nil || decoding.convertsKeys && type is any NamedValues.Type
      guard isWhole else { return nil }
      do {
        return try decoder.singleValueContainer().decode(type)
      } catch {
        // An error about a number that does not fit has no path, and is no `DecodingError` here.
        throw leaf == nil ? error : mismatch(type)
      }
    case .tree(let stored):
      guard let leaf else { return nil }
      if let value = leaf.init(leaf: stored) as? Value { return value }
      if leaf is any FlexibleLeaf.Type { return nil }
      throw mismatch(type)
    }
  }
}

private protocol NamedValues {}

extension Dictionary: NamedValues where Key == String {}

/// What all decoders of one value share.
final class StoredDecoding {
  let userInfo: [CodingUserInfoKey: Any]
  let convertsKeys: Bool
  private let isFilling: Bool
  private var named: [ObjectIdentifier: PropertyListValue?] = [:]

  init(userInfo: [CodingUserInfoKey: Any] = [:], convertsKeys: Bool = false, isFilling: Bool) {
    self.userInfo = userInfo
    self.convertsKeys = convertsKeys
    self.isFilling = isFilling
  }

  /// Returns the form of the value that a type names.
  func namedFallback(of type: Any.Type) -> PropertyListValue? {
    guard isFilling, let type = type as? any DefaultsFallback.Type else { return nil }
    let id = ObjectIdentifier(type)
    if let known = named[id] { return known }
    let form = try? encodePropertyList(type.fallback).root
    named[id] = .some(form)
    return form
  }

  /// Returns the value of a source, bare or as the member `value` of an object, as Boutique wraps it.
  ///
  /// A type of which every member may be absent decodes from the outer object too. So the object is a wrapper if the type reads
  /// nothing in it, and something in the member.
  /// Members that it lacks are those of the fallback.
  func value<Value: Decodable>(
    _ type: Value.Type,
    of source: DecodingSource,
    fallback: PropertyListValue? = nil
  ) throws -> Value {
    let bare = StoredDecoder(source: source, fallbacks: fallback.map { [$0] } ?? [], decoding: self)
    let result = Result { try bare.decode(type) }
    let hasFailed = if case .failure = result { true } else { false }
    let name = MemberName("value")
    if hasFailed || !bare.usage.isRead, let part = try? source.members()?.member(name.stringValue) {
      let boxed = bare.decoder(of: part, at: name, bare.fallbacks)
      if let value = try? boxed.decode(type), hasFailed || boxed.usage.isRead { return value }
    }
    return try result.get()
  }
}
