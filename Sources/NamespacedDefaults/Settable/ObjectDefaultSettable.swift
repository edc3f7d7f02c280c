/// Lets a type store any ``DefaultsSerializable`` under keys of its own: a `Codable` struct, an enum, an
/// `NSSecureCoding` object, a collection of these.
///
///     struct Account: ObjectDefaultSettable {
///       enum ObjectKey: String { case profile }
///     }
///     Account.object(Profile.self, forKey: .profile)  // stored as "Account.profile"
public protocol ObjectDefaultSettable: KeyNamespaceable {
  /// The keys; usually an enum with `String` raw values.
  associatedtype ObjectKey: RawRepresentable<String>

  /// The value of a key under which nothing is stored; `nil` by default.
  ///
  /// It counts where it is of the type that is asked for.
  static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)?
}

extension ObjectDefaultSettable {
  /// `nil`, for every key.
  public static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { nil }

  /// The typed key behind a key: to observe it, update it with a closure, or hear of errors at the call.
  public static func key<Value: DefaultsSerializable>(
    _ key: ObjectKey,
    as type: Value.Type = Value.self
  ) -> DefaultsKey<Value?> {
    typedKey(key, defaultValue(forKey: key) as? Value)
  }

  /// The value stored under a key, or its default; a value of another type is a mismatch.
  @inlinable
  public static func object<Value: DefaultsSerializable>(_ type: Value.Type, forKey key: ObjectKey) -> Value? {
    value(key, defaultValue(forKey: key) as? Value)
  }

  /// Stores a value under a key; `nil` removes it.
  public static func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) {
    write(value, key, defaultValue(forKey: key) as? Value)
  }

  /// The value stored under a key, or its default; a change in place is atomic.
  ///
  /// The type comes from the context, `let profile: Profile? = Account[.profile]`, or from `as`.
  public static subscript<Value: DefaultsSerializable>(
    _ key: ObjectKey, as type: Value.Type = Value.self
  ) -> Value? {
    @inlinable get { value(key, defaultValue(forKey: key) as? Value) }
    set { write(newValue, key, defaultValue(forKey: key) as? Value) }
    _modify {
      var change = InPlaceChange(self.key(key, as: type))
      yield &change.value
      change.commit()
    }
  }

  /// Whether anything is stored under a key.
  public static func hasValue(forKey key: ObjectKey) -> Bool {
    self.key(key, as: PropertyListValue.self).hasValue
  }

  /// Removes what is stored under a key.
  public static func remove(forKey key: ObjectKey) { self.key(key, as: PropertyListValue.self).remove() }

  /// The typed key behind a key of this instance's namespace.
  public func key<Value: DefaultsSerializable>(
    _ key: ObjectKey,
    as type: Value.Type = Value.self
  ) -> DefaultsKey<Value?> {
    typedKey(key, Self.defaultValue(forKey: key) as? Value)
  }

  /// The value stored under a key of this instance's namespace, or its default.
  public func object<Value: DefaultsSerializable>(_ type: Value.Type, forKey key: ObjectKey) -> Value? {
    self.key(key, as: type).value
  }

  /// Stores a value under a key of this instance's namespace; `nil` removes it.
  public func set<Value: DefaultsSerializable>(_ value: Value?, forKey key: ObjectKey) {
    self.key(key).value = value
  }
}
