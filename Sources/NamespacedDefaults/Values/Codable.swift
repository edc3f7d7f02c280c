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

  /// Returns the value that is decoded from JSON, in data or in a string, or from a stored dictionary or array.
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
  do {
    return try encoder.encode(value)
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

/// Returns the value that is decoded from JSON, or from a stored dictionary or array.
func decodeCodable<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
  do {
    switch stored {
    case .data(let json): return try decodeJSON(type, from: json)
    case .string(let json): return try decodeJSON(type, from: Data(json.utf8))
    case .array, .dictionary:
      // A property list keeps what JSON would lose: dates, data and numbers that are not finite.
      return try PropertyListDecoder().decode(type, from: PropertyListEncoder().encode(PropertyListTree(stored)))
    default: throw stored.mismatch(type)
    }
  } catch let error as DecodingError {
    throw DefaultsError(error, decoding: type, from: stored)
  }
}
