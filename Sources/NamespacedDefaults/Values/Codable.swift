#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DefaultsSerializable where Self: Codable {
  /// The value as JSON data with sorted keys, so that equal values have equal stored forms.
  ///
  /// - Returns: Data.
  /// - Throws: What `JSONEncoder` throws, as it does for a number that is infinite or NaN, which JSON cannot hold.
  public func propertyListValue() throws -> PropertyListValue? {
    .data(try encodeJSON(self))
  }

  /// A value from JSON, in data or in a text, or from a dictionary or an array that was stored as such.
  ///
  /// - Parameter stored: What the store holds.
  /// - Returns: The value.
  /// - Throws: What the decoder throws, or ``DefaultsError/Code/typeMismatch`` where there is nothing to
  ///   decode.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeCodable(Self.self, from: stored)
  }
}

// Breaks the tie between the two: the raw value is what a person and other programs can read.
extension DefaultsSerializable where Self: RawRepresentable & Codable, RawValue: DefaultsSerializable {
  /// The raw value's stored form.
  ///
  /// - Returns: What the raw value is stored as.
  /// - Throws: What kept the raw value from being encoded.
  public func propertyListValue() throws -> PropertyListValue? {
    try rawValue.propertyListValue()
  }

  /// The value of a stored raw value.
  ///
  /// - Parameter stored: What the store holds.
  /// - Returns: The value.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` for a raw value that stands for nothing, or what kept
  ///   the raw value from being decoded.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeRawValue(stored)
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
    // Through a property list, which keeps what JSON would lose: dates, data and numbers that are not finite.
    try PropertyListDecoder().decode(type, from: PropertyListEncoder().encode(PropertyListTree(stored)))
  default: throw stored.mismatch(type)
  }
}
