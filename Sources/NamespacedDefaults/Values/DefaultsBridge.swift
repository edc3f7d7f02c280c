/// A way to store values of one type: the format of one key, where the type's own shall not be used.
///
///     static let frog = DefaultsKey<Frog>("frog", bridge: .jsonString)
///
/// Write your own from two closures:
///
///     extension DefaultsBridge<Color> {
///       static var hexadecimal: Self {
///         Self { .string($0.hex) } decode: { try Color(hex: String.value(fromPropertyList: $0)) }
///       }
///     }
public struct DefaultsBridge<Value: Sendable>: Sendable {
  /// Gives a value's stored form, or `nil` when nothing shall be stored.
  public let encode: @Sendable (Value) throws -> PropertyListValue?
  /// Gives the value that a stored form stands for.
  public let decode: @Sendable (PropertyListValue) throws -> Value

  /// Makes a bridge.
  ///
  /// - Parameters:
  ///   - encode: Gives a value's stored form, or `nil` when nothing shall be stored; throws what keeps it from that.
  ///   - decode: Gives the value that a stored form stands for; throws where there is none.
  public init(
    encode: @escaping @Sendable (Value) throws -> PropertyListValue?,
    decode: @escaping @Sendable (PropertyListValue) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension DefaultsBridge {
  /// The same format for a value that may be missing: for `nil` nothing is stored.
  public var optional: DefaultsBridge<Value?> {
    DefaultsBridge<Value?> {
      try $0.flatMap(encode)
    } decode: {
      try decode($0)
    }
  }
}

extension DefaultsBridge where Value: DefaultsSerializable {
  /// The type's own format, reading also what other libraries left.
  public static var serializable: Self {
    Self {
      try $0.propertyListValue()
    } decode: {
      try decodeStored(from: $0)
    }
  }
}

extension DefaultsBridge where Value: Codable {
  /// JSON with sorted keys as data; reads JSON as a text, and the type's own format, too.
  public static var jsonData: Self {
    Self {
      isNil($0) ? nil : .data(try encodeJSON($0))
    } decode: {
      try decodeJSONOrNative(Value.self, from: $0)
    }
  }

  /// JSON with sorted keys as a text; reads JSON as data, and the type's own format, too.
  public static var jsonString: Self {
    Self {
      isNil($0) ? nil : .string(String(decoding: try encodeJSON($0), as: UTF8.self))
    } decode: {
      try decodeJSONOrNative(Value.self, from: $0)
    }
  }
}

extension DefaultsBridge where Value: RawRepresentable, Value.RawValue: DefaultsSerializable {
  /// The raw value, also for a type that does not conform to ``DefaultsSerializable``.
  public static var rawValue: Self {
    Self {
      try $0.rawValue.propertyListValue()
    } decode: {
      try decodeRawValue($0)
    }
  }
}

/// JSON first, for JSON is what the bridge writes; the type's own format for a key that had no bridge before.
private func decodeJSONOrNative<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
  do {
    return try decodeCodable(type, from: stored)
  } catch {
    guard let native = type as? any DefaultsSerializable.Type,
      let value = try? native.value(fromPropertyList: stored) as? Value
    else { throw error }
    return value
  }
}

/// Whether a value is an empty optional, for which JSON has `null` and a store has nothing.
private func isNil(_ value: Any) -> Bool {
  (value as? any OptionalValue)?.isNil == true
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
