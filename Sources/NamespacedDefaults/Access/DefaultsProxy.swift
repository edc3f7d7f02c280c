#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is stored under a name, to read as one type or another: for scripts, and for adopting typed keys step by step.
///
///     Defaults["color"] = "red"
///     Defaults["color"].string  // "red"
///     Defaults["color"].int     // nil
///
/// A property is `nil` where nothing is stored, or something that cannot be read as the type; the latter is reported to
/// ``Defaults/problemHandler``. The search order is that of the typed keys: launch arguments, the store, registered
/// defaults.
public struct DefaultsProxy: Sendable {
  /// The stored name.
  public let name: String
  /// Where the value lives.
  public let store: any DefaultsStore

  init(_ name: String, in store: any DefaultsStore) {
    self.name = name
    self.store = store
  }

  /// The value as a string; a number as its digits.
  public var string: String? { read() }
  /// The value as an integer, where it is a whole number that fits.
  public var int: Int? { read() }
  /// The value as a double.
  public var double: Double? { read() }
  /// The value as a truth value; 1 and 0, and texts such as `YES`, are such.
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

  /// ``string``, or an empty one.
  public var stringValue: String { string ?? "" }
  /// ``int``, or 0.
  public var intValue: Int { int ?? 0 }
  /// ``double``, or 0.
  public var doubleValue: Double { double ?? 0 }
  /// ``bool``, or `false`.
  public var boolValue: Bool { bool ?? false }
  /// ``array``, or an empty one.
  public var arrayValue: [PropertyListValue] { array ?? [] }
  /// ``dictionary``, or an empty one.
  public var dictionaryValue: [String: PropertyListValue] { dictionary ?? [:] }
  /// ``data``, or none.
  public var dataValue: Data { data ?? Data() }

  /// Whether anything is stored under the name, of whatever type.
  public var exists: Bool { key(as: PropertyListValue.self).hasValue }

  /// Removes what is stored under the name.
  public func remove() { key(as: PropertyListValue.self).remove() }

  /// What is stored, of whatever type, as it changes; see ``DefaultsKey/updates()``.
  ///
  /// For several names at once: `Defaults.updates(Defaults["a"].key(as: Int.self), Defaults["b"].key(as: String.self))`.
  public func updates() -> DefaultsUpdates<PropertyListValue?> { key(as: PropertyListValue.self).updates() }

  /// Calls a handler after each change, of whatever type; see ``DefaultsKey/observe(options:_:)``.
  public func observe(
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<PropertyListValue?>.Change) -> Void
  ) -> DefaultsObservation {
    key(as: PropertyListValue.self).observe(options: options, handler)
  }

  /// What is stored, of whatever type.
  var stored: PropertyListValue? { read() }

  func set(_ value: (any DefaultsSerializable)?) {
    guard let value else { return remove() }
    func set<Value: DefaultsSerializable>(_ value: Value) { key(as: Value.self).value = value }
    set(value)
  }

  /// The typed key behind the name: to update it with a closure, follow it with others, or hear of errors at the call.
  ///
  /// - Parameter type: The type to read the value as.
  /// - Returns: A key of the proxy's store, `nil` where nothing is stored.
  public func key<Value: DefaultsSerializable>(as type: Value.Type) -> DefaultsKey<Value?> {
    // A proxy claims no name: it reads what others declare.
    DefaultsKey(name, defaultValue: nil, bridge: .serializable, declaration: nil, in: .fixed(store))
  }

  private func read<Value: DefaultsSerializable>() -> Value? { key(as: Value.self).value }
}

extension Defaults {
  /// What is stored under a name, to read as one type or another: `Defaults["color"].string`.
  public static subscript(_ name: String) -> DefaultsProxy { DefaultsProxy(name, in: store) }

  /// Stores a value under a name, or removes it with `nil`: `Defaults["color"] = "red"`.
  @_disfavoredOverload  // A tie-breaker: reading gives the proxy, and only an assignment comes here.
  public static subscript(_ name: String) -> (any DefaultsSerializable)? {
    get { self[name].stored }
    set { self[name].set(newValue) }
  }
}
