public import NamespacedDefaultsFoundation

/// A type that stores URLs under keys of its own.
///
/// ```swift
/// struct Account: URLDefaultSettable {
///   enum URLKey: String { case homepage }
/// }
/// // Stored as "Account.homepage".
/// Account.set(URL(string: "https://example.com"), forKey: .homepage)
/// Account.url(forKey: .homepage)  // https://example.com
/// ```
///
/// A URL is stored as its absolute string.
public nonisolated protocol URLDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype URLKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `URL`; `URL?` if there is none.
  associatedtype URLValue = URL?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: URLKey) -> URLValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _urlKeys: KeyEnum { get }
}

extension URLDefaultSettable where URLValue == URL? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: URLKey) -> URL? { nil }
}

extension URLDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum URLKey: String and DefaultsSerializable defaults")
  public static var _urlKeys: KeyEnum { fatalError() }
}

extension URLDefaultSettable where URLValue: DefaultsSerializable {
  /// The keys.
  public static var _urlKeys: KeyEnum { KeyEnum(URLKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: URLKey) -> DefaultsKey<URLValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func url(forKey key: URLKey) -> URLValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: URLValue, forKey key: URLKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: URLKey) -> URLValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: URLKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: URLKey) -> DefaultsKey<URLValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func url(forKey key: URLKey) -> URLValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: URLValue, forKey key: URLKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: URLKey) -> URLValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: URLKey) { self.key(key).remove() }
}
