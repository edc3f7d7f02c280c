public import NamespacedDefaultsFoundation

/// A format in which one key stores its values, in place of their type's own format.
///
/// ```swift
/// static let frog = DefaultsKey<Frog>("frog", bridge: .jsonString)
/// ```
///
/// Create a bridge of your own from two closures:
///
/// ```swift
/// extension DefaultsBridge<Color> {
///   static var hexadecimal: Self {
///     Self {
///       .string($0.hex)
///     } decode: {
///       try Color(hex: String.value(fromPropertyList: $0))
///     }
///   }
/// }
/// ```
///
/// A key that is made anew at each use, by a computed property, decodes an unchanged value again if its bridge is made anew
/// too, from closures, from an encoder and a decoder, or with a rule. Keep such a bridge, or the key, in a `let`.
public struct DefaultsBridge<Value: Sendable>: _NonisolatedExtensions {
  let identity: BridgeIdentity
  /// The closure that returns a value's stored form, or `nil` to store nothing.
  package let encode: @Sendable (Value) throws -> PropertyListValue?
  /// The closure that returns the value of a stored form.
  package let decode: @Sendable (PropertyListValue) throws -> Value
  /// The rule that ``validating(_:)`` has added, a ``Validity``.
  ///
  /// Its type does not depend on the value's, so that a bridge costs less to copy.
  private var addedRule: BridgeRule? = nil

  /// The rule that ``validating(_:)`` has added.
  var validity: Validity<Value>? {
    get { addedRule.map { unsafeDowncast($0, to: Validity<Value>.self) } }  // nothing else is stored there
    set { addedRule = newValue }
  }

  /// A few words about the values that the rule allows; `nil` without a rule.
  package var rule: String? { addedRule?.rule }
  /// The stored forms of the lower and the upper bound of each range that the rule has; `nil` of one that another rule
  /// refuses.
  package var bounds: [[PropertyListValue?]] { addedRule?.bounds() ?? [] }
  /// The identity of the stored form, whatever the rule.
  package var format: BridgeIdentity { addedRule?.format ?? identity }
}

/// What the rule of a bridge says, without the type of its values.
class BridgeRule: @unchecked Sendable {  // it never changes, and neither does its one subclass
  /// A few words about the allowed values.
  let rule: String
  /// Returns the bounds of its ranges; see ``DefaultsBridge/bounds``.
  let bounds: @Sendable () -> [[PropertyListValue?]]
  /// The identity of the bridge without the rule.
  let format: BridgeIdentity

  init(_ rule: String, _ format: BridgeIdentity, _ bounds: @escaping @Sendable () -> [[PropertyListValue?]]) {
    (self.rule, self.format, self.bounds) = (rule, format, bounds)
  }
}

/// The rule of a bridge.
final class Validity<Value: Sendable>: BridgeRule, @unchecked Sendable {  // as above
  /// Returns whether the rule allows a value.
  let allows: @Sendable (Value) -> Bool
  /// Returns the value of a stored form, whatever the rule says.
  let decode: @Sendable (PropertyListValue) throws -> Value

  init(
    _ rule: String,
    format: BridgeIdentity,
    bounds: @escaping @Sendable () -> [[PropertyListValue?]],
    allows: @escaping @Sendable (Value) -> Bool,
    decode: @escaping @Sendable (PropertyListValue) throws -> Value
  ) {
    (self.allows, self.decode) = (allows, decode)
    super.init(rule, format, bounds)
  }
}

extension DefaultsBridge {
  /// Creates a bridge from two closures.
  ///
  /// - Parameters:
  ///   - encode: A closure that returns a value's stored form, or `nil` to store nothing. It throws if there is no
  ///     form.
  ///   - decode: A closure that returns the value of a stored form. It throws if there is no value. If it throws for an
  ///     array or a dictionary, it gets this a second time as JSON data, because a store in a JSON file keeps data that are
  ///     JSON as what is in them.
  public init(
    encode: @escaping @Sendable (Value) throws -> PropertyListValue?,
    decode: @escaping @Sendable (PropertyListValue) throws -> Value
  ) {
    self.init(identity: .unique(), encode: encode) { try decodingJSONAsData($0, decode) }
  }
}

