import Synchronization

/// A stored name with the type of its value and a default value.
///
/// ```swift
/// extension DefaultsKeys {
///   static let launchCount = DefaultsKey("launchCount", defaultValue: 0)
///   static let username = DefaultsKey<String?>("username")
/// }
/// ```
///
/// The settable protocols return their keys from `key(_:)`: `Account.key(.isUserLoggedIn)`.
///
/// `@unchecked Sendable`: its properties are immutable and safe to share, and the cache among them is atomic. The
/// compiler cannot check that for a subclass.
public final class DefaultsKey<Value: Sendable>: DefaultsKeys, @unchecked Sendable {
  package let names: KeyName
  @usableFromInline let makeDefault: DefaultValue<Value>
  package let bridge: DefaultsBridge<Value>
  let declaration: KeyDeclaration?
  package let storeChoice: StoreChoice
  let cache: KeyCache
  /// The ``DefaultsStoreContext/id`` of the store in which the declaration was last checked, or 0.
  let checkedContext = Atomic<UInt>(0)
  /// The way to the value, if it is a member of the value of another key.
  let member: KeyMember<Value>?
  package let details: KeyDetails

  init(
    _ names: KeyName,
    default makeDefault: DefaultValue<Value>,
    bridge: DefaultsBridge<Value>,
    declaration: KeyDeclaration?,
    in store: StoreChoice,
    member: KeyMember<Value>? = nil,
    details: KeyDetails = KeyDetails(),
    slot: UnsafePointer<KeySlot>? = nil  // one that is never freed
  ) {
    self.names = names
    self.makeDefault = makeDefault
    self.bridge = bridge
    self.declaration = declaration
    storeChoice = store
    self.member = member
    self.details = details
    cache = KeyCache(slot)
    super.init(())
  }

  /// The stored name.
  public var name: String { names.current }

  /// The name under which an older release stored the value; see ``renamed(from:)``.
  package var previousName: String? { names.previous }

  /// The value if nothing is stored, or if the stored value does not decode.
  public var defaultValue: Value { @inlinable get { makeDefault.make() } }

  /// The store of the value.
  public var store: any DefaultsStore {
    let store = storeChoice.store
    checkOnce(in: store.context)
    return store
  }

  /// The store, and what an access uses of it.
  var accessed: (store: any DefaultsStore, access: StoreAccess) {
    let store = storeChoice.store
    let access = store.access
    checkOnce(in: access.context)
    return (store, access)
  }

  @inline(__always)  // on the way of every access
  private func checkOnce(in context: DefaultsStoreContext) {
    #if DEBUG
      checkNamespace()
    #endif
    if let declaration, checkedContext.load(ordering: .relaxed) != context.id { check(declaration, in: context) }
  }

  /// The type that gives the namespace, if one does.
  package var owner: (any KeyNamespaceable.Type)? { declaration.flatMap { owner(of: $0) } }

  func owner(of declaration: KeyDeclaration) -> (any KeyNamespaceable.Type)? {
    // Most keys have it without a search for the conformance, which is slow.
    if case .namespace(let owner) = storeChoice { return owner }
    return declaration.owner as? any KeyNamespaceable.Type
  }

  #if DEBUG
    /// Reports that the namespace of the key's type has changed since the key was made.
    func checkNamespace() {
      guard !details.isOfInstance, let length = details.namespaceLength, let owner else { return }
      let now = owner.namespace
      guard now.utf8.count != length || !names.current.hasPrefix(now), let namespace else { return }
      NamespaceChecks(owner: owner, namespace: namespace, name: name, context: storeChoice.store.context)
        .reportChange()
    }
  #endif

  /// Returns the same key in another store.
  ///
  /// - Parameter store: The store of the value, even if this key names another one.
  /// - Returns: The key in that store.
  public func bound(to store: any DefaultsStore) -> DefaultsKey {
    if let member { return member.bound(store) }
    return with(store: .fixed(store))
  }

