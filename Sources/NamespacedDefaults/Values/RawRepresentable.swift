extension DefaultsSerializable where Self: RawRepresentable, RawValue: DefaultsSerializable {
  /// Returns the raw value's stored form.
  public func propertyListValue() throws -> PropertyListValue? {
    try rawValue.propertyListValue()
  }

  /// Returns the value of a stored raw value.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try decodeRawValue(stored)
  }
}

func decodeRawValue<Value: RawRepresentable>(_ stored: PropertyListValue) throws -> Value
where Value.RawValue: DefaultsSerializable {
  guard let value = try Value(rawValue: decodeStored(from: stored)) else { throw stored.mismatch(Value.self) }
  return value
}
