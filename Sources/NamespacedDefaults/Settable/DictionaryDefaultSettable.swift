/// A type that stores dictionaries under keys of its own.
///
/// The values in them may be of one type or of mixed types:
///
///     struct Account: DictionaryDefaultSettable {
///       enum DictionaryKey: String { case limits }
///     }
///     Account.set(["disk": 5] as [String: Int], forKey: .limits)  // stored as "Account.limits"
///     Account.dictionary(of: Int.self, forKey: .limits)  // ["disk": 5]
///     Account.dictionary(forKey: .limits)  // ["disk": .integer(5)]
public nonisolated protocol DictionaryDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DictionaryKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]?
}

extension DictionaryDefaultSettable {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]? { nil }

  /// Returns the typed key for a key with values of mixed types.
  public static func key(_ key: DictionaryKey) -> DefaultsKey<[String: PropertyListValue]?> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the typed key for a key with values of one type.
  ///
  /// The default value of the typed key is that of the key if it is of the type, and otherwise `nil`.
  public static func key<Element: DefaultsSerializable>(
    _ key: DictionaryKey,
    of type: Element.Type
  ) -> DefaultsKey<[String: Element]?> {
    DefaultsKey(key, in: self, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// Returns the values of mixed types stored under a key, or the default value of the key.
  @inlinable
  public static func dictionary(forKey key: DictionaryKey) -> [String: PropertyListValue]? {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the values of one type stored under a key, or the default value of the key.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  @inlinable
  public static func dictionary<Element: DefaultsSerializable>(of type: Element.Type, forKey key: DictionaryKey)
    -> [String: Element]?
  {
    value(forKey: key, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// Stores values of mixed types under a key, or removes them with `nil`.
  public static func set(_ value: [String: PropertyListValue]?, forKey key: DictionaryKey) {
    self.key(key).value = value
  }

  /// Stores values of one type under a key, or removes them with `nil`.
  public static func set<Element: DefaultsSerializable>(_ value: [String: Element]?, forKey key: DictionaryKey) {
    set(value, forKey: key, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// The values of mixed types stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DictionaryKey) -> [String: PropertyListValue]? {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: DictionaryKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: DictionaryKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace with values of mixed types.
  public func key(_ key: DictionaryKey) -> DefaultsKey<[String: PropertyListValue]?> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the typed key for a key in this instance's namespace with values of one type.
  ///
  /// The default value of the typed key is that of the key if it is of the type, and otherwise `nil`.
  public func key<Element: DefaultsSerializable>(_ key: DictionaryKey, of type: Element.Type) -> DefaultsKey<
    [String: Element]?
  > {
    DefaultsKey(key, in: self, defaultValue: Self.converted(Self.defaultValue(forKey: key)))
  }

  /// Returns the values of mixed types stored under a key in this instance's namespace, or the default value.
  public func dictionary(forKey key: DictionaryKey) -> [String: PropertyListValue]? {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the values of one type stored under a key in this instance's namespace, or the default value.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  public func dictionary<Element: DefaultsSerializable>(of type: Element.Type, forKey key: DictionaryKey) -> [String:
    Element]?
  {
    value(forKey: key, defaultValue: Self.converted(Self.defaultValue(forKey: key)))
  }

  /// Stores values of mixed types under a key in this instance's namespace, or removes them with `nil`.
  public func set(_ value: [String: PropertyListValue]?, forKey key: DictionaryKey) { self.key(key).value = value }

  /// Stores values of one type under a key in this instance's namespace, or removes them with `nil`.
  public func set<Element: DefaultsSerializable>(_ value: [String: Element]?, forKey key: DictionaryKey) {
    self.key(key, of: Element.self).value = value
  }

  /// The values of mixed types stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DictionaryKey) -> [String: PropertyListValue]? {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: DictionaryKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: DictionaryKey) { self.key(key).remove() }
}