  /// Returns the same key with something else in it.
  @inline(__always)  // in `bound(to:)`, which an adapter calls at each access
  func with(
    names: KeyName? = nil,
    bridge: DefaultsBridge<Value>? = nil,
    details: KeyDetails? = nil,
    store: StoreChoice? = nil
  ) -> DefaultsKey {
    DefaultsKey(
      names ?? self.names,
      default: makeDefault,
      bridge: bridge ?? self.bridge,
      declaration: declaration,
      in: store ?? storeChoice,
      member: member,
      details: details ?? self.details
    )
  }
}

extension DefaultsKey {
  /// Creates a key of a type that can be stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - defaultValue: The value if nothing is stored. An optional that is set to `nil` has it too, because `nil` is stored
  ///     as nothing.
  ///   - store: The store of the value; by default ``Defaults/store`` at the time of each access.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) where Value: DefaultsSerializable {
    self.init(name, .fixed(defaultValue), .serializable, store, fileID)
  }

  /// Creates a key whose value is stored in another format, or whose type has no format of its own.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) {
    self.init(name, .fixed(defaultValue), bridge, store, fileID)
  }

  /// Creates a key whose default value is computed at each use.
  ///
  /// ```swift
  /// static let lastVisit = DefaultsKey("lastVisit") { Date() }
  /// ```
  ///
  /// The function is called at each read for which nothing is stored, on the thread of the reader.
  public convenience init(
    _ name: String,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID,
    computingDefault makeDefault: @escaping @Sendable () -> Value
  ) where Value: DefaultsSerializable {
    self.init(name, .computed(makeDefault), .serializable, store, fileID)
  }

  /// Creates a key whose value is `nil` if nothing is stored.
  public convenience init<Wrapped: DefaultsSerializable>(
    _ name: String,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) where Value == Wrapped? {
    self.init(name, .fixed(nil), .serializable, store, fileID)
  }

  /// Creates a key whose value is stored in another format and is `nil` if nothing is stored.
  public convenience init<Wrapped: Sendable>(
    _ name: String,
    bridge: DefaultsBridge<Wrapped>,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) where Value == Wrapped? {
    self.init(name, .fixed(nil), bridge.optional, store, fileID)
  }

  @inline(__always)  // in the initializers above, because each one that is called looks up the type of the key again
  private convenience init(
    _ name: String,
    _ makeDefault: DefaultValue<Value>,
    _ bridge: DefaultsBridge<Value>,
    _ store: (any DefaultsStore)?,
    _ fileID: String
  ) {
    self.init(
      KeyName(name),
      default: makeDefault,
      bridge: bridge,
      declaration: .typedKey(Value.self, file: SourceFile(fileID)),
      in: store.map { .fixed($0, named: .byKey) } ?? .process
    )
  }
}

/// The way in which a key finds the store of its value.
package enum StoreChoice: Sendable {
  /// ``Defaults/store`` at the time of each access.
  case process
  /// One store, which was given at the use of the key, or which the program has named where it declares the key.
  case fixed(any DefaultsStore, named: Isolation.Naming? = nil)
  /// The store that a namespace has at the time of each access.
  case namespace(any KeyNamespaceable.Type)

  package var store: any DefaultsStore {
    TaskOverrides.areUsed ? isolatedStore : storeWithoutIsolation
  }

  @inline(__always)  // on the way of every write
  private var storeWithoutIsolation: any DefaultsStore {
    switch self {
    case .process: CurrentStore.store
    case .fixed(let store, _): store
    case .namespace(let type): type.store
    }
  }

  @inline(never)  // so that a program that isolates nothing has a short way
  private var isolatedStore: any DefaultsStore {
    switch self {
    case .fixed(let store, named: let naming?): Isolation.standIn(for: store, named: naming)
    case .namespace(let type): Isolation.standIn(for: type.store, named: .byType)
    case .process, .fixed: storeWithoutIsolation
    }
  }
}

extension KeyNamespaceable {
  /// The store in which the settings of the type are now: ``store``, or in an isolated test what stands for it.
  package static var currentStore: any DefaultsStore { StoreChoice.namespace(self).store }

  /// The way in which the keys of this instance find their store.
  var storeChoice: StoreChoice {
    let (type, store) = (type(of: self), store)
    // Only an isolated test makes a difference between the two.
    return TaskOverrides.areUsed && type.store.context === store.context
      ? .namespace(type) : .fixed(store, named: .byInstance)
  }
}
