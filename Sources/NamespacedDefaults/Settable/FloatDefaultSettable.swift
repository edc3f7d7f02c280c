/// A type that stores single-precision numbers under keys of its own.
///
///     struct Account: FloatDefaultSettable {
///       enum FloatKey: String { case volume }
///     }
///     Account.set(0.5, forKey: .volume)  // stored as "Account.volume"
///     Account.float(forKey: .volume)  // 0.5
public nonisolated protocol FloatDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype FloatKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: FloatKey) -> Float
}

extension FloatDefaultSettable {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: FloatKey) -> Float { 0 }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: FloatKey) -> DefaultsKey<Float> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable
  public static func float(forKey key: FloatKey) -> Float {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Stores a value under a key.
  public static func set(_ value: Float, forKey key: FloatKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: FloatKey) -> Float {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: FloatKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: FloatKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: FloatKey) -> DefaultsKey<Float> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func float(forKey key: FloatKey) -> Float { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }

  /// Stores a value under a key in this instance's namespace.
  public func set(_ value: Float, forKey key: FloatKey) { self.key(key).value = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: FloatKey) -> Float {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: FloatKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: FloatKey) { self.key(key).remove() }
}
