public import NamespacedDefaultsFoundation

/// The value under a name, to read as one type or another.
///
/// Use it in scripts, and where you adopt typed keys step by step:
///
/// ```swift
/// Defaults["color"] = "red"
/// Defaults["color"].string  // "red"
/// Defaults["color"].int     // nil
/// ```
///
/// A property is `nil` if nothing is stored, or if the stored value cannot be read as its type. The second case is
/// reported to ``Defaults/problemHandler``. The search order is that of the typed keys: launch argument, stored value,
/// registered value.
public struct DefaultsProxy: Sendable, CustomStringConvertible {
  let name: String
  let store: any DefaultsStore

  init(_ name: some StringProtocol, in store: any DefaultsStore) {
    self.name = String(name)
    self.store = store
  }

  /// The name of the type and the stored name, and never the value.
  public var description: String { "DefaultsProxy \(name.quoted)" }

  /// The value as a string; a number is given in digits.
  public var string: String? { read() }
  /// The value as an integer, if it is a whole number that fits.
  public var int: Int? { read() }
  /// The value as a double.
  public var double: Double? { read() }
  /// The value as a Boolean; 1, 0 and strings such as `YES` count as Booleans.
  public var bool: Bool? { read() }
  /// The value as an array.
  public var array: [PropertyListValue]? { read() }
  /// The value as a dictionary.
  public var dictionary: [String: PropertyListValue]? { read() }
  /// The value as data.
  public var data: Data? { read() }
  /// The value as a date.
  public var date: Date? { read() }
  /// The value as a URL.
  public var url: URL? { read() }

  /// ``string``, or an empty string.
  public var stringValue: String { string ?? "" }
  /// ``int``, or 0.
  public var intValue: Int { int ?? 0 }
  /// ``double``, or 0.
  public var doubleValue: Double { double ?? 0 }
  /// ``bool``, or `false`.
  public var boolValue: Bool { bool ?? false }
  /// ``array``, or an empty array.
  public var arrayValue: [PropertyListValue] { array ?? [] }
  /// ``dictionary``, or an empty dictionary.
  public var dictionaryValue: [String: PropertyListValue] { dictionary ?? [:] }
  /// ``data``, or empty data.
  public var dataValue: Data { data ?? Data() }

  /// Whether a value is stored under the name, whatever its type.
  public var exists: Bool { key(as: PropertyListValue.self).hasValue }

  /// Removes what is stored under the name.
  public func remove() { key(as: PropertyListValue.self).remove() }

  /// The value in its stored form.
  var stored: PropertyListValue? { read() }

  func set(_ value: (any DefaultsSerializable)?) {
    guard let value else { return remove() }
    func set<Value: DefaultsSerializable>(_ value: Value) { key(as: Value.self).value = value }
    set(value)
  }

  /// Returns a typed key for the name.
  ///
  /// Use it to change the value with a closure, to follow it, alone or together with others, or to catch errors at the
  /// call:
  ///
  /// ```swift
  /// let count = Defaults["count"].key(as: Int.self)
  /// let title = Defaults["title"].key(as: String.self)
  /// for await (count, title) in Defaults.updates(count, title) { … }
  /// ```
  ///
  /// - Parameter type: The type as which the value is read.
  /// - Returns: A key of the proxy's store, with the default value `nil`.
  public func key<Value: DefaultsSerializable>(as type: Value.Type) -> DefaultsKey<Value?> {
    // Without a declaration, because a proxy reads names that others declare, which is no collision.
    DefaultsKey(KeyName(name), default: .fixed(nil), bridge: .serializable, declaration: nil, in: .fixed(store))
  }

  private func read<Value: DefaultsSerializable>() -> Value? { key(as: Value.self).value }
}

extension Defaults {
  /// The value under a name, to read as one type or another: `Defaults["color"].string`.
  public static subscript(_ name: some StringProtocol) -> DefaultsProxy { DefaultsProxy(name, in: store) }

  /// The value to store under a name, or `nil` to remove it: `Defaults["color"] = "red"`.
  @_disfavoredOverload  // A tie-breaker: a read gets the proxy, and only an assignment gets here.
  public static subscript(_ name: some StringProtocol) -> (any DefaultsSerializable)? {
    get { self[name].stored }
    set { self[name].set(newValue) }
  }
}
