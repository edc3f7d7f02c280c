extension PropertyListValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value from `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
  /// Makes a whole number from a literal; one above `Int64.max` is written `.unsignedInteger(…)`.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
  /// Makes a floating-point number from a literal.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
  /// Makes an array from a literal.
  public init(arrayLiteral elements: PropertyListValue...) {
    self = .array(elements)
  }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary from a literal; the last of several values of one name counts.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}
