/// A type that stores integers under keys of its own.
///
///     struct Account: IntegerDefaultSettable {
///       enum IntegerKey: String { case loginCount }
///     }
///     Account.set(3, forKey: .loginCount)  // stored as "Account.loginCount"
///     Account.integer(forKey: .loginCount)  // 3
public nonisolated protocol IntegerDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype IntegerKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: IntegerKey) -> Int
}

extension IntegerDefaultSettable {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: IntegerKey) -> Int { 0 }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: IntegerKey) -> DefaultsKey<Int> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable
  public static func integer(forKey key: IntegerKey) -> Int {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Stores a value under a key.
  public static func set(_ value: Int, forKey key: IntegerKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: IntegerKey) -> Int {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: IntegerKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: IntegerKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: IntegerKey) -> DefaultsKey<Int> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func integer(forKey key: IntegerKey) -> Int {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Stores a value under a key in this instance's namespace.
  public func set(_ value: Int, forKey key: IntegerKey) { self.key(key).value = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: IntegerKey) -> Int {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: IntegerKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: IntegerKey) { self.key(key).remove() }
}
