/// A `Codable` type that names a value whose members stand in for those that a stored value lacks.
///
/// ```swift
/// struct Server: Codable, DefaultsSerializable, DefaultsFallback {
///   var host: String
///   var port: Int  // new in release 2
///
///   static let fallback = Server(host: "localhost", port: 80)
/// }
/// ```
///
/// A value that an older release stored lacks the properties that its type has got since. They come from the key's
/// default, and where that has none, from the type's ``fallback``. A key without a default needs it, and so do the
/// elements of arrays and the values of dictionaries, which have no counterpart in a default.
///
/// Only what is required is filled in. A property that is optional is `nil` if it is missing, because `nil` is stored that
/// way. A member that is `null` or of another type is an error, and so is an object of which the type reads nothing at all.
public protocol DefaultsFallback: Codable, Sendable {
  /// The value whose members stand in for those that a stored value lacks.
  static var fallback: Self { get }
}
