// `& Codable` breaks the tie: every integer is Codable too, and is stored as a number and not as JSON.
extension DefaultsSerializable where Self: FixedWidthInteger & Codable {
  /// The number itself.
  ///
  /// - Returns: An integer.
  /// - Throws: ``DefaultsError/Code/notEncodable`` for a number that needs more than 64 bits.
  public func propertyListValue() throws -> PropertyListValue? {
    if let value = Int64(exactly: self) { return .integer(value) }
    if let value = UInt64(exactly: self) { return .unsignedInteger(value) }
    throw DefaultsError.notEncodable(type: "\(Self.self)", reason: "it needs more than 64 bits")
  }

  /// A number that fits: an integer, a whole double, a truth value as 1 or 0, or a numeric text.
  ///
  /// - Parameter stored: What the store holds.
  /// - Returns: The number.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` where anything would be lost.
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
