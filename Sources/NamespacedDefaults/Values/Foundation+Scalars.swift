#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: DefaultsSerializable {
  /// The bytes themselves.
  public func propertyListValue() -> PropertyListValue? { .data(self) }

  /// The stored bytes as they are.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Data {
    guard case .data(let value) = stored else { throw stored.mismatch(Self.self) }
    return value
  }
}

extension Date: DefaultsSerializable {
  /// The moment itself; how exact it is when it comes back is up to the store.
  public func propertyListValue() -> PropertyListValue? { .date(self) }

  /// A stored moment; a number is none, for nobody knows since when it counts.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Date {
    guard case .date(let value) = stored else { throw stored.mismatch(Self.self) }
    return value
  }
}

extension UUID: DefaultsSerializable {
  /// The 36 characters of `uuidString`.
  public func propertyListValue() -> PropertyListValue? { .string(uuidString) }

  /// A text that is a UUID, in either case.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> UUID {
    guard case .string(let text) = stored, let value = UUID(uuidString: text) else { throw stored.mismatch(Self.self) }
    return value
  }
}

extension Decimal: DefaultsSerializable {
  /// The number in decimal digits, with a point whatever the locale.
  public func propertyListValue() -> PropertyListValue? { .string(description) }

  /// A text in decimal digits, or a number; a double counts as its shortest decimal form, 0.1 as 0.1.
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

  /// A number of nothing but digits; `Decimal(string:)` itself reads the 12 of "12 apples".
  private init?(digits text: String) {
    if text.lowercased() == "nan" {
      self = .nan
    } else {
      guard text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil else { return nil }
      self.init(string: text)
    }
  }
}
