/// Lets a type store lists of texts under keys of its own.
///
///     struct Account: StringArrayDefaultSettable {
///       enum StringArrayKey: String { case tags }
///     }
///     Account.stringArray(forKey: .tags)  // stored as "Account.tags"
public protocol StringArrayDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype StringArrayKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: StringArrayKey) -> [String]?
}

extension StringArrayDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: StringArrayKey) -> [String]? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: StringArrayKey) -> DefaultsKey<[String]?> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func stringArray(forKey key: StringArrayKey) -> [String]? { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key; `nil` removes it.
  public static func set(_ value: [String]?, forKey key: StringArrayKey) {
    write(value, key, defaultValue(forKey: key))
  }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: StringArrayKey) -> [String]? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: StringArrayKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: StringArrayKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: StringArrayKey) -> DefaultsKey<[String]?> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func stringArray(forKey key: StringArrayKey) -> [String]? { self.key(key).value }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set(_ value: [String]?, forKey key: StringArrayKey) { self.key(key).value = value }
}
