/// A type that stores strings under keys of its own.
///
/// ```swift
/// struct Account: StringDefaultSettable {
///   enum StringKey: String { case username }
/// }
/// Account.set("Ada", forKey: .username)  // stored as "Account.username"
/// Account.string(forKey: .username)  // "Ada"
/// ```
///
/// With a default that is a `String`, the values are never `nil`:
///
/// ```swift
/// struct Server: StringDefaultSettable {
///   enum StringKey: String { case host, user }
///   static func defaultValue(forKey key: StringKey) -> String {
///     key == .host ? "localhost" : "nobody"
///   }
/// }
/// Server[.host] += ".local"
/// ```
public nonisolated protocol StringDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype StringKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `String`; `String?` if there is none.
  associatedtype StringValue = String?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: StringKey) -> StringValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _stringKeys: KeyEnum { get }
}

extension StringDefaultSettable where StringValue == String? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: StringKey) -> String? { nil }
}

extension StringDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum StringKey: String and DefaultsSerializable defaults")
  public static var _stringKeys: KeyEnum { fatalError() }
}

extension StringDefaultSettable where StringValue: DefaultsSerializable {
  /// The keys.
  public static var _stringKeys: KeyEnum { KeyEnum(StringKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: StringKey) -> DefaultsKey<StringValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func string(forKey key: StringKey) -> StringValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: StringValue, forKey key: StringKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: StringKey) -> StringValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: StringKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: StringKey) -> DefaultsKey<StringValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func string(forKey key: StringKey) -> StringValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: StringValue, forKey key: StringKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: StringKey) -> StringValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: StringKey) { self.key(key).remove() }
}
