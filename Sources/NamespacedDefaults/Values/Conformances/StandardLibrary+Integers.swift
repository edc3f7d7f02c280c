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
