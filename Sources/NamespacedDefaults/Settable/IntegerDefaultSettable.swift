/// A type that stores integers under keys of its own.
///
/// ```swift
/// struct Account: IntegerDefaultSettable {
///   enum IntegerKey: String { case loginCount }
/// }
/// Account.set(3, forKey: .loginCount)  // stored as "Account.loginCount"
/// Account.integer(forKey: .loginCount)  // 3
/// ```
public nonisolated protocol IntegerDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype IntegerKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Int?`; `Int` if there is none.
  associatedtype IntegerValue = Int

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: IntegerKey) -> IntegerValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _integerKeys: KeyEnum { get }
}

extension IntegerDefaultSettable where IntegerValue == Int {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: IntegerKey) -> Int { 0 }
}

extension IntegerDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum IntegerKey: String and DefaultsSerializable defaults")
  public static var _integerKeys: KeyEnum { fatalError() }
}

extension IntegerDefaultSettable where IntegerValue: DefaultsSerializable {
  /// The keys.
  public static var _integerKeys: KeyEnum { KeyEnum(IntegerKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: IntegerKey) -> DefaultsKey<IntegerValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func integer(forKey key: IntegerKey) -> IntegerValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: IntegerValue, forKey key: IntegerKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: IntegerKey) -> IntegerValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: IntegerKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: IntegerKey) -> DefaultsKey<IntegerValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func integer(forKey key: IntegerKey) -> IntegerValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: IntegerValue, forKey key: IntegerKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: IntegerKey) -> IntegerValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: IntegerKey) { self.key(key).remove() }
}
