/// A value that can be stored.
///
/// Standard and Foundation types conform already. A type of your own conforms with an empty body when it is
/// `RawRepresentable`, `Codable` or an `NSSecureCoding` class; where it is several of these, the raw value is stored.
///
///     enum Theme: String, DefaultsSerializable { case light, dark }
///     struct Profile: Codable, DefaultsSerializable { var name: String }
///
/// The stored forms, which never change:
///
/// | type | stored as |
/// | --- | --- |
/// | `Bool`, `String`, `Data`, `Date` | itself |
/// | `Int` … `Int64`, `UInt` … `UInt64` | an integer |
/// | `Double`, `Float` | a double, infinite ones and NaN too |
/// | `URL` | its absolute string |
/// | `UUID` | its `uuidString` |
/// | `Decimal` | its digits as a string, with a point |
/// | `Duration` | an array of two integers: seconds and attoseconds |
/// | `Range`, `ClosedRange` | an array of the two bounds |
/// | `Optional` | the wrapped value; nothing for `nil`, which is an error inside a collection |
/// | `Array` | an array |
/// | `Set` | an array, sorted by kind and value |
/// | `Dictionary` | a dictionary; keys that are stored as integers are written in digits |
/// | raw-representable, `OptionSet` | the raw value |
/// | `Codable` | JSON data with sorted keys |
/// | `NSSecureCoding` class | a secure keyed archive, as data |
///
/// Reading also accepts what other libraries left of these types: JSON as a string or data, bare or as the only
/// member `value` of an object; an array of JSON strings; a `Codable` as a native dictionary; a file's path or an
/// archived `NSURL` for a `URL`; a number for a `Bool` and the reverse, or either as a string, as long as nothing is
/// lost.
///
/// Implement both requirements to store a type in a form of its own.
public protocol DefaultsSerializable: Sendable {
  /// The value's stored form, or `nil` when nothing shall be stored, which removes the key.
  ///
  /// - Returns: The stored form.
  /// - Throws: What kept the value from being encoded; nothing is written then.
  func propertyListValue() throws -> PropertyListValue?

  /// The value that a stored form stands for.
  ///
  /// - Parameter stored: What the store holds.
  /// - Returns: The value.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` or what kept the form from being decoded.
  static func value(fromPropertyList stored: PropertyListValue) throws -> Self
}
