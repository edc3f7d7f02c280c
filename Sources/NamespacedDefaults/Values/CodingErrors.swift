// The errors of decoders and encoders quote values: a raw value that no case of an enum has, a number that does not fit,
// or the names of a dictionary. So the library says itself what is wrong, and where.

import NamespacedDefaultsFoundation

extension DefaultsError {
  /// Creates an error about a stored value from a decoder's error, without what is quoted there.
  ///
  /// - Parameters:
  ///   - error: The error of the decoder.
  ///   - type: The type that was decoded.
  ///   - stored: The stored value.
  init(_ error: DecodingError, decoding type: Any.Type, from stored: PropertyListValue) {
    let path = error.context.codingPath
    let decoded = (error.context.underlyingError as? DecodedType)?.type ?? (path.isEmpty ? type : nil)
    let found = stored.part(at: path)
    let misfit: Misfit =
      switch error {
      case .keyNotFound(let key, _): Misfit("lacks \(key.isDeclared ? key.stringValue : "a member")", at: path)
      case .valueNotFound(let asked, _):
        Misfit("takes \(words(for: decoded, asked))", at: path, found: found ?? DecodingSource.nullText)
      case .typeMismatch(let asked, _): Misfit("takes \(words(for: decoded, asked))", at: path, found: found)
      default: Misfit("takes \(words(for: decoded, nil))", at: path, found: found)
      }
    self.init(.typeMismatch, misfit)
  }

  /// Creates an error about a value that cannot be stored from an encoder's error, without what is quoted there.
  init(_ error: EncodingError, encoding type: Any.Type) {
    self = .notEncodable(type: "\(type)", reason: error.reason)
  }
}

/// Returns what is taken where a decoder has failed.
///
/// - Parameters:
///   - decoded: The type of the value there, if it is known.
///   - asked: The type that the decoder was asked for, such as a dictionary of anything for the members of a struct.
/// - Returns: Words that follow "takes".
private func words(for decoded: Any.Type?, _ asked: Any.Type?) -> String {
  let name = decoded.map { " (\(writtenName(of: $0)))" } ?? ""
  if let decoded, ValueKind(decoded).words != nil { return expectedWords(for: decoded) }
  if asked == [String: Any].self { return "an object\(name)" }
  if asked == [Any].self { return "an array\(name)" }
  if let asked, ValueKind(asked).words != nil { return expectedWords(for: asked) }
  return decoded.map { expectedWords(for: $0) } ?? "another value"
}

/// The type of the value that could not be decoded, in the context of an error.
private struct DecodedType: Error { let type: Any.Type }

extension DecodingError {
  fileprivate var context: Context {
    switch self {
    case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// Returns the error with the type that was decoded at its place, which says more than that of the text in it.
  func decoding(_ type: Any.Type, depth: Int) -> Self {
    guard context.codingPath.count == depth, context.underlyingError == nil || ValueKind(type).words != nil else {
      return self
    }
    let new = Context(codingPath: context.codingPath, debugDescription: "", underlyingError: DecodedType(type: type))
    return switch self {
    case .valueNotFound(let asked, _): .valueNotFound(asked, new)
    case .typeMismatch(let asked, _): .typeMismatch(asked, new)
    case .dataCorrupted: .dataCorrupted(new)
    default: self
    }
  }
}

extension EncodingError {
  fileprivate var reason: String {
    guard case .invalidValue(let value, let context) = self else { return "the encoder refuses it" }
    let path = context.codingPath
    let place = path.isEmpty ? "it" : path.isDeclared ? "its \(path.declaredPlace)" : path.declaredPlace
    let isInfiniteOrNaN = (value as? any BinaryFloatingPoint)?.isFinite == false
    return isInfiniteOrNaN ? "\(place) is no finite number" : "the encoder refuses \(place)"
  }
}

extension PropertyListValue {
  /// Returns what a decoder finds in the value, which may be JSON or a property list; `nil` if there is nothing.
  fileprivate func part(at path: [any CodingKey]) -> PropertyListValue? {
    guard let key = path.first else { return self }
    let opened: PropertyListValue? =
      switch self {
      case .data(let data): encodedPropertyList ?? (try? JSONReader.value(of: data, null: DecodingSource.nullText))
      case .string(let json): try? JSONReader.value(of: Data(json.utf8), null: DecodingSource.nullText)
      default: self
      }
    let part =
      key.index.map { index in opened?.array?.dropFirst(index).first } ?? opened?.dictionary?[key.stringValue]
    return part?.part(at: Array(path.dropFirst()))
  }
}
