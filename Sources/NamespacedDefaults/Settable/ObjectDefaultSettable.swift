/// A type that stores ``DefaultsSerializable`` values of any type under keys of its own.
///
/// The values may be `Codable` structs, enums, `NSSecureCoding` objects and collections of these:
///
///     struct Account: ObjectDefaultSettable {
///       enum ObjectKey: String { case profile }
///     }
///     Account.set(Profile(name: "Ada"), forKey: .profile)  // stored as "Account.profile"
///     Account.object(Profile.self, forKey: .profile)  // the profile
public nonisolated protocol ObjectDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype ObjectKey: RawRepresentable<String>

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  ///
  /// A value counts only if it is of the type that the caller asks for.
  nonisolated static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)?
}

extension ObjectDefaultSettable {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { nil }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key<Value: DefaultsSerializable>(
    _ key: ObjectKey,
    as type: Value.Type = Value.self
  ) -> DefaultsKey<Value?> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key) as? Value)
  }

  /// Returns the value stored under a key, or the default value of the key.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  @inlinable
  public static func object<Value: DefaultsSerializable>(_ type: Value.Type, forKey key: ObjectKey) -> Value? {
    value(forKey: key, defaultValue: defaultValue(forKey: key) as? Value)
  }

  /// Stores a value under a key, or removes it with `nil`.
  public static func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) {
    set(value, forKey: key, defaultValue: defaultValue(forKey: key) as? Value)
  }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  ///
  /// The type comes from the context, as in `let profile: Profile? = Account[.profile]`, or from `as`.
  public static subscript<Value: DefaultsSerializable>(
    _ key: ObjectKey, as type: Value.Type = Value.self
  ) -> Value? {
    @inlinable get { value(forKey: key, defaultValue: defaultValue(forKey: key) as? Value) }
    set { set(newValue, forKey: key, defaultValue: defaultValue(forKey: key) as? Value) }
    _modify {
      var change = InPlaceChange(self.key(key, as: type))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key.
  public static func hasValue(forKey key: ObjectKey) -> Bool {
    self.key(key, as: PropertyListValue.self).hasValue
  }

  /// Removes the value stored under a key.
  public static func remove(forKey key: ObjectKey) { self.key(key, as: PropertyListValue.self).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key<Value: DefaultsSerializable>(
    _ key: ObjectKey,
    as type: Value.Type = Value.self
  ) -> DefaultsKey<Value?> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key) as? Value)
  }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// A stored value of another type is a mismatch: it is reported, and the default value is returned.
  public func object<Value: DefaultsSerializable>(_ type: Value.Type, forKey key: ObjectKey) -> Value? {
    value(forKey: key, defaultValue: Self.defaultValue(forKey: key) as? Value)
  }

  /// Stores a value under a key in this instance's namespace, or removes it with `nil`.
  public func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) {
    self.key(key).value = value
  }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  ///
  /// The type comes from the context, or from `as`.
  public subscript<Value: DefaultsSerializable>(
    _ key: ObjectKey, as type: Value.Type = Value.self
  ) -> Value? {
    get { value(forKey: key, defaultValue: Self.defaultValue(forKey: key) as? Value) }
    nonmutating set { self.key(key, as: type).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key, as: type))
      yield &change.value
      change.commit()
    }
  }

  /// Returns whether a value is stored under a key in this instance's namespace.
  public func hasValue(forKey key: ObjectKey) -> Bool {
    self.key(key, as: PropertyListValue.self).hasValue
  }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: ObjectKey) { self.key(key, as: PropertyListValue.self).remove() }
}
