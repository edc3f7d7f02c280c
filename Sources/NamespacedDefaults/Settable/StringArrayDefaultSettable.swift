/// A type that stores arrays of strings under keys of its own.
///
/// ```swift
/// struct Account: StringArrayDefaultSettable {
///   enum StringArrayKey: String { case tags }
/// }
/// Account.set(["new"], forKey: .tags)  // stored as "Account.tags"
/// Account.stringArray(forKey: .tags)  // ["new"]
/// ```
public nonisolated protocol StringArrayDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype StringArrayKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `[String]`; `[String]?` if there is none.
  associatedtype StringArrayValue = [String]?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: StringArrayKey) -> StringArrayValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _stringArrayKeys: KeyEnum { get }
}

extension StringArrayDefaultSettable where StringArrayValue == [String]? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: StringArrayKey) -> [String]? { nil }
}

extension StringArrayDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum StringArrayKey: String and DefaultsSerializable defaults")
  public static var _stringArrayKeys: KeyEnum { fatalError() }
}

extension StringArrayDefaultSettable where StringArrayValue: DefaultsSerializable {
  /// The keys.
  public static var _stringArrayKeys: KeyEnum { KeyEnum(StringArrayKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: StringArrayKey) -> DefaultsKey<StringArrayValue> {
    typed(key, defaultValue(forKey: key))
  }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func stringArray(forKey key: StringArrayKey) -> StringArrayValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: StringArrayValue, forKey key: StringArrayKey) {
    save(value, key, defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: StringArrayKey) -> StringArrayValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: StringArrayKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: StringArrayKey) -> DefaultsKey<StringArrayValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func stringArray(forKey key: StringArrayKey) -> StringArrayValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: StringArrayValue, forKey key: StringArrayKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: StringArrayKey) -> StringArrayValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: StringArrayKey) { self.key(key).remove() }
}
