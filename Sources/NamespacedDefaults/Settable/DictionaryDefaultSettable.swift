/// A type that stores dictionaries under keys of its own.
///
/// The default says the type of the values in them:
///
/// ```swift
/// struct Server: DictionaryDefaultSettable {
///   enum DictionaryKey: String { case limits }
///   static func defaultValue(forKey key: DictionaryKey) -> [String: Int] {
///     ["disk": 5]
///   }
/// }
/// Server[.limits]["memory"] = 2  // stored as "Server.limits"
/// Server.dictionary(forKey: .limits)  // ["disk": 5, "memory": 2]
/// ```
///
/// Without a default the values may be of mixed types: each is a ``PropertyListValue``, and the dictionary is optional.
public nonisolated protocol DictionaryDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DictionaryKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `[String: Int]`; `[String: PropertyListValue]?` if there is none.
  associatedtype DictionaryValue = [String: PropertyListValue]?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DictionaryKey) -> DictionaryValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _dictionaryKeys: KeyEnum { get }
}

extension DictionaryDefaultSettable where DictionaryValue == [String: PropertyListValue]? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: DictionaryKey) -> [String: PropertyListValue]? { nil }
}

extension DictionaryDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum DictionaryKey: String and DefaultsSerializable defaults")
  public static var _dictionaryKeys: KeyEnum { fatalError() }
}

extension DictionaryDefaultSettable where DictionaryValue: DefaultsSerializable {
  /// The keys.
  public static var _dictionaryKeys: KeyEnum { KeyEnum(DictionaryKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: DictionaryKey) -> DefaultsKey<DictionaryValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func dictionary(forKey key: DictionaryKey) -> DictionaryValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: DictionaryValue, forKey key: DictionaryKey) {
    save(value, key, defaultValue(forKey: key))
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DictionaryKey) -> DictionaryValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: DictionaryKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: DictionaryKey) -> DefaultsKey<DictionaryValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func dictionary(forKey key: DictionaryKey) -> DictionaryValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: DictionaryValue, forKey key: DictionaryKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DictionaryKey) -> DictionaryValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: DictionaryKey) { self.key(key).remove() }
}
