/// A type that stores arrays of strings under keys of its own.
///
///     struct Account: StringArrayDefaultSettable {
///       enum StringArrayKey: String { case tags }
///     }
///     Account.set(["new"], forKey: .tags)  // stored as "Account.tags"
///     Account.stringArray(forKey: .tags)  // ["new"]
public nonisolated protocol StringArrayDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype StringArrayKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: StringArrayKey) -> [String]?
}

extension StringArrayDefaultSettable {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: StringArrayKey) -> [String]? { nil }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: StringArrayKey) -> DefaultsKey<[String]?> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable
  public static func stringArray(forKey key: StringArrayKey) -> [String]? {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Stores a value under a key, or removes it with `nil`.
  public static func set(_ value: [String]?, forKey key: StringArrayKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: StringArrayKey) -> [String]? {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: StringArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: StringArrayKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: StringArrayKey) -> DefaultsKey<[String]?> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func stringArray(forKey key: StringArrayKey) -> [String]? {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Stores a value under a key in this instance's namespace, or removes it with `nil`.
  public func set(_ value: [String]?, forKey key: StringArrayKey) { self.key(key).value = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: StringArrayKey) -> [String]? {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: StringArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: StringArrayKey) { self.key(key).remove() }
}
