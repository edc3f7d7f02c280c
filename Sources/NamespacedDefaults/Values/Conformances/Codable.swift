import NamespacedDefaultsFoundation

extension DefaultsSerializable where Self: Codable {
  /// Returns the value as JSON data with sorted keys.
  ///
  /// The keys are sorted, and so are the elements of a `Set` and the pairs of a `Dictionary` whose keys are not names. So
  /// equal values have equal stored forms, and to write one again changes nothing.
  ///
  /// - Returns: The JSON data.
  /// - Throws: ``DefaultsError/Code/unencodableValue`` for what JSON cannot hold, such as an infinite number or NaN, and for more
  ///   than 512 nested collections, or an error of the type's own `encode(to:)`.
  public func propertyListValue() throws -> PropertyListValue? {
    .data(try encodeJSON(self))
  }

  /// Returns the value that is decoded from JSON, in data or in a string, or from a property list, in data or as a stored
  /// dictionary or array.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The value.
  /// - Throws: ``DefaultsError/Code/typeMismatch``, which says where in the stored form no value could be decoded, but not
  ///   what is there. An error of the type's own `init(from:)` is thrown as it is, unless it is a `DecodingError`.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeCodable(Self.self, from: stored)
  }
}

/// Returns JSON with sorted keys, and with sets in one order.
///
/// The encoder sorts keys. What no decoder could read afterwards is an error.
func encodeJSON<Value: Encodable>(_ value: Value, with encoder: JSONEncoder = .sortingKeys) throws -> Data {
  try refusing(Value.self) {
    let json = try encoder.encode(OrderedValue(value))
    // An encoder writes a `Decimal` that is no number as NaN, which is no JSON, and refuses what nests too deep to be read.
    if json.contains(UInt8(ascii: "N")), (try? JSONDecoder().withDecoder(of: json) { _ in }) == nil {
      throw Refusal("a number in it is NaN")
    }
    return json
  }
}

/// Returns the data of a `PropertyListEncoder`, and the stored value in which members of the value are members of a
/// dictionary, which is what is read from the data.
///
/// What could not be read afterwards is an error.
func encodePropertyList<Value: Encodable>(_ value: Value) throws -> (data: Data, root: PropertyListValue) {
  try refusing(Value.self) {
    let data = try PropertyListEncoder().encode(OrderedValue(value))
    return (data, try BinaryPropertyList.root(of: data).value)
  }
}

