/// Lets a type store single-precision numbers under keys of its own.
///
///     struct Account: FloatDefaultSettable {
///       enum FloatKey: String { case volume }
///     }
///     Account.float(forKey: .volume)  // stored as "Account.volume"
public protocol FloatDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype FloatKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `0` by default.
  static func defaultValue(forKey key: FloatKey) -> Float
}

extension FloatDefaultSettable {
  /// `0`, for every key.
  public static func defaultValue(forKey key: FloatKey) -> Float { 0 }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: FloatKey) -> DefaultsKey<Float> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func float(forKey key: FloatKey) -> Float { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key.
  public static func set(_ value: Float, forKey key: FloatKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: FloatKey) -> Float {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: FloatKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: FloatKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: FloatKey) -> DefaultsKey<Float> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func float(forKey key: FloatKey) -> Float { self.key(key).value }

  /// Stores a value under a key of this instance's namespace.
  public func set(_ value: Float, forKey key: FloatKey) { self.key(key).value = value }
}
