#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What users of `[String: Any]` do with `as?` and with subscripts.
extension PropertyListValue {
  /// Returns the value as a type, or `nil` if it cannot be read as that type.
  ///
  /// It is read as a stored value is: a number in a string is a number, and JSON is a `Codable` value.
  ///
  ///     Defaults["window"].dictionary?["size"]?.get([Double].self)
  ///
  /// - Parameter type: The type.
  /// - Returns: The value, or `nil`.
  public func get<Value: DefaultsSerializable>(_ type: Value.Type = Value.self) -> Value? {
    try? decodeStored(type, from: self)
  }

  /// The value as a Boolean; 1, 0 and strings such as `YES` count as Booleans.
  public var bool: Bool? { self.get() }
  /// The value as an integer, if it is a whole number that fits.
  public var int: Int? { self.get() }
  /// The value as a double.
  public var double: Double? { self.get() }
  /// The value as a string; a number is given in digits.
  public var string: String? { self.get() }
  /// The value as a date.
  public var date: Date? { self.get() }
  /// The value as data.
  public var data: Data? { self.get() }
  /// The value as a URL.
  public var url: URL? { self.get() }
  /// The value as an array.
  public var array: [PropertyListValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The value as a dictionary.
  public var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The member of a dictionary with a name; `nil` if there is none, or if the value is no dictionary.
  public subscript(name: String) -> PropertyListValue? { dictionary?[name] }

  /// The element of an array at an index; `nil` beyond its ends, or if the value is no array.
  public subscript(index: Int) -> PropertyListValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension PropertyListValue {
  /// Creates the stored form of a value.
  ///
  ///     let window: [String: PropertyListValue] = ["theme": try PropertyListValue(Theme.dark), "zoom": 1.5]
  ///
  /// - Parameter value: The value.
  /// - Throws: ``DefaultsError/Code/notEncodable``, or another error that kept the value from being encoded.
  public init(_ value: some DefaultsSerializable) throws {
    guard let form = try value.propertyListValue() else {
      throw DefaultsError.notEncodable(type: "\(type(of: value))", reason: "nil has no stored form")
    }
    self = form
  }

  /// Creates a Boolean value.
  public init(_ value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(_ value: Int) { self = .integer(Int64(value)) }

  /// Creates a double.
  public init(_ value: Double) { self = .double(value) }

  /// Creates a string.
  public init(_ value: String) { self = .string(value) }

  /// Creates a date.
  public init(_ value: Date) { self = .date(value) }

  /// Creates data.
  public init(_ value: Data) { self = .data(value) }
}
