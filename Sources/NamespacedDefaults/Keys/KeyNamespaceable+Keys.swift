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
  /// Returns the typed key for a key in the namespace of the type.
  static func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) -> DefaultsKey<Value> {
    typedKey(named: namespaced(key), of: Key.self, defaultValue, in: .namespace(self), slot: slot)
  }

  /// Returns the typed key for a key in the namespace of this instance.
  func typedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: Value
  ) -> DefaultsKey<Value> {
    type(of: self).typedKey(named: namespaced(key), of: Key.self, defaultValue, in: .fixed(store))
  }

  private static func typedKey<Value: DefaultsSerializable>(
    named name: String,
    of keys: Any.Type,
    _ defaultValue: Value,
    in store: StoreChoice,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      KeyName(name),
      default: .fixed(defaultValue),
      bridge: .serializable,
      declaration: .settable(owner: self, keys: keys),
      in: store,
      slot: slot
    )
  }
}
