// What every settable protocol is made of, the twelve of the library and those of a program.
extension KeyNamespaceable {
  /// The value of a key, or its default value.
  ///
  /// It reads and writes `DefaultsKey(key, in: self, defaultValue: defaultValue)`, which it makes once for each key. A
  /// settable protocol of your own calls it in its getters and setters. An in-place change is atomic.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The value if nothing is stored, or if the stored value does not decode.
  public static subscript<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) -> Value {
    @inlinable get {
      #if DEBUG
        checkNamespace(of: key, defaultValue())
      #endif
      guard let bits = KeyIdentity.bits(of: key) else { return load(key, defaultValue(), nil) }
      let identity = KeyIdentity(namespace: self, keys: Key.self, value: Value.self, bits: bits)
      var found = ReadCache.lookUp(identity, for: Value.self)
      if case .inOwnStore(let slot) = found { found = ReadCache.lookUp(slot, in: store) }
      return found.value(default: defaultValue, loading: { load(key, defaultValue(), identity) })
    }
    set { save(newValue, key, defaultValue()) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue())
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key in this instance's namespace, or its default value.
  ///
  /// It reads and writes `DefaultsKey(key, in: self, defaultValue: defaultValue)`, and a read does not make that key if the
  /// value is cached. An in-place change is atomic.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The value if nothing is stored, or if the stored value does not decode.
  public subscript<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) -> Value {
    get {
      guard let bits = KeyIdentity.bits(of: key) else {
        return DefaultsKey(key, in: self, defaultValue: defaultValue()).load()
      }
      let store = store
      let identity = KeyIdentity(namespace: type(of: self), keys: Key.self, value: Value.self, bits: bits)
      let parts = KeptByParts.Parts(namespace: namespace, key: identity.words)
      return ReadCache.lookUp(parts, in: store.context).value(default: defaultValue) {
        let key = DefaultsKey(key, in: self, defaultValue: defaultValue())
        defer { key.cache.keepSlot(for: parts, in: store.context) }
        return key.load()
      }
    }
    nonmutating set { DefaultsKey(key, in: self, defaultValue: defaultValue()).value = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(DefaultsKey(key, in: self, defaultValue: defaultValue()))
      yield &change.value
      change.commit()
    }
  }

  /// Returns a typed key for a key.
  @inline(__always)  // because each function that is called looks up the type of the key again
  static func typed<Value>(_ key: some RawRepresentable<String>, _ value: Value) -> DefaultsKey<Value>
  where Value: DefaultsSerializable {
    DefaultsKey(key, in: self, defaultValue: value)
  }

  /// Returns a typed key for a key in this instance's namespace.
  @inline(__always)  // as above
  func typed<Value: DefaultsSerializable>(_ key: some RawRepresentable<String>, _ value: Value) -> DefaultsKey<Value> {
    DefaultsKey(key, in: self, defaultValue: value)
  }

  /// Stores a value under a key.
  static func save<Value>(_ value: Value, _ key: some RawRepresentable<String>, _ initial: @autoclosure () -> Value)
  where Value: DefaultsSerializable {
    keptKey(key, initial()).value = value
  }

  /// Returns the typed key of a key, which is made once if the key is a case of an enum.
  ///
  /// The default of the typed key may have changed since then.
  @inline(__always)  // on the way of every write
  @usableFromInline
  static func keptKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value
  ) -> DefaultsKey<Value> {
    guard let bits = KeyIdentity.bits(of: key) else {
      return DefaultsKey(key, in: self, defaultValue: defaultValue())
    }
    return cachedKey(
      key,
      defaultValue(),
      KeyIdentity(namespace: self, keys: Key.self, value: Value.self, bits: bits)
    )
  }

  /// Returns the typed key of an identity, which is built once.
  ///
  /// The default of the key may have changed since then.
  @inline(__always)  // as above
  private static func cachedKey<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
    _ key: Key,
    _ defaultValue: @autoclosure () -> Value,
    _ identity: KeyIdentity
  ) -> DefaultsKey<Value> {
    let slot = KeySlotTable.slot(of: identity, for: Value.self)
    return slot.pointee.key { DefaultsKey(key, in: self, defaultValue: defaultValue(), slot: slot) }
  }

  #if DEBUG
    /// Checks the namespace of a key also where the value is remembered.
    @usableFromInline
    static func checkNamespace<Key: RawRepresentable<String>, Value: DefaultsSerializable>(
      of key: Key,
      _ defaultValue: @autoclosure () -> Value
    ) {
      keptKey(key, defaultValue()).checkNamespace()
    }
  #endif

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

extension InPlaceChange {
  /// Creates a change of a key in the namespace of a type: locks the store and reads the value.
  ///
  /// It changes `DefaultsKey(key, in: namespace, defaultValue: defaultValue)`, which it makes once for each key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - namespace: The type that provides the namespace and the store.
  ///   - defaultValue: The value with which the change begins if nothing is stored.
  @inlinable
  public init<Key: RawRepresentable<String>, Namespace: KeyNamespaceable>(
    _ key: Key,
    in namespace: Namespace.Type,
    default defaultValue: @autoclosure () -> Value
  ) where Value: DefaultsSerializable {
    self.init(namespace.keptKey(key, defaultValue()), default: defaultValue())
  }
}
