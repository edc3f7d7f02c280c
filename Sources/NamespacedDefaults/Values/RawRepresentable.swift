extension DefaultsSerializable where Self: RawRepresentable, RawValue: DefaultsSerializable {
  /// Returns the raw value's stored form.
  ///
  /// - Returns: The stored form.
  /// - Throws: The error that kept the raw value from being encoded.
  public func propertyListValue() throws -> PropertyListValue? {
    try rawValue.propertyListValue()
  }

  /// Returns the value of a stored raw value.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The value.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` if no value has the raw value, or the error that kept the raw value
  ///   from being decoded.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeRawValue(stored)
  }
}

func decodeRawValue<Value: RawRepresentable>(_ stored: PropertyListValue) throws -> Value
where Value.RawValue: DefaultsSerializable {
  guard let value = try Value(rawValue: decodeStored(from: stored)) else { throw stored.mismatch(Value.self) }
  return value
}
