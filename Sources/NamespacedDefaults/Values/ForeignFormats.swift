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
    // What members are in the stored form is read exactly, and a decoder of JSON would round what does not fit.
    if type is any Decodable.Type { return try type.value(fromPropertyList: stored) }
    return try decodingJSONAsData(stored, type.value)
  } catch {
    guard stored.mayBeEncoded, let decodable = type as? any Decodable.Type,
      let value = try? decodeCodable(decodable, from: stored) as? Value
    else { throw error }
    return value
  }
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
