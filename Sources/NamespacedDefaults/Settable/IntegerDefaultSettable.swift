/// Lets a type store whole numbers under keys of its own.
///
///     struct Account: IntegerDefaultSettable {
///       enum IntegerKey: String { case loginCount }
///     }
///     Account.integer(forKey: .loginCount)  // stored as "Account.loginCount"
public protocol IntegerDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype IntegerKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `0` by default.
  static func defaultValue(forKey key: IntegerKey) -> Int
}

extension IntegerDefaultSettable {
  /// `0`, for every key.
  public static func defaultValue(forKey key: IntegerKey) -> Int { 0 }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: IntegerKey) -> DefaultsKey<Int> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func integer(forKey key: IntegerKey) -> Int { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key.
  public static func set(_ value: Int, forKey key: IntegerKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: IntegerKey) -> Int {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: IntegerKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: IntegerKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: IntegerKey) -> DefaultsKey<Int> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func integer(forKey key: IntegerKey) -> Int { self.key(key).value }

  /// Stores a value under a key of this instance's namespace.
  public func set(_ value: Int, forKey key: IntegerKey) { self.key(key).value = value }
}
