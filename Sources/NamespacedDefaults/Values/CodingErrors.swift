// The errors of decoders and encoders quote values: a raw value that no case of an enum has, a number that does not fit,
// or the names of a dictionary. So the library says itself what is wrong, and where.

extension DefaultsError {
  /// Creates an error about a stored value from a decoder's error, without what is quoted there.
  ///
  /// - Parameters:
  ///   - error: The error of the decoder.
  ///   - type: The type that was decoded.
  ///   - stored: The stored value. The error keeps only its kind and size.
  init(_ error: DecodingError, decoding type: Any.Type, from stored: PropertyListValue) {
    let mismatch = stored.mismatch(type)
    let reason: String? =
      switch error {
      case .keyNotFound(let key, let context): "without \((context.codingPath + [key]).place)"
      case .valueNotFound(_, let context): context.codingPath.isEmpty ? nil : "with null at \(context.codingPath.place)"
      case .typeMismatch(let type, let context):
        context.codingPath.isEmpty ? nil : "with no \(type) at \(context.codingPath.place)"
      case .dataCorrupted(let context):
        context.codingPath.isEmpty ? nil : "with an invalid value at \(context.codingPath.place)"
      @unknown default: nil
      }
    self = reason.map { Self(mismatch.code, "\(mismatch.message), \($0)") } ?? mismatch
  }

  /// Creates an error about a value that cannot be stored from an encoder's error, without what is quoted there.
  init(_ error: EncodingError, encoding type: Any.Type) {
    self = .notEncodable(type: "\(type)", reason: error.reason)
  }
}

extension EncodingError {
  fileprivate var reason: String {
    guard case .invalidValue(let value, let context) = self else { return "the encoder refuses it" }
    let place = context.codingPath.isEmpty ? "it" : "its \(context.codingPath.place)"
    let isInfiniteOrNaN = (value as? any BinaryFloatingPoint)?.isFinite == false
    return isInfiniteOrNaN ? "\(place) is no finite number" : "the encoder refuses \(place)"
  }
}

extension [any CodingKey] {
  /// The place in a value, such as `items[2].name`, with `*` for the name of a dictionary's member, which is data.
  fileprivate var place: String {
    reduce(into: "") { place, key in
      if let index = key.intValue, key.stringValue == "Index \(index)" {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + (isDeclared(key) ? key.stringValue : "*")
      }
    }
  }
}

/// Returns whether a key is a case of an enum, as compilers make them of a type's properties.
private func isDeclared(_ key: any CodingKey) -> Bool {
  let mirror = Mirror(reflecting: key)
  return mirror.displayStyle == .enum && mirror.children.isEmpty
}
