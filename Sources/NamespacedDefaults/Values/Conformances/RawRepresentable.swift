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
  do {
    if let value = try Value(rawValue: decodeStored(from: stored)) { return value }
  } catch let error as DefaultsError where error.code == .typeMismatch && Value.self is any CaseIterable.Type {
    // The choices say more than the type of the raw value does.
  }
  throw stored.mismatch(Value.self)
}
