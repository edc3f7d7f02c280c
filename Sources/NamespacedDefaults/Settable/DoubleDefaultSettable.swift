/// A type that stores double-precision numbers under keys of its own.
///
/// ```swift
/// struct Account: DoubleDefaultSettable {
///   enum DoubleKey: String { case latitude }
/// }
/// Account.set(52.5, forKey: .latitude)  // stored as "Account.latitude"
/// Account.double(forKey: .latitude)  // 52.5
/// ```
public nonisolated protocol DoubleDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DoubleKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Double?`; `Double` if there is none.
  associatedtype DoubleValue = Double

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DoubleKey) -> DoubleValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _doubleKeys: KeyEnum { get }
}

extension DoubleDefaultSettable where DoubleValue == Double {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: DoubleKey) -> Double { 0 }
}

extension DoubleDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum DoubleKey: String and DefaultsSerializable defaults")
  public static var _doubleKeys: KeyEnum { fatalError() }
}

extension DoubleDefaultSettable where DoubleValue: DefaultsSerializable {
  /// The keys.
  public static var _doubleKeys: KeyEnum { KeyEnum(DoubleKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: DoubleKey) -> DefaultsKey<DoubleValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func double(forKey key: DoubleKey) -> DoubleValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: DoubleValue, forKey key: DoubleKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DoubleKey) -> DoubleValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: DoubleKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: DoubleKey) -> DefaultsKey<DoubleValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func double(forKey key: DoubleKey) -> DoubleValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: DoubleValue, forKey key: DoubleKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DoubleKey) -> DoubleValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: DoubleKey) { self.key(key).remove() }
}
