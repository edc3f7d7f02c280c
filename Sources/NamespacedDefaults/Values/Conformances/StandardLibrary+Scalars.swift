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
