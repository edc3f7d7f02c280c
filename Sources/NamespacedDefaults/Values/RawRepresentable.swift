extension DefaultsSerializable where Self: RawRepresentable, RawValue: DefaultsSerializable {
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

func decodeRawValue<Value: RawRepresentable>(_ stored: PropertyListValue) throws -> Value
where Value.RawValue: DefaultsSerializable {
  guard let value = try Value(rawValue: decodeStored(from: stored)) else { throw stored.mismatch(Value.self) }
  return value
}
