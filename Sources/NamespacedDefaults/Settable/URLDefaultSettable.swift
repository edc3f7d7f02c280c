#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Lets a type store URLs under keys of its own.
///
///     struct Account: URLDefaultSettable {
///       enum URLKey: String { case homepage }
///     }
///     Account.url(forKey: .homepage)  // stored as "Account.homepage"
///
/// A URL is stored as its absolute string.
public protocol URLDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype URLKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  static func defaultValue(forKey key: URLKey) -> URL?
}

extension URLDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: URLKey) -> URL? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key(_ key: URLKey) -> DefaultsKey<URL?> { typedKey(key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default.
  @inlinable
  public static func url(forKey key: URLKey) -> URL? { value(key, defaultValue(forKey: key)) }

  /// Stores a value under a key; `nil` removes it.
  public static func set(_ value: URL?, forKey key: URLKey) { write(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or its default; a change in place is atomic.
  public static subscript(_ key: URLKey) -> URL? {
    @inlinable get { value(key, defaultValue(forKey: key)) }
    set { write(newValue, key, defaultValue(forKey: key)) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: URLKey) -> Bool { self.key(key).hasValue }

  /// Removes what is stored under a key.
  public static func remove(forKey key: URLKey) { self.key(key).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key(_ key: URLKey) -> DefaultsKey<URL?> { typedKey(key, Self.defaultValue(forKey: key)) }

  /// The value stored under a key of this instance's namespace, or its default.
  public func url(forKey key: URLKey) -> URL? { self.key(key).value }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set(_ value: URL?, forKey key: URLKey) { self.key(key).value = value }
}
