public import NamespacedDefaultsFoundation

extension Data: DefaultsSerializable {
  /// Returns the bytes themselves.
  public func propertyListValue() -> PropertyListValue? { .data(self) }

  /// Returns the stored bytes as they are, or a stored array or dictionary as JSON, compact and with sorted keys.
  ///
  /// A store in a JSON file keeps such JSON as the array or the dictionary that is in it, and gives back the same bytes.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Data {
    if case .data(let value) = stored { return value }
    guard let json = stored.storedJSON else { throw stored.mismatch(Self.self) }
    return json
  }
}

extension Date: DefaultsSerializable {
  /// Returns the date itself.
  ///
  /// Some stores keep it less exactly, for example in whole seconds.
  public func propertyListValue() -> PropertyListValue? { .date(self) }

  /// Returns a stored date, or the one in a stored string of ISO 8601, such as `2026-01-31` or `2026-01-31T15:04:05+02:00`.
  ///
  /// A string without an offset is read as UTC. A number is not read as a date, because its starting point is unknown.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Date {
    switch stored {
    case .date(let value): return value
    case .string(let text):
      guard let value = Date(iso8601Text: text.trimmed) else { throw stored.mismatch(Self.self) }
      return value
    default: throw stored.mismatch(Self.self)
    }
  }
}

extension UUID: DefaultsSerializable {
  /// Returns the 36 characters of `uuidString`.
  public func propertyListValue() -> PropertyListValue? { .string(uuidString) }

  /// Returns the UUID in a stored string, in upper or lower case.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> UUID {
    guard case .string(let text) = stored, let value = UUID(uuidString: text) else { throw stored.mismatch(Self.self) }
    return value
  }
}

extension Decimal: DefaultsSerializable {
  /// Returns a string of the number's decimal digits, with a point in every locale.
  public func propertyListValue() -> PropertyListValue? { .string(description) }

  /// Returns the number in a stored string of decimal digits, or a stored number.
  ///
  /// A double is read as its shortest decimal form, 0.1 as 0.1.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Decimal {
    let value: Decimal? =
      switch stored {
      case .integer(let number): Decimal(number)
      case .unsignedInteger(let number): Decimal(number)
      case .double(let number): Decimal(digits: number.description)
      case .string(let text): Decimal(digits: text.trimmed)
      default: nil
      }
    guard let value else { throw stored.mismatch(Self.self) }
    return value
  }

  /// Creates a number from a string; `nil` if the string is not a number as a whole.
  ///
  /// `Decimal(string:)` alone reads "12 apples" as 12. The time it takes grows with the square of the length, so a string
  /// is refused that is far longer than the digits of any decimal.
  private init?(digits text: String) {
    if text.lowercased() == "nan" {
      self = .nan
    } else {
      guard text.utf8.count <= 500,
        text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
      else { return nil }
      self.init(string: text)
    }
  }
}
