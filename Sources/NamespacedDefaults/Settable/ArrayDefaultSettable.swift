/// A type that stores arrays under keys of its own.
///
/// The values in them may be of one type or of mixed types:
///
///     struct Account: ArrayDefaultSettable {
///       enum ArrayKey: String { case scores }
///     }
///     Account.set([3, 5] as [Int], forKey: .scores)  // stored as "Account.scores"
///     Account.array(of: Int.self, forKey: .scores)  // [3, 5]
///     Account.array(forKey: .scores)  // [.integer(3), .integer(5)]
public nonisolated protocol ArrayDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype ArrayKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]?
}

extension ArrayDefaultSettable {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]? { nil }

  /// Returns the typed key for a key with values of mixed types.
  public static func key(_ key: ArrayKey) -> DefaultsKey<[PropertyListValue]?> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the typed key for a key with values of one type.
  ///
  /// The default value of the typed key is that of the key if it is of the type, and otherwise `nil`.
  public static func key<Element: DefaultsSerializable>(
    _ key: ArrayKey,
    of type: Element.Type
  ) -> DefaultsKey<[Element]?> {
    DefaultsKey(key, in: self, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// Returns the values of mixed types stored under a key, or the default value of the key.
  @inlinable
  public static func array(forKey key: ArrayKey) -> [PropertyListValue]? {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Returns the values of one type stored under a key, or the default value of the key.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  @inlinable
  public static func array<Element: DefaultsSerializable>(of type: Element.Type, forKey key: ArrayKey) -> [Element]? {
    value(forKey: key, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// Stores values of mixed types under a key, or removes them with `nil`.
  public static func set(_ value: [PropertyListValue]?, forKey key: ArrayKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  /// Stores values of one type under a key, or removes them with `nil`.
  public static func set<Element: DefaultsSerializable>(_ value: [Element]?, forKey key: ArrayKey) {
    set(value, forKey: key, defaultValue: converted(defaultValue(forKey: key)))
  }

  /// The values of mixed types stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: ArrayKey) -> [PropertyListValue]? {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key)) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: ArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key.
  public static func remove(forKey key: ArrayKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace with values of mixed types.
  public func key(_ key: ArrayKey) -> DefaultsKey<[PropertyListValue]?> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the typed key for a key in this instance's namespace with values of one type.
  ///
  /// The default value of the typed key is that of the key if it is of the type, and otherwise `nil`.
  public func key<Element: DefaultsSerializable>(_ key: ArrayKey, of type: Element.Type) -> DefaultsKey<[Element]?> {
    DefaultsKey(key, in: self, defaultValue: Self.converted(Self.defaultValue(forKey: key)))
  }

  /// Returns the values of mixed types stored under a key in this instance's namespace, or the default value.
  public func array(forKey key: ArrayKey) -> [PropertyListValue]? {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key))
  }

  /// Returns the values of one type stored under a key in this instance's namespace, or the default value.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  public func array<Element: DefaultsSerializable>(of type: Element.Type, forKey key: ArrayKey) -> [Element]? {
    value(forKey: key, defaultValue: Self.converted(Self.defaultValue(forKey: key)))
  }

  /// Stores values of mixed types under a key in this instance's namespace, or removes them with `nil`.
  public func set(_ value: [PropertyListValue]?, forKey key: ArrayKey) { self.key(key).value = value }

  /// Stores values of one type under a key in this instance's namespace, or removes them with `nil`.
  public func set<Element: DefaultsSerializable>(_ value: [Element]?, forKey key: ArrayKey) {
    self.key(key, of: Element.self).value = value
  }

  /// The values of mixed types stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: ArrayKey) -> [PropertyListValue]? {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key)) }
    nonmutating set { self.key(key).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: ArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: ArrayKey) { self.key(key).remove() }
}
