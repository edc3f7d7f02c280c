extension DefaultsKey where Value: DefaultsSerializable {
  /// Creates a key in the namespace of a type.
  ///
  /// ```swift
  /// static let zoom = DefaultsKey<Zoom>(
  ///   .zoom,
  ///   in: Canvas.self,
  ///   defaultValue: .fit
  /// )
  /// ```
  ///
  /// The stored name begins with the namespace, and the value is in the store of the namespace. If a settable protocol
  /// declares the key, get the typed key from `key(_:)` instead, as in `Account.key(.isUserLoggedIn)`.
  ///
  /// - Parameters:
  ///   - key: The part of the stored name after the namespace and its dot.
  ///   - namespace: The type that provides the namespace and the store.
  ///   - defaultValue: The value if nothing is stored.
  public convenience init<Key: RawRepresentable<String>, Namespace: KeyNamespaceable>(
    _ key: Key,
    in namespace: Namespace.Type,
    defaultValue: Value
  ) {
    self.init(key, in: namespace, defaultValue: defaultValue, slot: nil)
  }

  @inline(__always)  // in the initializer above, because each one that is called looks up the type of the key again
  convenience init<Key: RawRepresentable<String>, Namespace: KeyNamespaceable>(
    _ key: Key,
    in namespace: Namespace.Type,
    defaultValue: Value,
    slot: UnsafePointer<KeySlot>?  // one that is never freed
  ) {
    let (text, rawValue) = (namespace.namespace, key.rawValue)
    self.init(
      KeyName(String(namespace: text, rawValue: rawValue)),
      default: .fixed(defaultValue),
      bridge: .serializable,
      declaration: .settable(owner: namespace, keys: Key.self),
      in: .namespace(namespace),
      details: KeyDetails(namespace: text, rawValue: rawValue),
      slot: slot
    )
  }

  /// Creates a key in the namespace of an instance.
  ///
  /// - Parameters:
  ///   - key: The part of the stored name after the namespace and its dot.
  ///   - instance: The instance that provides the namespace and the store.
  ///   - defaultValue: The value if nothing is stored.
  public convenience init<Key: RawRepresentable<String>, Namespace: KeyNamespaceable>(
    _ key: Key,
    in instance: Namespace,
    defaultValue: Value
  ) {
    let (namespace, rawValue) = (instance.namespace, key.rawValue)
    let store = instance.storeChoice
    let details = KeyDetails(namespace: namespace, rawValue: rawValue, isOfInstance: true)
    if details.hasDot { NamespaceChecks.checkList(of: rawValue, in: namespace, of: instance, store, Key.self) }
    self.init(
      KeyName(String(namespace: namespace, rawValue: rawValue)),
      default: .fixed(defaultValue),
      bridge: .serializable,
      declaration: .settable(owner: type(of: instance), keys: Key.self),
      in: store,
      details: details
    )
  }
}

extension KeyEnum {
  /// Creates the description of a key enum.
  ///
  /// - Parameters:
  ///   - type: The enum. The audit lists its keys if it is `CaseIterable`.
  ///   - key: Returns the typed key of a case.
  public init<Key: RawRepresentable<String>>(_ type: Key.Type, key: @escaping (Key) -> DefaultsKeys) {
    self.init(type, makingKey: key)
  }
}
