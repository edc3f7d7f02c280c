// What every settable protocol is made of: the typed key behind each of its calls.
extension KeyNamespaceable {
  static func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      claimant: .settable(owner: Self.self, keys: Key.self)
    ) { Self.store }
  }

  func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    let store = store
    return DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      claimant: .settable(owner: Self.self, keys: Key.self)
    ) { store }
  }
}

extension KeyNamespaceable {
  /// A default of mixed types as one of a single type, or `nil` where it is not.
  static func converted<Value: DefaultsSerializable>(_ defaultValue: (some DefaultsSerializable)?) -> Value? {
    guard let stored = try? defaultValue?.propertyListValue() else { return nil }
    return try? decodeStored(from: stored)
  }
}
