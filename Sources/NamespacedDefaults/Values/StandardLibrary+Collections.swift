extension Optional: DefaultsSerializable where Wrapped: DefaultsSerializable {
  /// Returns the wrapped value's stored form, or `nil` to store nothing if there is no value.
  public func propertyListValue() throws -> PropertyListValue? {
    try self?.propertyListValue()
  }

  /// Returns the wrapped value.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Wrapped? {
    try decodeStored(Wrapped.self, from: stored)
  }
}

extension Array: DefaultsSerializable where Element: DefaultsSerializable {
  /// Returns an array of the elements' stored forms.
  ///
  /// An element that is `nil` is an error, because an array has no form for it.
  public func propertyListValue() throws -> PropertyListValue? {
    .array(try map { try encodeElement($0, of: Self.self) })
  }

  /// Returns the elements of a stored array; an element that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> [Element] {
    guard case .array(let elements) = stored else { throw stored.mismatch(Self.self) }
    return try elements.map { try decodeStored(from: $0) }
  }
}

extension Set: DefaultsSerializable where Element: DefaultsSerializable {
  /// Returns an array of the elements' stored forms, sorted by kind and value.
  ///
  /// Because they are sorted, equal sets have equal stored forms.
  public func propertyListValue() throws -> PropertyListValue? {
    .array(try map { try encodeElement($0, of: Self.self) }.sorted { $0.precedes($1) })
  }

  /// Returns the elements of a stored array; an element that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Set<Element> {
    guard case .array(let elements) = stored else { throw stored.mismatch(Self.self) }
    return Set(try elements.map { try decodeStored(from: $0) })
  }
}

extension Dictionary: DefaultsSerializable where Key: DefaultsSerializable, Value: DefaultsSerializable {
  /// Returns a dictionary of the values' stored forms, by the keys' stored forms.
  ///
  /// A key that is stored as an integer becomes a string of digits. A key that is stored neither as a string nor as an
  /// integer is an error. Two keys with one stored form are an error, and so is a value that is `nil`.
  public func propertyListValue() throws -> PropertyListValue? {
    var stored: [String: PropertyListValue] = [:]
    for (key, value) in self {
      let name: String
      switch try key.propertyListValue() {
      case .string(let text): name = text
      case .integer(let number): name = number.description
      case .unsignedInteger(let number): name = number.description
      default: throw notEncodable("a key is stored neither as a text nor as a whole number")
      }
      guard stored.updateValue(try encodeElement(value, of: Self.self), forKey: name) == nil else {
        throw notEncodable("two keys have one stored form")
      }
    }
    return .dictionary(stored)
  }

  /// Returns the members of a stored dictionary; a key or a value that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> [Key: Value] {
    guard case .dictionary(let members) = stored else { throw stored.mismatch(Self.self) }
    var values = Self(minimumCapacity: members.count)
    for (name, value) in members {
      let key = try decodeStored(Key.self, from: .string(name))
      // Two names may decode to one key, as "1" and "01" do to an `Int`. One of the two values would be lost.
      guard values.updateValue(try decodeStored(from: value), forKey: key) == nil else {
        throw stored.mismatch(Self.self)
      }
    }
    return values
  }

  private func notEncodable(_ reason: String) -> DefaultsError {
    .notEncodable(type: "\(Self.self)", reason: reason)
  }
}

private func encodeElement(_ element: some DefaultsSerializable, of type: Any.Type) throws -> PropertyListValue {
  guard let stored = try element.propertyListValue() else {
    throw DefaultsError.notEncodable(type: "\(type)", reason: "nil has no stored form inside a collection")
  }
  return stored
}
