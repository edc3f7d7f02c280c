extension DefaultsKey {
  /// Creates a key in a namespace, of any type that can be stored.
  ///
  ///     static let zoom = DefaultsKey(.zoom, in: Canvas.self, defaultValue: Zoom.fit)
  ///
  /// The stored name begins with the namespace, and the value is in the store of the namespace. If a settable protocol
  /// declares the key, get the typed key from `key(_:)` instead, as in `Account.key(.isUserLoggedIn)`.
  ///
  /// - Parameters:
  ///   - key: The part of the stored name after the namespace and its dot.
  ///   - namespace: The type that provides the namespace and the store.
  ///   - defaultValue: The value if nothing is stored.
  public convenience init<Namespace: KeyNamespaceable>(
    _ key: some RawRepresentable<String>,
    in namespace: Namespace.Type,
    defaultValue: Value
  ) where Value: DefaultsSerializable {
    self.init(Namespace.typedKey(key, defaultValue))
  }
}

extension KeyNamespaceable {
  /// Returns the typed key for a key in the type's namespace.
  static func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      declaration: .settable(owner: self, keys: Key.self),
      in: .namespace(self),
      slot: slot
    )
  }

  /// Returns the typed key for a key in this instance's namespace.
  func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      declaration: .settable(owner: type(of: self), keys: Key.self),
      in: .fixed(store)
    )
  }
}
