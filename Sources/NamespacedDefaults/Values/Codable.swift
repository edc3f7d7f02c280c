#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DefaultsSerializable where Self: Codable {
  /// Returns the value as JSON data with sorted keys.
  ///
  /// Because the keys are sorted, equal values have equal stored forms, except for the order in which a `Set` encodes its
  /// elements and a `Dictionary` its pairs. A key writes nothing if its value is `Equatable`, equals the stored one, and
  /// differs from it in such an order only.
  ///
  /// - Returns: The JSON data.
  /// - Throws: ``DefaultsError/Code/notEncodable`` for what JSON cannot hold, such as an infinite number or NaN, or an
  ///   error of the type's own `encode(to:)`.
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

/// Returns JSON with sorted keys.
func encodeJSON<Value: Encodable>(_ value: Value) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encode(value) { try encoder.encode($0) }
}

/// Returns the data of an encoder.
func encode<Value: Encodable>(_ value: Value, _ encoder: (Value) throws -> Data) throws -> Data {
  do {
    return try encoder(value)
  } catch let error as EncodingError {
    throw DefaultsError(error, encoding: Value.self)
  }
}

/// Returns the stored value in which members of the value are members of a dictionary.
func encodePropertyList<Value: Encodable>(_ value: Value) throws -> PropertyListValue {
  do {
    return try BinaryPropertyList.root(of: PropertyListEncoder().encode(value)).value
  } catch let error as EncodingError {
    throw DefaultsError(error, encoding: Value.self)
  } catch let refusal as Refusal {
    throw DefaultsError.notEncodable(type: "\(Value.self)", reason: "\(refusal)")
  }
}

/// Returns the value that is decoded from JSON or a property list, in data or as a stored dictionary or array.
func decodeCodable<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
  try decoded(decodeAny(type, from: stored))
}

/// Returns the value that is decoded from JSON of one notation, in data or in a string.
func decodeCodable<Value: Decodable>(
  _ type: Value.Type,
  from stored: PropertyListValue,
  as notation: Notation
) throws -> Value {
  try decoded(decodeAny(type, from: stored, as: notation))
}

private func decoded<Value>(_ value: any Decodable) -> Value {
  value as! Value  // It was decoded as that type.
}

// The types of the following functions are existential, so that a program has them once and not for each type.

private func decodeAny(_ type: any Decodable.Type, from stored: PropertyListValue) throws -> any Decodable {
  do {
    switch stored {
    case .data(let json): return try decodeJSON(type, from: json)
    case .string(let json): return try decodeJSON(type, from: Data(json.utf8))
    case .array, .dictionary: return try decodeCollection(type, from: stored)
    default: throw stored.mismatch(type)
    }
  } catch let error as DecodingError {
    if let root = stored.encodedPropertyList { return try decodeAny(type, from: root) }
    return try decodeFilled(type, from: stored, json: .json, or: error)
  }
}

/// Returns the value that is decoded from a stored dictionary or array: one that was encoded as a property list, or the
/// members of JSON that a person may have written, with dates as ISO 8601.
private func decodeCollection(_ type: any Decodable.Type, from stored: PropertyListValue) throws -> any Decodable {
  do {
    return try Notation.propertyList.decode(type, from: encodeTree(stored))
  } catch let error as DecodingError {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
      let text = try container.decode(String.self)
      if let date = Date(iso8601Text: text) { return date }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
    }
    guard let json = try? encodeJSON(PropertyListTree(stored.withDatesAsText)),
      let value = try? decoder.decode(type, from: json)
    else { throw error }
    return value
  }
}

extension PropertyListValue {
  /// The value with each date as a string.
  fileprivate var withDatesAsText: Self {
    switch self {
    case .date(let date): date.iso8601Text.map { .string($0) } ?? self
    case .array(let elements): .array(elements.map(\.withDatesAsText))
    case .dictionary(let members): .dictionary(members.mapValues(\.withDatesAsText))
    default: self
    }
  }
}

private func decodeAny(
  _ type: any Decodable.Type,
  from stored: PropertyListValue,
  as notation: Notation
) throws -> any Decodable {
  do {
    switch stored {
    case .data(let json): return try notation.decode(type, from: json)
    case .string(let json): return try notation.decode(type, from: Data(json.utf8))
    default: throw stored.mismatch(type)
    }
  } catch let error as DecodingError {
    return try decodeFilled(type, from: stored, json: notation, or: error)
  }
}

/// Returns the value whose missing members come from the fallback that is in force, or throws the error if there is none.
private func decodeFilled(
  _ type: any Decodable.Type,
  from stored: PropertyListValue,
  json: Notation,
  or error: DecodingError
) throws -> any Decodable {
  func encodable<Value>(_ value: Any?, of type: Value.Type) -> (any Encodable)? { value as? Value as? any Encodable }
  func filled(_ fallback: DecodingFallback) throws -> any Decodable {
    let (notation, data): (Notation, Data) =
      switch stored {
      case .data(let data): (json, data)
      case .string(let text): (json, Data(text.utf8))
      default: (.propertyList, try encodeTree(stored))
      }
    let counterpart = encodable(fallback.value, of: type)
    return try FilledDecoding(notation).value(
      type,
      of: data,
      fallback: counterpart.flatMap { try? notation.encode($0) }
    )
  }
  guard let fallback = DecodingFallback.current, let value = try? filled(fallback) else {
    throw DefaultsError(error, decoding: type, from: stored)
  }
  return value
}

/// Returns a stored value as data, with what JSON would lose: dates, data and numbers that are not finite.
private func encodeTree(_ stored: PropertyListValue) throws -> Data {
  try Notation.propertyList.encode(PropertyListTree(stored))
}

extension PropertyListValue {
  /// The root of the property list that the value is, if it is data of a `PropertyListEncoder`.
  ///
  /// Anyone may have made the data, so no decoder of Foundation's reads it.
  var encodedPropertyList: PropertyListValue? {
    guard case .data(let data) = self, let first = data.first else { return nil }
    switch first {
    case UInt8(ascii: "b"): return try? BinaryPropertyList.root(of: data).value
    case UInt8(ascii: "<"): return try? XMLPropertyList.root(of: data)
    default: return nil
    }
  }
}
