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
  /// The value when nothing is stored, or what is stored does not decode.
  public let defaultValue: Value
  let bridge: DefaultsBridge<Value>
  private let claimant: KeyClaimant?
  private let chooseStore: @Sendable () -> any DefaultsStore

  init(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    claimant: KeyClaimant?,
    in store: @escaping @Sendable () -> any DefaultsStore
  ) {
    self.name = name
    self.defaultValue = defaultValue
    self.bridge = bridge
    self.claimant = claimant
    chooseStore = store
  }

  /// Where the value lives.
  public var store: any DefaultsStore {
    let store = chooseStore()
    #if DEBUG
      if let claimant { store.context.claims.claim(name, by: claimant) }
    #endif
    return store
  }

  /// The same key in another store.
  ///
  /// - Parameter store: Where the value lives, whatever store this key names.
  /// - Returns: The key.
  public func bound(to store: any DefaultsStore) -> DefaultsKey {
    DefaultsKey(name, defaultValue: defaultValue, bridge: bridge, claimant: claimant) { store }
  }
}

extension DefaultsKey {
  /// Makes a key of a type that can be stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - defaultValue: The value when nothing is stored.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    store: (any DefaultsStore)? = nil
  ) where Value: DefaultsSerializable {
    self.init(name, defaultValue: defaultValue, bridge: .serializable, store: store)
  }

  /// Makes a key whose value is stored in another format, or of a type that has none of its own.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - defaultValue: The value when nothing is stored.
  ///   - bridge: The format.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    store: (any DefaultsStore)? = nil
  ) {
    self.init(name, defaultValue: defaultValue, bridge: bridge, claimant: .typedKey(Value.self)) {
      store ?? Defaults.store
    }
  }

  /// Makes a key whose value is `nil` when nothing is stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init<Wrapped: DefaultsSerializable>(
    _ name: String,
    store: (any DefaultsStore)? = nil
  ) where Value == Wrapped? {
    self.init(name, defaultValue: nil, bridge: .serializable, store: store)
  }

  /// Makes a key whose value is stored in another format, and is `nil` when nothing is stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - bridge: The format of a value that is not `nil`.
  ///   - store: Where the value lives; ``Defaults/store`` at the time of each access by default.
  public convenience init<Wrapped: Sendable>(
    _ name: String,
    bridge: DefaultsBridge<Wrapped>,
    store: (any DefaultsStore)? = nil
  ) where Value == Wrapped? {
    self.init(name, defaultValue: nil, bridge: bridge.optional, store: store)
  }

  /// Makes another reference to what a key refers to.
  convenience init(_ other: DefaultsKey) {
    self.init(
      other.name,
      defaultValue: other.defaultValue,
      bridge: other.bridge,
      claimant: other.claimant,
      in: other.chooseStore
    )
  }
}
