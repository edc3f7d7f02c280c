// The functions behind every settable protocol: the typed key behind each call, and the fast path to its value.
extension KeyNamespaceable {
  /// Returns the value of a key.
  ///
  /// It makes the typed key only if the value is not cached.
  @inlinable
  static func value<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) -> Value {
    guard let bits = KeyIdentity.bits(of: key) else { return load(key, defaultValue(), nil) }
    let identity = KeyIdentity(namespace: self, keys: Key.self, value: Value.self, bits: bits)
    return ReadCache.lookUp(identity, for: Value.self)
      .value(default: defaultValue, loading: { load(key, defaultValue(), identity) })
  }

  /// Stores a value under a key.
  static func write<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ value: Value,
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) {
    guard let bits = KeyIdentity.bits(of: key) else { return typedKey(key, defaultValue()).value = value }
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
    return slot.pointee.key { typedKey(key, defaultValue(), slot: slot) }
  }

  @usableFromInline
  static func load<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    _ identity: KeyIdentity?
  ) -> Value {
    guard let identity else { return typedKey(key, defaultValue).load() }
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
