extension Bool: DefaultsSerializable {
  /// The truth value itself.
  public func propertyListValue() -> PropertyListValue? { .bool(self) }

  /// A truth value, or 1, 0, or one of the texts YES, NO, TRUE, FALSE, 1 and 0 in any case.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Bool { try stored.readBool() }
}

extension String: DefaultsSerializable {
  /// The text itself.
  public func propertyListValue() -> PropertyListValue? { .string(self) }

  /// A text, or a number in digits; a text that looks like JSON is returned as it is.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> String { try stored.readString() }
}

extension Double: DefaultsSerializable {
  /// The number itself, also when it is infinite or NaN.
  public func propertyListValue() -> PropertyListValue? { .double(self) }

  /// A number, as long as nothing of a whole one is lost, a truth value as 1 or 0, or a numeric text.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Double {
    try stored.readFloatingPoint(Double.self)
  }
}

extension Float: DefaultsSerializable {
  /// The number as a double, which holds every `Float` exactly.
  public func propertyListValue() -> PropertyListValue? { .double(Double(self)) }

  /// A number, rounded to the nearest `Float` but never to infinity; a truth value as 1 or 0, or a numeric text.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Float {
    try stored.readFloatingPoint(Float.self)
  }
}

extension PropertyListValue: DefaultsSerializable {
  /// The value itself.
  public func propertyListValue() -> PropertyListValue? { self }

  /// The stored value as it is.
  public static func value(fromPropertyList stored: PropertyListValue) -> PropertyListValue { stored }
}
