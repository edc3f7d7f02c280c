package import Synchronization

// Each kind of store creates its context in a way of its own.
extension DefaultsStoreContext {
  /// Creates the context of a new store.
  ///
  /// - Parameters:
  ///   - storage: Where the values lie; `nil` for a store that is a ``DefaultsStorage`` itself.
  ///   - announcesEveryChange: Whether the stored values change only by ``DefaultsStorage/apply(_:)`` and by changes that
  ///     the store announces. If so, the library caches values, which makes reads much faster.
  public convenience init(_ storage: (any DefaultsStorage)? = nil, announcesEveryChange: Bool = false) {
    self.init(storage, announcesEveryChange: announcesEveryChange, changeSource: nil)
    Isolation.current?.keep(self, .made)
  }

  /// Creates the context of a store that other code or other processes change too.
  ///
  /// - Parameters:
  ///   - storage: As in ``init(_:announcesEveryChange:)``.
  ///   - announcesEveryChange: As there.
  ///   - sharedVersion: A number that changes with every commit of any process, or 0 while that is unknown. It must be
  ///     valid as long as the context lives. `nil` means that this process announces every change.
  ///   - changeSource: The source of changes from elsewhere. It runs while the store is observed; see
  ///     ``onForeignChange(of:_:)``.
  ///   - place: The path of the store's file, which reports of problems name.
  package convenience init(
    _ storage: (any DefaultsStorage)? = nil,
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>? = nil,  // outlives the context, as said above
    changeSource: (any ChangeSource)?,
    place: String? = nil
  ) {
    self.init(
      storage,
      announcesEveryChange: announcesEveryChange,
      sharedVersion,
      validator: nil,
      changeSource,
      place: place
    )
  }

  /// Creates the context of a store that changes without a word, but can validate what was cached.
  convenience init(validator: CacheValidator, changeSource: (any ChangeSource)?) {
    self.init(nil, announcesEveryChange: false, validator: validator, changeSource)
  }

  /// Creates the context of a store that is made of others.
  ///
  /// Whoever has its write lock has that of the one that takes its writes. What is cached holds as long as none of them changes,
  /// whoever changes it.
  ///
  /// - Parameters:
  ///   - storage: Where the values lie of the store that takes the writes.
  ///   - parts: The contexts of the other stores.
  ///   - target: The context of the one that takes the writes, if one does.
  ///   - view: The values that the store shows. It must not keep the context.
  ///   - changeSource: The source of changes that are made in the other stores.
  package convenience init(
    _ storage: (any DefaultsStorage)? = nil,
    over parts: [DefaultsStoreContext],
    writingTo target: DefaultsStoreContext?,
    showing view: any StoreView,
    changeSource: any ChangeSource
  ) {
    guard parts.allSatisfy(\.announcesEveryChange) else {
      // One of them changes without a word, so each read asks all of them.
      let validator = CacheValidator { [weak view] stored, name in
        guard let view else { return false }
        do { return try view.value(KeyName(name)).get() == stored } catch { return false }
      } canCheck: { _ in
        true
      }
      self.init(storage, announcesEveryChange: false, validator: validator, changeSource, view, parts, target)
      return
    }
    self.init(storage, announcesEveryChange: true, validator: nil, changeSource, view, parts, target)
  }

  /// Creates the context of a store that asks the system whether another program has changed something.
  ///
  /// Cached values count until the clock's next tick; see ``recordCurrent(at:)``.
  ///
  /// - Parameters:
  ///   - changeSource: The source of changes from elsewhere.
  ///   - place: The path of the store's file, which reports of problems name.
  package convenience init(askingForChanges changeSource: any ChangeSource, place: String) {
    self.init(announcesEveryChange: true, sharedVersion: StoreHead.unknown, changeSource: changeSource, place: place)
  }

  /// Lets a store over a file be what it is in the isolated test that makes it.
  ///
  /// Stores of the system, such as a suite or the Keychain, do not call it: a program that opens one for its first use in
  /// a test would change what is the person's.
  package func keepInIsolation() { Isolation.current?.keep(self, .madeOfFile) }
}
