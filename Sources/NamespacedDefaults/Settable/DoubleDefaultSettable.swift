/// Lets a type store double-precision numbers under keys of its own.
///
///     struct Account: DoubleDefaultSettable {
///       enum DoubleKey: String { case latitude }
///     }
///     Account.double(forKey: .latitude)  // stored as "Account.latitude"
public protocol DoubleDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype DoubleKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `0` by default.
  static func defaultValue(forKey key: DoubleKey) -> Double
}

extension DoubleDefaultSettable {
  /// `0`, for every key.
  public static func defaultValue(forKey key: DoubleKey) -> Double { 0 }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: DoubleKey) -> DefaultsKey<Double> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func double(forKey key: DoubleKey) -> Double { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key.
  public static func set(_ value: Double, forKey key: DoubleKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: DoubleKey) -> Double {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: DoubleKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: DoubleKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: DoubleKey) -> DefaultsKey<Double> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func double(forKey key: DoubleKey) -> Double { self.key(key).value }

  /// Stores a value under a key of this instance's namespace.
  public func set(_ value: Double, forKey key: DoubleKey) { self.key(key).value = value }
}
