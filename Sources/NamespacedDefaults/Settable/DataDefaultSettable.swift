public import NamespacedDefaultsFoundation

/// A type that stores data under keys of its own.
///
/// ```swift
/// struct Account: DataDefaultSettable {
///   enum DataKey: String { case avatar }
/// }
/// Account.set(Data([1, 2]), forKey: .avatar)  // stored as "Account.avatar"
/// Account.data(forKey: .avatar)  // 2 bytes
/// ```
public nonisolated protocol DataDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DataKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Data`; `Data?` if there is none.
  associatedtype DataValue = Data?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DataKey) -> DataValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _dataKeys: KeyEnum { get }
}

extension DataDefaultSettable where DataValue == Data? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: DataKey) -> Data? { nil }
}

extension DataDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum DataKey: String and DefaultsSerializable defaults")
  public static var _dataKeys: KeyEnum { fatalError() }
}

extension DataDefaultSettable where DataValue: DefaultsSerializable {
  /// The keys.
  public static var _dataKeys: KeyEnum { KeyEnum(DataKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: DataKey) -> DefaultsKey<DataValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func data(forKey key: DataKey) -> DataValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: DataValue, forKey key: DataKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DataKey) -> DataValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: DataKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: DataKey) -> DefaultsKey<DataValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func data(forKey key: DataKey) -> DataValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: DataValue, forKey key: DataKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DataKey) -> DataValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: DataKey) { self.key(key).remove() }
}
