package import NamespacedDefaultsFoundation

extension PropertyListValue {
  /// The largest number of collections that may contain one another in data that are kept as what is in them.
  static let jsonDepthLimit = 100

  /// The one text of an array or a dictionary as JSON, compact and with sorted keys; `nil` for what JSON does not have.
  ///
  /// It is what a store was given that keeps such data as what is in them, as a file of JSON does. A date is one of the
  /// strings in that file that look like a date. A number or a string is none: where data are asked for, it is of a wrong
  /// type, or Base64.
  package var storedJSON: Data? { array == nil && dictionary == nil ? nil : json }

  /// The one text of the value as JSON.
  package var json: Data? { jsonForm(at: 0).flatMap { try? encodeJSON(PropertyListTree($0)) } }

  /// Returns the value with each date as a string; `nil` for data, for a date without a text, and if it nests too deep.
  private func jsonForm(at depth: Int) -> Self? {
    switch self {
    case .data: return nil
    case .date(let date): return date.iso8601Text.map(Self.string)
    case .array(let elements):
      let forms = depth < Self.jsonDepthLimit ? elements.compactMap { $0.jsonForm(at: depth + 1) } : []
      return forms.count == elements.count ? .array(forms) : nil
    case .dictionary(let members):
      let forms = depth < Self.jsonDepthLimit ? members.compactMapValues { $0.jsonForm(at: depth + 1) } : [:]
      return forms.count == members.count ? .dictionary(forms) : nil
    default: return self
    }
  }
}

/// Returns the result of a decoder, which gets an array or a dictionary that it cannot read a second time, as JSON data.
///
/// A store in a JSON file keeps data that are JSON as what is in them; so what was stored as data is read as data.
func decodingJSONAsData<Value>(
  _ stored: PropertyListValue,
  _ decode: (PropertyListValue) throws -> Value
) throws -> Value {
  do {
    return try decode(stored)
  } catch {
    guard let json = stored.storedJSON, let value = try? decode(.data(json)) else { throw error }
    return value
  }
}