extension JSONEncoder {
  static var sortingKeys: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

private func refusing<Result>(_ type: Any.Type, _ encode: () throws -> Result) throws -> Result {
  do {
    return try encode()
  } catch let error as EncodingError {
    throw DefaultsError(error, encoding: type)
  } catch let refusal as Refusal {
    throw DefaultsError.notEncodable(type: "\(type)", reason: "\(refusal)")
  }
}

/// Returns the value that is decoded from JSON or a property list, in data or as a stored dictionary or array.
///
/// With a decoder that the JSON is for, nothing but JSON is read.
func decodeCodable<Value: Decodable>(
  _ type: Value.Type,
  from stored: PropertyListValue,
  with decoder: JSONDecoder? = nil
) throws -> Value {
  try decodeAny(type, from: stored, with: decoder) as! Value  // It was decoded as that type.
}

// The types of the following functions are existential, so that a program has them once and not for each type.

private func decodeAny(
  _ type: any Decodable.Type,
  from stored: PropertyListValue,
  with decoder: JSONDecoder?
) throws -> any Decodable {
  if decoder == nil, let root = stored.encodedPropertyList ?? stored.exactTree {
    return try decodeAny(type, from: root, with: nil)
  }
  do {
    if let json = stored.encodedJSON { return try decodeJSON(type, from: json, with: decoder ?? JSONDecoder()) }
    guard decoder == nil else { throw stored.mismatch(type) }
    if stored.array == nil, stored.dictionary == nil { return try decodeScalar(type, from: stored) }
    return try StoredDecoding(isFilling: false).value(type, of: .tree(stored))
  } catch let error as DecodingError {
    // A text that does not begin as an object or a list may be the value itself.
    var mayBeWhole = false
    if decoder == nil, case .string(let text) = stored, text.first.map("{[".contains) != true {
      mayBeWhole = !(type is any LeafValue.Type)
    }
    if mayBeWhole, let value = try? decodeScalar(type, from: stored) { return value }
    let fallback = DecodingFallback.current
    do {
      let value = try decodeFilled(type, from: stored, with: decoder ?? JSONDecoder(), fallback)
      if fallback != nil { return value }
      throw DefaultsError(error, decoding: type, from: stored)
    } catch let again as DecodingError {
      if mayBeWhole { return try decodeScalar(type, from: stored) }
      // What is wrong where all that is missing has been filled in, with the types of the parts.
      throw DefaultsError(again, decoding: type, from: stored)
    }
  }
}

/// Returns the value of a type that is one number, text, Boolean or date.
private func decodeScalar(_ type: any Decodable.Type, from stored: PropertyListValue) throws -> any Decodable {
  do {
    return try StoredDecoding(isFilling: false).value(type, of: .tree(stored))
  } catch let error as DecodingError {
    throw DefaultsError(error, decoding: type, from: stored)
  }
}

/// Returns the value whose missing members come from a fallback, if there is one.
private func decodeFilled(
  _ type: any Decodable.Type,
  from stored: PropertyListValue,
  with decoder: JSONDecoder,
  _ fallback: DecodingFallback?
) throws -> any Decodable {
  func encodable<Value>(_ value: Any?, of type: Value.Type) -> (any Encodable)? { value as? Value as? any Encodable }
  let isFilling = fallback != nil
  let counterpart = encodable(fallback?.value, of: type).flatMap { try? encodePropertyList($0).root }
  if let json = stored.encodedJSON {
    return try decoder.value(type, of: json, isFilling: isFilling, fallback: counterpart)
  }
  return try StoredDecoding(isFilling: isFilling).value(type, of: .tree(stored), fallback: counterpart)
}

/// Returns the value that is decoded from JSON, bare or as the member `value` of an object.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type,
  from json: Data,
  with decoder: JSONDecoder = JSONDecoder()
) throws -> Value {
  guard json.beginsAsWrapper else { return try decoder.decode(type, from: json) }
  do {
    return try decoder.value(type, of: json)
  } catch {
    // It may nest deeper than a wrapper does, or be one of its own.
    if let value = try? decoder.decode(type, from: json) { return value }
    throw error
  }
}

extension JSONDecoder {
  fileprivate func value<Value: Decodable>(
    _ type: Value.Type,
    of json: Data,
    isFilling: Bool = false,
    fallback: PropertyListValue? = nil
  ) throws -> Value {
    let decoding = StoredDecoding(userInfo: userInfo, convertsKeys: convertsKeys, isFilling: isFilling)
    return try withDecoder(of: json) { try decoding.value(type, of: .json($0), fallback: fallback) }
  }
}

extension Data {
  /// Whether JSON is an object whose first member is `value`.
  fileprivate var beginsAsWrapper: Bool {
    let start = drop { $0 <= 0x20 }
    return start.first == UInt8(ascii: "{")
      && start.dropFirst().drop { $0 <= 0x20 }.starts(with: #""value""#.utf8)
  }
}

extension PropertyListValue {
  /// The data or the text, which may be JSON.
  fileprivate var encodedJSON: Data? {
    switch self {
    case .data(let json): json
    case .string(let json): Data(json.utf8)
    default: nil
    }
  }

  /// The object or list of JSON that the value is, if decoders would round a number in it.
  fileprivate var exactTree: PropertyListValue? {
    encodedJSON.flatMap { JSONReader.exactValue(of: $0, null: DecodingSource.nullText) }
  }

  /// The root of the property list that the value is, if it is data of a `PropertyListEncoder`.
  ///
  /// Anyone may have made the data, so no decoder of Foundation's reads it.
  var encodedPropertyList: PropertyListValue? {
    guard case .data(let data) = self, let first = data.first else { return nil }
    switch first {
    case UInt8(ascii: "b"): return try? BinaryPropertyList.root(of: data).value
    // The mark of the byte order may stand before it.
    case UInt8(ascii: "<"), 0xEF: return try? XMLPropertyList.root(of: data)
    default: return nil
    }
  }
}
