// What every settable protocol is made of, the twelve of the library and those of a program.
extension KeyNamespaceable {
  /// Returns the value of a key, or its default value.
  ///
  /// It reads `DefaultsKey(key, in: self, defaultValue: defaultValue)` without making that key if the value is cached. A
  /// settable protocol of your own calls it in its getter.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The value if nothing is stored, or if the stored value does not decode.
  /// - Returns: The launch argument, or else the stored, the registered or the default value.
  @inlinable
  public static func value<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    forKey key: Key,
    defaultValue: @autoclosure () -> Value
  ) -> Value {
    guard let bits = KeyIdentity.bits(of: key) else { return load(key, defaultValue(), nil) }
    let identity = KeyIdentity(namespace: self, keys: Key.self, value: Value.self, bits: bits)
    return ReadCache.lookUp(identity, for: Value.self)
      .value(default: defaultValue, loading: { load(key, defaultValue(), identity) })
  }

  /// Returns the value of a key in this instance's namespace, or its default value.
  ///
  /// It reads `DefaultsKey(key, in: self, defaultValue: defaultValue)` without making that key if the value is cached.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The value if nothing is stored, or if the stored value does not decode.
  /// - Returns: The launch argument, or else the stored, the registered or the default value.
  public func value<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    forKey key: Key,
    defaultValue: @autoclosure () -> Value
  ) -> Value {
    guard let bits = KeyIdentity.bits(of: key) else {
      return DefaultsKey(key, in: self, defaultValue: defaultValue()).load()
    }
    let store = store
    let identity = KeyIdentity(namespace: type(of: self), keys: Key.self, value: Value.self, bits: bits)
    let parts = KeptObjects.Parts(namespace: namespace, key: identity.words)
    return ReadCache.lookUp(parts, in: store.context).value(default: defaultValue) {
      let key = DefaultsKey(key, in: self, defaultValue: defaultValue())
      defer { key.cache.keepSlot(for: parts, in: store.context) }
      return key.load()
    }
  }

  /// Stores a value under a key.
  ///
  /// It writes `DefaultsKey(key, in: self, defaultValue: defaultValue)`, which it makes once for each key.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - defaultValue: The value if nothing is stored.
  public static func set<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ value: Value,
    forKey key: Key,
    defaultValue: @autoclosure () -> Value
  ) {
    guard let bits = KeyIdentity.bits(of: key) else {
      return DefaultsKey(key, in: self, defaultValue: defaultValue()).value = value
    }
    let identity = KeyIdentity(namespace: self, keys: Key.self, value: Value.self, bits: bits)
    cachedKey(key, defaultValue(), identity).value = value
  }

  /// Returns the typed key of an identity, which is built once.
  ///
  /// The default of the key may have changed since then.
  private static func cachedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value,
    _ identity: KeyIdentity
  ) -> DefaultsKey<Value> {
    let slot = KeySlotTable.slot(of: identity, for: Value.self)
    return slot.pointee.key { DefaultsKey(key, in: self, defaultValue: defaultValue(), slot: slot) }
  }

  @usableFromInline
  static func load<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    _ identity: KeyIdentity?
  ) -> Value {
    guard let identity else { return DefaultsKey(key, in: self, defaultValue: defaultValue).load() }
    return cachedKey(key, defaultValue, identity).load(or: defaultValue)
  }
}

extension KeyNamespaceable {
  /// Returns a default of mixed types as a value of one type, or `nil` if it is not of that type.
  @usableFromInline
  static func converted<Value: DefaultsSerializable>(_ defaultValue: (some DefaultsSerializable)?) -> Value? {
    guard let stored = try? defaultValue?.propertyListValue() else { return nil }
    return try? decodeStored(from: stored)
  }
}
