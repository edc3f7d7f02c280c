/// Lets a type store dictionaries under keys of its own.
///
/// The values may be of one type, or mixed:
///
///     struct Account: DictionaryDefaultSettable {
///       enum DictionaryKey: String { case limits }
///     }
///     Account.dictionary(of: Int.self, forKey: .limits)  // stored as "Account.limits"
///     Account.dictionary(forKey: .limits)
public protocol DictionaryDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype DictionaryKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]?
}

extension DictionaryDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]? { nil }

  /// The typed key behind a key, for values of mixed types.
  public static func key(_ key: DictionaryKey) -> DefaultsKey<[String: PropertyListValue]?> {
    typedKey(key, defaultValue(forKey: key))
  }

  /// The typed key behind a key, for values of one type; the default is that of the key, where it is of the type.
  public static func key<Element: DefaultsSerializable>(
    _ key: DictionaryKey,
    of type: Element.Type
  ) -> DefaultsKey<[String: Element]?> {
    typedKey(key, converted(defaultValue(forKey: key)))
  }

  /// The values stored under a key, or its default.
  @inlinable
  public static func dictionary(forKey key: DictionaryKey) -> [String: PropertyListValue]? {
    value(key, defaultValue(forKey: key))
  }

  /// The values stored under a key, all of one type, or its default; a value of another type is a mismatch.
  @inlinable
  public static func dictionary<Element: DefaultsSerializable>(of type: Element.Type, forKey key: DictionaryKey)
    -> [String: Element]?
  {
    value(key, converted(defaultValue(forKey: key)))
  }

  /// Stores values under a key; `nil` removes them.
  public static func set(_ value: [String: PropertyListValue]?, forKey key: DictionaryKey) {
    self.key(key).value = value
  }

  /// Stores values of one type under a key; `nil` removes them.
  public static func set<Element: DefaultsSerializable>(_ value: [String: Element]?, forKey key: DictionaryKey) {
    write(value, key, converted(defaultValue(forKey: key)))
  }

  /// The values stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: DictionaryKey) -> [String: PropertyListValue]? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: DictionaryKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: DictionaryKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace, for values of mixed types.
  public func key(_ key: DictionaryKey) -> DefaultsKey<[String: PropertyListValue]?> {
    typedKey(key, Self.defaultValue(forKey: key))
  }

  /// The typed key behind a key of this instance's namespace, for values of one type.
  public func key<Element: DefaultsSerializable>(_ key: DictionaryKey, of type: Element.Type) -> DefaultsKey<
    [String: Element]?
  > {
    typedKey(key, Self.converted(Self.defaultValue(forKey: key)))
  }

  /// The values stored under a key of this instance's namespace, or its default.
  public func dictionary(forKey key: DictionaryKey) -> [String: PropertyListValue]? { self.key(key).value }

  /// The values stored under a key of this instance's namespace, all of one type, or its default.
  public func dictionary<Element: DefaultsSerializable>(of type: Element.Type, forKey key: DictionaryKey) -> [String:
    Element]?
  {
    self.key(key, of: type).value
  }

  /// Stores values under a key of this instance's namespace; `nil` removes them.
  public func set(_ value: [String: PropertyListValue]?, forKey key: DictionaryKey) { self.key(key).value = value }

  /// Stores values of one type under a key of this instance's namespace; `nil` removes them.
  public func set<Element: DefaultsSerializable>(_ value: [String: Element]?, forKey key: DictionaryKey) {
    self.key(key, of: Element.self).value = value
  }
}
