/// A type that stores double-precision numbers under keys of its own.
///
///     struct Account: DoubleDefaultSettable {
///       enum DoubleKey: String { case latitude }
///     }
///     Account.set(52.5, forKey: .latitude)  // stored as "Account.latitude"
///     Account.double(forKey: .latitude)  // 52.5
public nonisolated protocol DoubleDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DoubleKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DoubleKey) -> Double
}

extension DoubleDefaultSettable {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: DoubleKey) -> Double { 0 }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: DoubleKey) -> DefaultsKey<Double> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable
  public static func double(forKey key: DoubleKey) -> Double {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Stores a value under a key.
  public static func set(_ value: Double, forKey key: DoubleKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DoubleKey) -> Double {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: DoubleKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: DoubleKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: DoubleKey) -> DefaultsKey<Double> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func double(forKey key: DoubleKey) -> Double {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Stores a value under a key in this instance's namespace.
  public func set(_ value: Double, forKey key: DoubleKey) { self.key(key).value = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DoubleKey) -> Double {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: DoubleKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: DoubleKey) { self.key(key).remove() }
}
