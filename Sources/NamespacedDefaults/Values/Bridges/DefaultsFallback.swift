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

/// What stands in for the members that a stored value lacks, while it is decoded for the second time.
///
/// Types decode themselves, without the key that they are decoded for. So it is left with the thread.
struct DecodingFallback {
  /// The default of the key; `nil` if there is no key.
  let value: Any?

  /// The one that is in force on the current thread; `nil` while values are decoded as they are.
  static var current: DecodingFallback? { ThreadState.current.pointee.decodingFallback as? DecodingFallback }

  fileprivate func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    let state = ThreadState.current
    let outer = state.pointee.decodingFallback
    state.pointee.decodingFallback = self
    defer { state.pointee.decodingFallback = outer }
    return try body()
  }
}

/// Returns the result of a decoding.
///
/// If it fails, it is done again, and members that the stored value lacks are filled in. So a value that decodes as it is
/// costs nothing more.
///
/// - Parameters:
///   - fallback: The default of the key, if there is one.
///   - decode: A function that decodes.
/// - Returns: Its result.
/// - Throws: The error of the decoding in which all that is missing was filled in, which is about a member that is there.
@inline(__always)  // on the way of every value that is decoded
package func decodeOrFill<Value>(from fallback: @autoclosure () -> Any? = nil, _ decode: () throws -> Value) throws
  -> Value
{
  do {
    return try decode()
  } catch {
    return try fill(from: fallback(), decode, after: error)
  }
}

@inline(never)  // as above
private func fill<Value>(from fallback: Any?, _ decode: () throws -> Value, after error: any Error) throws -> Value {
  do {
    return try DecodingFallback(value: fallback).inForce(decode)
  } catch let filledError {
    throw filledError is DefaultsError ? filledError : error
  }
}
