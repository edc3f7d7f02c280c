extension DefaultsError {
  /// Returns the error of a stored value that cannot be read as the wanted type.
  ///
  /// - Parameters:
  ///   - expected: The wanted type.
  ///   - found: The stored value, of which the error keeps the kind and the size alone.
  /// - Returns: An error with the code ``Code/typeMismatch``.
  public static func typeMismatch(expected: String, found: PropertyListValue) -> Self {
    Self(.typeMismatch, "expected \(expected), found \(found.kindAndSize)")
  }

  static func notPropertyList(_ type: Any.Type) -> Self {
    Self(.notPropertyList, "an object of type \(type) is no property list")
  }
}

extension PropertyListValue {
  func mismatch(_ expected: Any.Type) -> DefaultsError {
    .typeMismatch(expected: "\(expected)", found: self)
  }

  /// The kind of the value.
  var kind: String {
    switch self {
    case .bool: "a Bool"
    case .integer, .unsignedInteger: "an integer"
    case .double: "a double"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// What the value is, without what it says.
  var kindAndSize: String {
    switch self {
    case .string(let text): "\(kind) of \(Self.count(text.utf8.count, "byte"))"
    case .data(let data): "\(kind) of \(Self.count(data.count, "byte"))"
    case .array(let elements): "\(kind) of \(Self.count(elements.count, "element"))"
    case .dictionary(let members): "\(kind) of \(Self.count(members.count, "member"))"
    default: kind
    }
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
