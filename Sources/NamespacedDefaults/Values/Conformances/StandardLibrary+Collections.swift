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
  /// With an element that is `nil` it is JSON data, because a property list has no `nil`. That is an error if the elements
  /// are not `Codable`.
  public func propertyListValue() throws -> PropertyListValue? {
    let forms = try map { try $0.propertyListValue() }
    let elements = forms.compactMap(\.self)
    return elements.count == forms.count ? .array(elements) : try encodeWithNil(self)
  }

  /// Returns the elements of a stored array; an element that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> [Element] {
    guard case .array(let elements) = stored else { throw stored.mismatch(Self.self) }
    return try elements.indices.map { try decodePart(from: elements[$0], at: MemberName(index: $0)) }
  }
}

extension Set: DefaultsSerializable where Element: DefaultsSerializable {
  /// Returns an array of the elements' stored forms, sorted by kind and value.
  ///
  /// Because they are sorted, equal sets have equal stored forms. A set with `nil` in it is JSON data, as an array is.
  public func propertyListValue() throws -> PropertyListValue? {
    let sorted = try map { (element: $0, form: try $0.propertyListValue()) }
      .sorted { left, right in left.form.precedes(right.form) }
    let forms = sorted.compactMap(\.form)
    return forms.count == sorted.count ? .array(forms) : try encodeWithNil(sorted.map(\.element))
  }

  /// Returns the elements of a stored array; an element that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Set<Element> {
    guard case .array(let elements) = stored else { throw stored.mismatch(Self.self) }
    return Set(try elements.indices.map { try decodePart(from: elements[$0], at: MemberName(index: $0)) })
  }
}

extension Dictionary: DefaultsSerializable where Key: DefaultsSerializable, Value: DefaultsSerializable {
  /// Returns a dictionary of the values' stored forms, by the keys' stored forms.
  ///
  /// A key that is stored as a number becomes its digits, and a Boolean key `true` or `false`. A key that is stored in
  /// another form is an error, and so are two keys with one stored form. With a value that is `nil` the dictionary is
  /// JSON data, as an array is.
  public func propertyListValue() throws -> PropertyListValue? {
    var stored: [String: PropertyListValue] = [:]
    for (key, value) in self {
      guard let name = try storedName(of: key) else { throw notEncodable("a key is stored as no text and no number") }
      guard let form = try value.propertyListValue() else { return try encodeWithNil(self) }
      guard stored.updateValue(form, forKey: name) == nil else { throw notEncodable("two keys have one stored form") }
    }
    return .dictionary(stored)
  }

  /// Returns the members of a stored dictionary; a key or a value that cannot be decoded is an error.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> [Key: Value] {
    guard case .dictionary(let members) = stored else { throw stored.mismatch(Self.self) }
    var values = Self(minimumCapacity: members.count)
    for (name, value) in members {
      let key = try decodeKey(Key.self, named: name)
      // Two names may decode to one key, as "1" and "01" do to an `Int`. One of the two values would be lost.
      guard values.updateValue(try decodePart(from: value, at: MemberName(name)), forKey: key) == nil else {
        throw DefaultsError(.typeMismatch, Misfit("has two names for one key"))
      }
    }
    return values
  }

  private func notEncodable(_ reason: String) -> DefaultsError {
    .notEncodable(type: "\(Self.self)", reason: reason)
  }
}

/// Returns the JSON of a collection that has `nil` in it.
private func encodeWithNil(_ collection: some Any) throws -> PropertyListValue {
  let type = type(of: collection)
  if isWrittenAsText(type) {
    throw DefaultsError.notEncodable(type: "\(type)", reason: "nil has no stored form beside a Duration")
  }
  guard let encodable = collection as? any Encodable else {
    throw DefaultsError.notEncodable(
      type: "\(type)",
      reason: "nil has a stored form only inside of a collection that is Codable"
    )
  }
  return .data(try encodeJSON(encodable))
}

extension PropertyListValue? {
  fileprivate func precedes(_ other: Self) -> Bool {
    guard let self, let other else { return self == nil && other != nil }
    return self.precedes(other)
  }
}
