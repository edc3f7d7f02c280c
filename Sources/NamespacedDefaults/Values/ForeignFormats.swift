#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value that a stored form stands for, also where another library wrote it.
///
/// The key layer and the collections, for their elements, read through this and not through
/// ``DefaultsSerializable/value(fromPropertyList:)``: what the type itself cannot read may be JSON that another library
/// left. The type always has the first word, so that nothing this library wrote is taken for something else, and when
/// no reading fits its error is the one that is thrown.
func decodeStored<Value: DefaultsSerializable>(
  _ type: Value.Type = Value.self,
  from stored: PropertyListValue
) throws -> Value {
  do {
    return try type.value(fromPropertyList: stored)
  } catch {
    guard let json = stored.foreignJSON, let decodable = type as? any Decodable.Type,
      let value = try? decodeJSON(decodable, from: json) as? Value
    else { throw error }
    return value
  }
}

/// A value from JSON, bare or as the only member, `value`, of an object.
func decodeJSON<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
  let decoder = JSONDecoder()
  do {
    return try decoder.decode(type, from: json)
  } catch {
    guard let boxed = try? decoder.decode(Boxed<Value>.self, from: json) else { throw error }
    return boxed.value
  }
}

extension PropertyListValue {
  /// The JSON that the value may be: data, or the text of an object, an array or a string.
  ///
  /// A text of digits is none: it is a text, or a number, which the types read for themselves, and never the seconds
  /// of a date.
  fileprivate var foreignJSON: Data? {
    switch self {
    case .data(let data): data
    case .string(let text) where text.first.map("{[\"".contains) == true: Data(text.utf8)
    default: nil
    }
  }
}

/// What Boutique wraps around every value.
private struct Boxed<Value: Decodable>: Decodable {
  let value: Value
}
