extension Bool: DefaultsSerializable {
  /// Returns the Boolean value itself.
  public func propertyListValue() -> PropertyListValue? { .bool(self) }

  /// Returns a stored Boolean value, or the one that a number or a string stands for.
  ///
  /// The numbers are 1 and 0. The strings are YES, NO, TRUE, FALSE, Y, N, T, F, 1 and 0, in upper or
  /// lower case.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Bool { try stored.readBool() }
}

extension String: DefaultsSerializable {
  /// Returns the string itself.
  public func propertyListValue() -> PropertyListValue? { .string(self) }

  /// Returns a stored string, or a number in digits.
  ///
  /// A Boolean value is read as "1" or "0". A string that looks like JSON is returned as it is.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> String { try stored.readString() }
}

extension Double: DefaultsSerializable {
  /// Returns the number itself, which may be infinite or NaN.
  public func propertyListValue() -> PropertyListValue? { .double(self) }

  /// Returns a stored number, a numeric string, or a Boolean value as 1 or 0.
  ///
  /// An integer that a `Double` cannot hold exactly is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Double {
    try stored.readFloatingPoint(Double.self)
  }
}

extension Float: DefaultsSerializable {
  /// Returns the double that has the digits of the number, 0.1 for 0.1.
  public func propertyListValue() -> PropertyListValue? { .double(shortestDouble) }

  /// Returns a stored number, a numeric string, or a Boolean value as 1 or 0.
  ///
  /// A number with a fraction is rounded to the nearest `Float`. A whole number that a `Float` cannot hold exactly is an
  /// error, and so is a number that would become infinite or 0.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Float {
    try stored.readFloatingPoint(Float.self)
  }
}

extension PropertyListValue: DefaultsSerializable {
  /// Returns the value itself.
  public func propertyListValue() -> PropertyListValue? { self }

  /// Returns the stored value as it is.
  public static func value(fromPropertyList stored: PropertyListValue) -> PropertyListValue { stored }
}

// `& Codable` breaks the tie: every integer is Codable too, but it is stored as a number and not as JSON.
extension DefaultsSerializable where Self: FixedWidthInteger & Codable {
  /// Returns the number itself.
  ///
  /// - Returns: The stored integer.
  /// - Throws: ``DefaultsError/Code/unencodableValue`` if the number needs more than 64 bits.
  public func propertyListValue() throws -> PropertyListValue? {
    if let value = Int64(exactly: self) { return .integer(value) }
    if let value = UInt64(exactly: self) { return .unsignedInteger(value) }
    throw DefaultsError.notEncodable(type: "\(Self.self)", reason: "it needs more than 64 bits")
  }

  /// Returns a stored number, if it fits.
  ///
  /// The number may be an integer, a whole double, a numeric string, or a Boolean value, which is 1 or 0.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The number.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` if a part of the number would be lost.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try stored.readInteger(Self.self)
  }
}

extension Int: DefaultsSerializable {}
extension Int8: DefaultsSerializable {}
extension Int16: DefaultsSerializable {}
extension Int32: DefaultsSerializable {}
extension Int64: DefaultsSerializable {}
extension UInt: DefaultsSerializable {}
extension UInt8: DefaultsSerializable {}
extension UInt16: DefaultsSerializable {}
extension UInt32: DefaultsSerializable {}
extension UInt64: DefaultsSerializable {}
