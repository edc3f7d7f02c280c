/// Lets a type store texts under keys of its own.
///
///     struct Account: StringDefaultSettable {
///       enum StringKey: String { case username }
///     }
///     Account.string(forKey: .username)  // stored as "Account.username"
public protocol StringDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype StringKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: StringKey) -> String?
}

extension StringDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: StringKey) -> String? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: StringKey) -> DefaultsKey<String?> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func string(forKey key: StringKey) -> String? { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key; `nil` removes it.
  public static func set(_ value: String?, forKey key: StringKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: StringKey) -> String? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: StringKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: StringKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: StringKey) -> DefaultsKey<String?> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func string(forKey key: StringKey) -> String? { self.key(key).value }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set(_ value: String?, forKey key: StringKey) { self.key(key).value = value }
}
