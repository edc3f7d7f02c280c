/// A value that can be stored.
///
/// Types of the standard library and of Foundation conform already. A type of your own conforms with an empty body if
/// it is `RawRepresentable`, `Codable` or an `NSSecureCoding` class. If it is both `RawRepresentable` and `Codable`,
/// the raw value is stored; if it is both `Codable` and `NSSecureCoding`, JSON.
///
/// ```swift
/// enum Theme: String, DefaultsSerializable { case light, dark }
/// struct Profile: Codable, DefaultsSerializable { var name: String }
/// ```
///
/// The stored forms never change:
///
/// | type | stored as |
/// | --- | --- |
/// | `Bool`, `String`, `Data`, `Date` | itself |
/// | `Int` … `Int64`, `UInt` … `UInt64` | an integer |
/// | `Double`, `Float`, `CGFloat` | a double, which may be infinite or NaN |
/// | `URL` | its absolute string |
/// | `UUID` | its `uuidString` |
/// | `Decimal` | its decimal digits as a string, with a point |
/// | `Duration` | a string such as `45s`, `250ms` or `1h30m` |
/// | `Range`, `ClosedRange` | an array of the two bounds |
/// | `Optional` | the wrapped value, or nothing for `nil` |
/// | `Array` | an array; JSON data if it has `nil` in it; its elements must be `Codable` then |
/// | `Set` | an array, sorted by kind and value |
/// | `Dictionary` | a dictionary, in which numbers and Booleans as keys are strings |
/// | raw-representable, `OptionSet` | the raw value |
/// | `Codable` | JSON data with sorted keys, and with sets in one order |
/// | `NSSecureCoding` class | a secure keyed archive, as data |
///
/// Reading also accepts the formats of other libraries:
///
/// - JSON in a string or in data, bare or as the only member, `value`, of an object
/// - data of a `PropertyListEncoder`
/// - an array of JSON strings
/// - a dictionary or an array that holds a `Codable` value's members: a date as a date, as a number or in ISO 8601, data as
///   data or in Base64, a URL and a decimal number as a text, and other numbers only if they fit
/// - the path of a file, or an archived `NSURL`, as a `URL`
/// - a number as a `Bool`, a `Bool` as a number, and a string as either, if the value fits
///
/// A key fills in the members that a stored `Codable` value lacks; see ``DefaultsFallback``.
///
/// To store a type in a form of its own, implement both requirements.
public protocol DefaultsSerializable: Sendable {
  /// Returns the value's stored form, or `nil` to store nothing, which removes the key.
  ///
  /// - Returns: The stored form.
  /// - Throws: The error that kept the value from being encoded; nothing is written then.
  func propertyListValue() throws -> PropertyListValue?

  /// Returns the value of a stored form.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The value.
  /// - Throws: ``DefaultsError/Code/typeMismatch``, or the error that kept the form from being decoded.
  static func value(fromPropertyList stored: PropertyListValue) throws -> Self
}
