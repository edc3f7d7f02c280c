// What every settable protocol is made of: the typed key behind each of its calls, and the quick way to its value.
extension KeyNamespaceable {
  /// The value of a key, without making the typed key where the value is remembered.
  @inlinable
  static func value<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) -> Value {
    guard let bits = KeyIdentity.bits(of: key) else { return askedValue(key, defaultValue(), nil) }
    let identity = KeyIdentity(namespace: Self.self, keys: Key.self, value: Value.self, bits: bits)
    return ReadCache.read(identity, for: Value.self)
      .value(default: defaultValue, asking: { askedValue(key, defaultValue(), identity) })
  }

  /// Stores a value under a key.
  static func write<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ value: Value,
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) {
    guard let bits = KeyIdentity.bits(of: key) else { return typedKey(key, defaultValue()).value = value }
    let identity = KeyIdentity(namespace: Self.self, keys: Key.self, value: Value.self, bits: bits)
    let slot = KeySlotTable.slot(of: identity, for: Value.self)
    slot.pointee.key { typedKey(key, defaultValue(), slot: slot) }.value = value
  }

  @usableFromInline
  static func askedValue<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    _ identity: KeyIdentity?
  ) -> Value {
    typedKey(key, defaultValue, slot: identity.map { KeySlotTable.slot(of: $0, for: Value.self) }).askedValue
  }

  static func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      claimant: .settable(owner: Self.self, keys: Key.self),
      in: .namespace(Self.self),
      slot: slot
    )
  }

  func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      claimant: .settable(owner: Self.self, keys: Key.self),
      in: .fixed(store)
    )
  }
}

extension KeyNamespaceable {
  /// A default of mixed types as one of a single type, or `nil` where it is not.
  @usableFromInline
  static func converted<Value: DefaultsSerializable>(_ defaultValue: (some DefaultsSerializable)?) -> Value? {
    guard let stored = try? defaultValue?.propertyListValue() else { return nil }
    return try? decodeStored(from: stored)
  }
}
