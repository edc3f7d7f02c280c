#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DefaultsSerializable where Self: Codable {
  /// Returns the value as JSON data with sorted keys.
  ///
  /// Because the keys are sorted, equal values have equal stored forms, except for the order in which a `Set` encodes its
  /// elements and a `Dictionary` its pairs. A key that stores a value which differs from the stored one in such an order
  /// only stores nothing.
  ///
  /// - Returns: The JSON data.
  /// - Throws: The error of `JSONEncoder`, for example at an infinite number or NaN, which JSON cannot hold.
  public func propertyListValue() throws -> PropertyListValue? {
    .data(try encodeJSON(self))
  }

  /// Returns the value that is decoded from JSON, in data or in a string, or from a stored dictionary or array.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The value.
  /// - Throws: The error of the decoder, or ``DefaultsError/Code/typeMismatch`` if the stored form is a date, a number
  ///   or a Boolean value.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeCodable(Self.self, from: stored)
  }
}

func encodeJSON(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}

func decodeCodable<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
  switch stored {
  case .data(let json): try decodeJSON(type, from: json)
  case .string(let json): try decodeJSON(type, from: Data(json.utf8))
  case .array, .dictionary:
    // A property list keeps what JSON would lose: dates, data and numbers that are not finite.
    try PropertyListDecoder().decode(type, from: PropertyListEncoder().encode(PropertyListTree(stored)))
  default: throw stored.mismatch(type)
  }
}
