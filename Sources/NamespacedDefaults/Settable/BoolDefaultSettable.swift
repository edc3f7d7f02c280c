/// Lets a type store truth values under keys of its own.
///
///     struct Account: BoolDefaultSettable {
///       enum BoolKey: String { case isUserLoggedIn }
///     }
///     Account.bool(forKey: .isUserLoggedIn)  // stored as "Account.isUserLoggedIn"
public protocol BoolDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype BoolKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `false` by default.
  static func defaultValue(forKey key: BoolKey) -> Bool
}

extension BoolDefaultSettable {
  /// `false`, for every key.
  public static func defaultValue(forKey key: BoolKey) -> Bool { false }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: BoolKey) -> DefaultsKey<Bool> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func bool(forKey key: BoolKey) -> Bool { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key.
  public static func set(_ value: Bool, forKey key: BoolKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: BoolKey) -> Bool {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: BoolKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: BoolKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: BoolKey) -> DefaultsKey<Bool> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func bool(forKey key: BoolKey) -> Bool { self.key(key).value }

  /// Stores a value under a key of this instance's namespace.
  public func set(_ value: Bool, forKey key: BoolKey) { self.key(key).value = value }
}
