/// A stored name with the type of its value and the value it has when nothing is stored.
///
///     extension DefaultsKeys {
///       static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
///       static let username = DefaultsKey<String?>("username")
///     }
///
/// The settable protocols give theirs with `key(_:)`: `Account.key(.isUserLoggedIn)`.
///
/// `@unchecked Sendable`: it has immutable, Sendable properties only; the compiler cannot say so of a subclass.
public final class DefaultsKey<Value: Sendable>: DefaultsKeys, @unchecked Sendable {
  /// The stored name.
  public let name: String
  /// The name under which an older release stored the value; see ``init(_:defaultValue:previousName:store:)``.
  public let previousName: String?
  /// The value when nothing is stored, or what is stored does not decode.
  public let defaultValue: Value
  let bridge: DefaultsBridge<Value>
  let declaration: KeyDeclaration?
  let storeChoice: StoreChoice
  let cache: KeyCache<Value>

  init(
    _ name: String,
    previousName: String? = nil,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    declaration: KeyDeclaration?,
    in store: StoreChoice,
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) {
    self.name = name
    self.previousName = previousName == name ? nil : previousName
    self.defaultValue = defaultValue
    self.bridge = bridge
    self.declaration = declaration
    storeChoice = store
    cache = KeyCache(slot)
  }

  /// Where the value lives.
  public var store: any DefaultsStore {
    let store = storeChoice.store
    #if DEBUG
      if let declaration {
        KeyCollision.check(declaration, forName: name, in: store)
        if let previousName { KeyCollision.check(declaration, forName: previousName, in: store) }
      }
    #endif
    return store
  }

  /// The same key in another store.
  ///
  /// - Parameter store: Where the value lives, whatever store this key names.
  /// - Returns: The key.
  public func bound(to store: any DefaultsStore) -> DefaultsKey {
    DefaultsKey(
      name,
      previousName: previousName,
      defaultValue: defaultValue,
      bridge: bridge,
      declaration: declaration,
      in: .fixed(store)
    )
  }
}

extension DefaultsKey {
  /// Makes a key of a type that can be stored.
  ///
  /// A key that has been renamed finds its value under the previous name as long as nothing is stored under the new one.
  /// The first write moves it, at once: with the new value stored the old name is gone. What an older release writes
  /// under the previous name meanwhile is found too, but not announced to those who observe the key.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - defaultValue: The value when nothing is stored.
  ///   - previousName: The name under which an older release stored the value.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil
  ) where Value: DefaultsSerializable {
    self.init(name, defaultValue: defaultValue, bridge: .serializable, previousName: previousName, store: store)
  }

  /// Makes a key whose value is stored in another format, or of a type that has none of its own.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - defaultValue: The value when nothing is stored.
  ///   - bridge: The format.
  ///   - previousName: The name under which an older release stored the value.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil
  ) {
    self.init(
      name,
      previousName: previousName,
      defaultValue: defaultValue,
      bridge: bridge,
      declaration: .typedKey(Value.self),
      in: store.map(StoreChoice.fixed) ?? .process
    )
  }

  /// Makes a key whose value is `nil` when nothing is stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - previousName: The name under which an older release stored the value.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init<Wrapped: DefaultsSerializable>(
    _ name: String,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil
  ) where Value == Wrapped? {
    self.init(name, defaultValue: nil, bridge: .serializable, previousName: previousName, store: store)
  }

  /// Makes a key whose value is stored in another format, and is `nil` when nothing is stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - bridge: The format of a value that is not `nil`.
  ///   - previousName: The name under which an older release stored the value.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init<Wrapped: Sendable>(
    _ name: String,
    bridge: DefaultsBridge<Wrapped>,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil
  ) where Value == Wrapped? {
    self.init(name, defaultValue: nil, bridge: bridge.optional, previousName: previousName, store: store)
  }

  /// Makes another reference to what a key refers to.
  convenience init(_ other: DefaultsKey) {
    self.init(
      other.name,
      previousName: other.previousName,
      defaultValue: other.defaultValue,
      bridge: other.bridge,
      declaration: other.declaration,
      in: other.storeChoice
    )
  }
}
