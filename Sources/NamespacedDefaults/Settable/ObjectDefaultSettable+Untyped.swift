// An `ObjectKey` whose default leaves the type open. An existential does not conform to its protocol, so these members and
// those of a typed one never meet.
extension ObjectDefaultSettable where ObjectValue == (any DefaultsSerializable)? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { nil }

  /// The keys.
  public static var _objectKeys: KeyEnum {
    KeyEnum(ObjectKey.self) { objectKey in
      // A key leaves its type open. That of its default value is the best that is known.
      func typedKey<Value: DefaultsSerializable>(_ defaultValue: Value) -> DefaultsKeys {
        key(objectKey, as: Value.self)
      }
      return defaultValue(forKey: objectKey).map { typedKey($0) } ?? key(objectKey, as: PropertyListValue.self)
    }
  }

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
    self[key]
  }

  /// Stores a value under a key, or removes it with `nil`.
  public static func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) { self[key] = value }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  ///
  /// The type comes from the context, as in `let profile: Profile? = Account[.profile]`, or from `as`.
  public static subscript<Value: DefaultsSerializable>(
    _ key: ObjectKey, as type: Value.Type = Value.self
  ) -> Value? {
    @inlinable get { self[key, default: defaultValue(forKey: key) as? Value] }
    set { self[key, default: defaultValue(forKey: key) as? Value] = newValue }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key) as? Value)
      yield &change.value
      change.commit()
    }
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
  public func object<Value: DefaultsSerializable>(_ type: Value.Type, forKey key: ObjectKey) -> Value? { self[key] }

  /// Stores a value under a key in this instance's namespace, or removes it with `nil`.
  public func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  ///
  /// The type comes from the context, as in `let profile: Profile? = Account[.profile]`, or from `as`.
  public subscript<Value: DefaultsSerializable>(
    _ key: ObjectKey, as type: Value.Type = Value.self
  ) -> Value? {
    get { self[key, default: Self.defaultValue(forKey: key) as? Value] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key) as? Value] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key, as: type))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace.
  public func remove(forKey key: ObjectKey) { self.key(key, as: PropertyListValue.self).remove() }
}