extension DefaultsBridge {
  /// The same format with optional values; nothing is stored for `nil`.
  package var optional: DefaultsBridge<Value?> {
    var bridge = DefaultsBridge<Value?>(identity: identity.optional) {
      try $0.flatMap(encode)
    } decode: {
      try decode($0)
    }
    if let validity {
      bridge.validity = Validity(validity.rule, format: validity.format.optional, bounds: validity.bounds) { value in
        value.map(validity.allows) ?? true
      } decode: {
        try validity.decode($0)
      }
    }
    return bridge
  }
}

extension DefaultsBridge where Value: DefaultsSerializable {
  /// The type's own format, which also reads the formats of other libraries.
  package static var serializable: Self {
    Self(identity: .serializable) {
      try $0.propertyListValue()
    } decode: {
      try decodeStored(from: $0)
    }
  }
}

extension DefaultsBridge where Value: Codable {
  /// JSON data with sorted keys; it also reads JSON in a string, property lists, and the type's own format.
  public static var jsonData: Self { readingJSON(.jsonData) { .data(try encodeJSON($0)) } }

  /// A string of JSON with sorted keys; it also reads JSON data, and the type's own format.
  public static var jsonString: Self {
    readingJSON(.jsonString) { .string(String(decoding: try encodeJSON($0), as: UTF8.self)) }
  }

  /// A dictionary of the value's members, or an array of its elements; it also reads JSON, and the type's own format.
  ///
  /// Tools can read the members, and several programs can agree on them. Dates and data are stored as such.
  public static var dictionary: Self { readingJSON(.dictionary) { try encodePropertyList($0).root } }

  /// The data of a `PropertyListEncoder`, in the binary format; it also reads XML, JSON, and the type's own format.
  ///
  /// A program has such data if it encoded its values by hand. The encoder writes the members in no order of its own, so that
  /// observers may be called for an equal write.
  public static var propertyList: Self { readingJSON(.propertyList) { .data(try encodePropertyList($0).data) } }

  /// JSON data of an encoder and a decoder of your own, as for other dates.
  ///
  /// ```swift
  /// static let trip = DefaultsKey<Trip?>(
  ///   "trip",
  ///   bridge: .json(encoder: .iso8601, decoder: .iso8601)
  /// )
  /// ```
  ///
  /// It reads JSON in data, in a string or as the object of a JSON file, and nothing else: numbers would be dates for
  /// one decoder and other dates for another one. `DefaultsMigration.reencode` of NamespacedDefaultsMigration stores again what the
  /// key stored in another format.
  ///
  /// - Parameters:
  ///   - encoder: The encoder; its keys become sorted. Do not change it afterwards.
  ///   - decoder: The decoder. Do not change it afterwards.
  /// - Returns: The bridge.
  public static func json(encoder: JSONEncoder, decoder: JSONDecoder) -> Self {
    encoder.outputFormatting.insert(.sortedKeys)
    return Self {
      isNil($0) ? nil : .data(try encodeJSON($0, with: encoder))
    } decode: {
      try decodeCodable(Value.self, from: $0, with: decoder)
    }
  }

  private static func readingJSON(
    _ identity: BridgeIdentity,
    _ encode: @escaping @Sendable (Value) throws -> PropertyListValue
  ) -> Self {
    Self(identity: identity) {
      isNil($0) ? nil : try encode($0)
    } decode: {
      try decodeJSONOrNative(Value.self, from: $0)
    }
  }
}

extension DefaultsBridge where Value: RawRepresentable, Value.RawValue: DefaultsSerializable {
  /// The format of the raw value.
  ///
  /// The type itself need not conform to ``DefaultsSerializable``.
  public static var rawValue: Self {
    Self(identity: .rawValue) {
      try $0.rawValue.propertyListValue()
    } decode: {
      try decodeRawValue($0)
    }
  }
}

/// Returns the value that is decoded from JSON, or else from the type's own format.
///
/// JSON is tried first because the bridge writes JSON. A key that had no bridge before has a value in the type's
/// format.
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

/// Returns whether a value is an empty optional.
///
/// JSON has `null` for such a value, but a store holds nothing.
private func isNil(_ value: Any) -> Bool {
  (value as? any OptionalValue)?.isNil == true
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
