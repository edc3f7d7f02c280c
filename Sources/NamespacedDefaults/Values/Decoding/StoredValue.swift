import NamespacedDefaultsFoundation
import Synchronization

// The entrance of all decoding: the other formats that are tried, and what is filled in for members that are missing.

/// Returns the value of a stored form, which may be in the format of another library.
///
/// Keys and the elements of collections are read through this function and not through
/// ``DefaultsSerializable/value(fromPropertyList:)``, because a form that the type cannot read may be JSON or a
/// property list of another library. The type is always tried first, so that a form of this library is never read as something else. If nothing
/// can be read, the error of the type is thrown.
package func decodeStored<Value: DefaultsSerializable>(
  _ type: Value.Type = Value.self,
  from stored: PropertyListValue
) throws -> Value {
  do {
    return try type.value(fromPropertyList: stored)
  } catch {
    return try decodeOtherwise(type, from: stored, after: error)
  }
}

/// Returns the value of a part of a stored form, in which data may be a text, as a person writes them.
///
/// A whole stored text is not read as data, because another library may have stored it, as the name of a file.
///
/// - Parameters:
///   - type: The type of the part.
///   - stored: The part.
///   - key: The place of the part, which an error about it has.
/// - Returns: The value.
/// - Throws: The error that kept the part from being decoded, with its place.
func decodePart<Value: DefaultsSerializable>(
  _ type: Value.Type = Value.self,
  from stored: PropertyListValue,
  at key: @autoclosure () -> MemberName
) throws -> Value {
  do {
    return try decodePart(type, from: stored)
  } catch let error where (error as? DefaultsError)?.isOfValue != false {
    throw DefaultsError(error, decoding: type, from: stored).under(key())
  }
}

/// Returns the same, whose errors do not have its place.
func decodePart<Value: DefaultsSerializable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
  guard type == Data.self, case .string(let text) = stored else { return try decodeStored(type, from: stored) }
  let data = Data(base64Encoded: text) ?? Data(hexadecimalText: text)
  return try decodeStored(type, from: data.map { .data($0) } ?? stored)
}

@inline(never)  // so that a form that decodes as it is costs no look-up of a type or a conformance
private func decodeOtherwise<Value: DefaultsSerializable>(
  _ type: Value.Type,
  from stored: PropertyListValue,
  after error: any Error
) throws -> Value {
  // What members are in the stored form is read exactly, and a decoder of JSON would round what does not fit.
  if !(type is any Decodable.Type), let json = stored.storedJSON,
    let value = try? type.value(fromPropertyList: .data(json))
  {
    return value
  }
  // A text is no data by itself: it may be a file, whose bytes they are.
  if case .string = stored, isWrittenAsText(type) || type == Data.self || type == Data?.self { throw error }
  guard stored.mayBeEncoded, let decodable = type as? any Decodable.Type else { throw error }
  do {
    if let value = try decodeCodable(decodable, from: stored) as? Value { return value }
  } catch let encoded as DefaultsError where encoded.misfit?.isOfPart == true {
    throw encoded
  } catch {}
  throw error
}

extension PropertyListValue {
  /// Whether the value may be what an encoder has made: data, or a string that begins as an object, an array or a string
  /// of JSON.
  ///
  /// A string of digits is not read as JSON. The types themselves read it as a string or a number. Read as JSON, it
  /// could become the seconds of a date.
  fileprivate var mayBeEncoded: Bool {
    switch self {
    case .data: true
    case .string(let text): text.first.map("{[\"".contains) == true
    default: false
    }
  }
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

/// A fact about a stored form that was decoded all the same, such as that it stands for two values.
///
/// A decoder does not have the key that it decodes for. It leaves the remark with the thread, and the key reports it.
struct DecodingRemark: Error {
  let kind: DefaultsProblem.Kind
  let error: any Error

  /// Whether there has ever been a remark; a program without one only loads this flag.
  private static let haveOccurred = Atomic(false)

  /// Leaves the remark with the current thread.
  func leave() {
    Self.haveOccurred.store(true, ordering: .relaxed)
    ThreadState.current.pointee.decodingRemark = self
  }

  /// Forgets the remark of a decoding whose caller did not take it.
  @inline(__always)
  static func forget() {
    if haveOccurred.load(ordering: .relaxed) { ThreadState.current.pointee.decodingRemark = nil }
  }

  /// Returns the remark of the decoding that the current thread has just done, and forgets it.
  @inline(__always)
  static func take() -> DecodingRemark? {
    guard haveOccurred.load(ordering: .relaxed) else { return nil }
    defer { ThreadState.current.pointee.decodingRemark = nil }
    return ThreadState.current.pointee.decodingRemark as? DecodingRemark
  }
}
