#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A notation of `Codable` values, with its encoder and its decoder.
enum Notation: Sendable {
  /// JSON; the objects are not changed any more.
  case json(JSONEncoder, JSONDecoder)
  case propertyList

  static var json: Self { .json(JSONEncoder(), JSONDecoder()) }

  func encode(_ value: some Encodable) throws -> Data {
    switch self {
    case .json(let encoder, _): try encoder.encode(value)
    case .propertyList: try PropertyListEncoder().encode(value)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json(_, let decoder): try decoder.decode(type, from: data)
    case .propertyList: try PropertyListDecoder().decode(type, from: data)
    }
  }

  /// Returns the result of a function that gets the decoder of data.
  ///
  /// The decoder must not outlive the call.
  func withDecoder<Result>(of data: Data, _ body: (any Decoder) throws -> Result) throws -> Result {
    try withoutActuallyEscaping(body) { body in
      switch self {
      case .json(_, let decoder): try decoder.decode(Scope.self, from: data, configuration: body).result
      case .propertyList: try PropertyListDecoder().decode(Scope.self, from: data, configuration: body).result
      }
    }
  }

  /// Whether the keys of objects are not the names of members as they are in the data.
  var convertsKeys: Bool {
    guard case .json(_, let decoder) = self else { return false }
    if case .useDefaultKeys = decoder.keyDecodingStrategy { return false }
    return true
  }
}

private struct Scope<Result>: DecodableWithConfiguration {
  let result: Result

  init(from decoder: any Decoder, configuration body: (any Decoder) throws -> Result) throws {
    result = try body(decoder)
  }
}
