// What every settable protocol is made of: the typed key behind each of its calls, and the quick way to its value.
extension KeyNamespaceable {
  /// The value of a key, without making the typed key where the value is remembered.
  static func value<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) -> Value {
    guard let identity = KeyIdentity(Self.self, key, Value.self) else { return typedKey(key, defaultValue()).value }
    let slot = KeySlotTable.slot(of: identity, for: Value.self)
    switch ReadCache.read(Value.self, from: slot, of: ProcessSettings.storeVersion) {
    case .stored(let value): return value
    // Asked each time, for it is the program's code and may depend on anything.
    case .nothingStored: return defaultValue()
    case .unknown: return typedKey(key, defaultValue(), slot: slot).askedValue
    }
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
  static func converted<Value: DefaultsSerializable>(_ defaultValue: (some DefaultsSerializable)?) -> Value? {
    guard let stored = try? defaultValue?.propertyListValue() else { return nil }
    return try? decodeStored(from: stored)
  }
}
