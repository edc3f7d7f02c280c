/// A value that can be stored.
///
/// Standard and Foundation types conform already. A type of your own conforms with an empty body when it is
/// `RawRepresentable`, `Codable` or an `NSSecureCoding` class; where it is several of these, the raw value is stored.
///
///     enum Theme: String, DefaultsSerializable { case light, dark }
///     struct Profile: Codable, DefaultsSerializable { var name: String }
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
  /// - Throws: ``DefaultsError/typeMismatch(expected:found:)`` or what kept the form from being decoded.
  static func value(fromPropertyList stored: PropertyListValue) throws -> Self
}
