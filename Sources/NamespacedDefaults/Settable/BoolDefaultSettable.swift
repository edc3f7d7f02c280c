/// A type that stores Boolean values under keys of its own.
///
/// ```swift
/// struct Account: BoolDefaultSettable {
///   enum BoolKey: String { case isUserLoggedIn }
/// }
/// // Stored as "Account.isUserLoggedIn".
/// Account.set(true, forKey: .isUserLoggedIn)
/// Account.bool(forKey: .isUserLoggedIn)  // true
/// ```
///
/// With a default that is a `Bool?`, a value may be not said yet: `nil`.
public nonisolated protocol BoolDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype BoolKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Bool?`; `Bool` if there is none.
  associatedtype BoolValue = Bool

  /// Returns the value of a key if nothing is stored under it; `false` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: BoolKey) -> BoolValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _boolKeys: KeyEnum { get }
}

extension BoolDefaultSettable where BoolValue == Bool {
  /// Returns `false` for every key.
  public static func defaultValue(forKey key: BoolKey) -> Bool { false }
}

extension BoolDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum BoolKey: String and DefaultsSerializable defaults")
  public static var _boolKeys: KeyEnum { fatalError() }
}

extension BoolDefaultSettable where BoolValue: DefaultsSerializable {
  /// The keys.
  public static var _boolKeys: KeyEnum { KeyEnum(BoolKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: BoolKey) -> DefaultsKey<BoolValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func bool(forKey key: BoolKey) -> BoolValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: BoolValue, forKey key: BoolKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: BoolKey) -> BoolValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: BoolKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: BoolKey) -> DefaultsKey<BoolValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func bool(forKey key: BoolKey) -> BoolValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: BoolValue, forKey key: BoolKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: BoolKey) -> BoolValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: BoolKey) { self.key(key).remove() }
}
