/// A type that stores single-precision numbers under keys of its own.
///
/// ```swift
/// struct Account: FloatDefaultSettable {
///   enum FloatKey: String { case volume }
/// }
/// Account.set(0.5, forKey: .volume)  // stored as "Account.volume"
/// Account.float(forKey: .volume)  // 0.5
/// ```
public nonisolated protocol FloatDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype FloatKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Float?`; `Float` if there is none.
  associatedtype FloatValue = Float

  /// Returns the value of a key if nothing is stored under it; `0` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: FloatKey) -> FloatValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _floatKeys: KeyEnum { get }
}

extension FloatDefaultSettable where FloatValue == Float {
  /// Returns `0` for every key.
  public static func defaultValue(forKey key: FloatKey) -> Float { 0 }
}

extension FloatDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum FloatKey: String and DefaultsSerializable defaults")
  public static var _floatKeys: KeyEnum { fatalError() }
}

extension FloatDefaultSettable where FloatValue: DefaultsSerializable {
  /// The keys.
  public static var _floatKeys: KeyEnum { KeyEnum(FloatKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: FloatKey) -> DefaultsKey<FloatValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func float(forKey key: FloatKey) -> FloatValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: FloatValue, forKey key: FloatKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: FloatKey) -> FloatValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: FloatKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: FloatKey) -> DefaultsKey<FloatValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func float(forKey key: FloatKey) -> FloatValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: FloatValue, forKey key: FloatKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: FloatKey) -> FloatValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: FloatKey) { self.key(key).remove() }
}
