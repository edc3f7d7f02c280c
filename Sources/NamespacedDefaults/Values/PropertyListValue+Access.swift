import NamespacedDefaultsFoundation

// For those who used `[String: Any]` with `as?` and with subscripts.
extension PropertyListValue {
  /// Returns the value as a type, or `nil` if it cannot be read as that type.
  ///
  /// It is read as a stored value is: a number in a string is a number, and JSON is a `Codable` value. As with `UserDefaults`,
  /// a Boolean value is the string "1" or "0".
  ///
  /// ```swift
  /// Defaults["window"].dictionary?["size"]?.decoded(as: [Double].self)
  /// ```
  ///
  /// - Parameter type: The type.
  /// - Returns: The value, or `nil`.
  public func decoded<Value: DefaultsSerializable>(as type: Value.Type = Value.self) -> Value? {
    try? decodeOrFill { try decodeStored(type, from: self) }
  }

  /// The value as an array.
  public var array: [PropertyListValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The value as a dictionary.
  public var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The member of a dictionary with a name; `nil` if there is none, or if the value is no dictionary.
  public subscript(name: String) -> PropertyListValue? { dictionary?[name] }

  /// The element of an array at an index; `nil` past its ends, or if the value is no array.
  public subscript(index: Int) -> PropertyListValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension PropertyListValue {
  /// Creates the stored form of a value.
  ///
  /// ```swift
  /// let window: [String: PropertyListValue] = [
  ///   "theme": try PropertyListValue(Theme.dark), "zoom": 1.5,
  /// ]
  /// ```
  ///
  /// - Parameter value: The value.
  /// - Throws: ``DefaultsError/Code/unencodableValue``, or another error that kept the value from being encoded.
  public init(_ value: some DefaultsSerializable) throws {
    guard let form = try value.propertyListValue() else {
      throw DefaultsError.notEncodable(type: "\(type(of: value))", reason: "nil has no stored form")
    }
    self = form
  }

  /// Returns an integer; the case is ``integer(_:)``, whose number is an `Int64`.
  public static func int(_ value: Int) -> Self { .integer(Int64(value)) }
}

extension PropertyListValue {
  /// The number of bytes that the value takes in a property list, about.
  package var approximateSize: Int {
    switch self {
    case .bool: 1
    case .integer, .unsignedInteger, .double, .date: 9
    case .string(let text): text.utf8.count + 5
    case .data(let data): data.count + 5
    case .array(let elements): elements.reduce(5) { $0 + $1.approximateSize + 2 }
    case .dictionary(let members): members.reduce(5) { $0 + $1.key.utf8.count + $1.value.approximateSize + 4 }
    }
  }
}
