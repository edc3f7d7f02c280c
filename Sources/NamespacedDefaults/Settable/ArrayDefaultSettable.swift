/// Lets a type store lists under keys of its own.
///
/// The values may be of one type, or mixed:
///
///     struct Account: ArrayDefaultSettable {
///       enum ArrayKey: String { case scores }
///     }
///     Account.array(of: Int.self, forKey: .scores)  // stored as "Account.scores"
///     Account.array(forKey: .scores)
public protocol ArrayDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype ArrayKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]?
}

extension ArrayDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]? { nil }

  /// The typed key behind a key, for values of mixed types.
  public static func key(_ key: ArrayKey) -> DefaultsKey<[PropertyListValue]?> {
    typedKey(key, defaultValue(forKey: key))
  }

  /// The typed key behind a key, for values of one type; the default is that of the key, where it is of the type.
  public static func key<Element: DefaultsSerializable>(
    _ key: ArrayKey,
    of type: Element.Type
  ) -> DefaultsKey<[Element]?> {
    typedKey(key, converted(defaultValue(forKey: key)))
  }

  /// The values stored under a key, or its default.
  @inlinable
  public static func array(forKey key: ArrayKey) -> [PropertyListValue]? { value(key, defaultValue(forKey: key)) }

  /// The values stored under a key, all of one type, or its default; a value of another type is a mismatch.
  @inlinable
  public static func array<Element: DefaultsSerializable>(of type: Element.Type, forKey key: ArrayKey) -> [Element]? {
    value(key, converted(defaultValue(forKey: key)))
  }

  /// Stores values under a key; `nil` removes them.
  public static func set(_ value: [PropertyListValue]?, forKey key: ArrayKey) {
    write(value, key, defaultValue(forKey: key))
  }

  /// Stores values of one type under a key; `nil` removes them.
  public static func set<Element: DefaultsSerializable>(_ value: [Element]?, forKey key: ArrayKey) {
    write(value, key, converted(defaultValue(forKey: key)))
  }

  /// The values stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: ArrayKey) -> [PropertyListValue]? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: ArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: ArrayKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace, for values of mixed types.
  public func key(_ key: ArrayKey) -> DefaultsKey<[PropertyListValue]?> {
    typedKey(key, Self.defaultValue(forKey: key))
  }

  /// The typed key behind a key of this instance's namespace, for values of one type.
  public func key<Element: DefaultsSerializable>(_ key: ArrayKey, of type: Element.Type) -> DefaultsKey<[Element]?> {
    typedKey(key, Self.converted(Self.defaultValue(forKey: key)))
  }

  /// The values stored under a key of this instance's namespace, or its default.
  public func array(forKey key: ArrayKey) -> [PropertyListValue]? { self.key(key).value }

  /// The values stored under a key of this instance's namespace, all of one type, or its default.
  public func array<Element: DefaultsSerializable>(of type: Element.Type, forKey key: ArrayKey) -> [Element]? {
    self.key(key, of: type).value
  }

  /// Stores values under a key of this instance's namespace; `nil` removes them.
  public func set(_ value: [PropertyListValue]?, forKey key: ArrayKey) { self.key(key).value = value }

  /// Stores values of one type under a key of this instance's namespace; `nil` removes them.
  public func set<Element: DefaultsSerializable>(_ value: [Element]?, forKey key: ArrayKey) {
    self.key(key, of: Element.self).value = value
  }
}
