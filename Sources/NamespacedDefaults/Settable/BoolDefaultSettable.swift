/// A type that stores Boolean values under keys of its own.
///
///     struct Account: BoolDefaultSettable {
///       enum BoolKey: String { case isUserLoggedIn }
///     }
///     Account.set(true, forKey: .isUserLoggedIn)  // stored as "Account.isUserLoggedIn"
///     Account.bool(forKey: .isUserLoggedIn)  // true
public nonisolated protocol BoolDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype BoolKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `false` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: BoolKey) -> Bool
}

extension BoolDefaultSettable {
  /// Returns `false` for every key.
  public static func defaultValue(forKey key: BoolKey) -> Bool { false }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: BoolKey) -> DefaultsKey<Bool> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable
  public static func bool(forKey key: BoolKey) -> Bool { value(forKey: key, defaultValue: defaultValue(forKey: key)) }

  /// Stores a value under a key.
  public static func set(_ value: Bool, forKey key: BoolKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: BoolKey) -> Bool {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: BoolKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: BoolKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: BoolKey) -> DefaultsKey<Bool> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func bool(forKey key: BoolKey) -> Bool { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }

  /// Stores a value under a key in this instance's namespace.
  public func set(_ value: Bool, forKey key: BoolKey) { self.key(key).value = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: BoolKey) -> Bool {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: BoolKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: BoolKey) { self.key(key).remove() }
}
