extension PropertyListValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value from `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension PropertyListValue: ExpressibleByIntegerLiteral {
  /// Creates an integer from a literal.
  ///
  /// An integer above `Int64.max` is written `.unsignedInteger(…)`.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension PropertyListValue: ExpressibleByFloatLiteral {
  /// Creates a double from a literal.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a string from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension PropertyListValue: ExpressibleByArrayLiteral {
  /// Creates an array from a literal.
  public init(arrayLiteral elements: PropertyListValue...) {
    self = .array(elements)
  }
}

extension PropertyListValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary from a literal.
  ///
  /// If a name has several values, the last one is kept.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}
