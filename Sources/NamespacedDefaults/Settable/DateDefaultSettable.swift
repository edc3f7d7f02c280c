#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Lets a type store moments under keys of its own.
///
///     struct Account: DateDefaultSettable {
///       enum DateKey: String { case lastLogin }
///     }
///     Account.date(forKey: .lastLogin)  // stored as "Account.lastLogin"
///
/// How exact a moment comes back is the store's matter; see ``UserDefaultsStore``.
public protocol DateDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype DateKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: DateKey) -> Date?
}

extension DateDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: DateKey) -> Date? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: DateKey) -> DefaultsKey<Date?> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func date(forKey key: DateKey) -> Date? { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key; `nil` removes it.
  public static func set(_ value: Date?, forKey key: DateKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: DateKey) -> Date? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: DateKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: DateKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: DateKey) -> DefaultsKey<Date?> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func date(forKey key: DateKey) -> Date? { self.key(key).value }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set(_ value: Date?, forKey key: DateKey) { self.key(key).value = value }
}
