#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Lets a type store bytes under keys of its own.
///
///     struct Account: DataDefaultSettable {
///       enum DataKey: String { case avatar }
///     }
///     Account.data(forKey: .avatar)  // stored as "Account.avatar"
public protocol DataDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype DataKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: DataKey) -> Data?
}

extension DataDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: DataKey) -> Data? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: DataKey) -> DefaultsKey<Data?> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func data(forKey key: DataKey) -> Data? { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key; `nil` removes it.
  public static func set(_ value: Data?, forKey key: DataKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: DataKey) -> Data? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: DataKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: DataKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: DataKey) -> DefaultsKey<Data?> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func data(forKey key: DataKey) -> Data? { self.key(key).value }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set(_ value: Data?, forKey key: DataKey) { self.key(key).value = value }
}
