extension DefaultsKey {
  /// Creates a key inside a namespace, of any type that can be stored.
  ///
  ///     static let zoom = DefaultsKey(.zoom, in: Canvas.self, defaultValue: Zoom.fit)
  ///
  /// The stored name and the store are the namespace's. A key that a settable protocol declares is made with
  /// `key(_:)`, as in `Account.key(.isUserLoggedIn)`.
  ///
  /// - Parameters:
  ///   - key: What follows the namespace and its dot in the stored name.
  ///   - namespace: The type that gives the namespace and the store.
  ///   - defaultValue: The value when nothing is stored.
  public convenience init<Namespace: KeyNamespaceable>(
    _ key: some RawRepresentable<String>,
    in namespace: Namespace.Type,
    defaultValue: Value
  ) where Value: DefaultsSerializable {
    self.init(Namespace.typedKey(key, defaultValue))
  }
}

extension KeyNamespaceable {
  /// Returns the typed key behind a key of the type's namespace.
  static func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      declaration: .settable(owner: Self.self, keys: Key.self),
      in: .namespace(Self.self),
      slot: slot
    )
  }

  /// Returns the typed key behind a key of this instance's namespace.
  func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      namespaced(key),
      defaultValue: defaultValue,
      bridge: .serializable,
      declaration: .settable(owner: Self.self, keys: Key.self),
      in: .fixed(store)
    )
  }
}
