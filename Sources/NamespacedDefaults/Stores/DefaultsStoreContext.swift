package import Synchronization

/// The state that the library keeps in memory for a store: its locks, its names, and the way to its observers.
///
/// Several stores over the same values share one context. Then their writers exclude each other, and an observer of one
/// gets the changes made through all of them.
public final class DefaultsStoreContext: Sendable {
  private static let lastID = Atomic<UInt>(0)

  /// The number of the context, which no other one of this process has had, and which is not 0.
  let id: UInt
  let writeLock: WriteLock
  let memory: MemoryLock
  let changes: ChangeHub
  let callsOfActors = CallsOfActors()
  let registered = RegisteredDefaults()
  package let problems: StoreProblems
  /// What is kept in memory of each stored name.
  let names: Names
  let keptByParts = KeptByParts()
  private let declared = Guarded(DeclaredNames())
  /// What the store shows in place of its own values; `nil` for a store that is not made of others.
  package let view: (any StoreView)?
  /// Whether the store has values of its own in memory, which its lock guards; a store that is made of others has none.
  let hasMemory: Bool
  /// The contexts of the stores of which the store is made.
  let parts: [DefaultsStoreContext]
  /// Whether the store can change only by what is announced.
  let announcesEveryChange: Bool
  /// Whether the store itself counts its commits, because other processes see them before they are applied.
  let raisesItself: Bool
  /// Where the values lie, if one storage is that of all stores that have the context.
  let storage: (any DefaultsStorage)?
  private let catchUp = Callback()
  #if DEBUG
    private let writer = Atomic(-1)

    /// Whether this process, and not one that has forked it, has written the store through the library.
    var isWritten: Bool { writer.load(ordering: .relaxed) == ForkCounter.count }

    func recordWrite() { writer.store(ForkCounter.count, ordering: .relaxed) }
  #endif

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

  /// Lets a store over a file be what it is in the isolated test that makes it.
  ///
  /// Stores of the system, such as a suite or the Keychain, do not call it: a program that opens one for its first use in
  /// a test would change what is the person's.
  package func keepInIsolation() { Isolation.current?.keep(self, .madeOfFile) }

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

  private init(
    _ storage: (any DefaultsStorage)?,
    announcesEveryChange: Bool,
    _ sharedVersion: UnsafePointer<Atomic<UInt64>>? = nil,  // as in the initializer above
    validator: CacheValidator?,
    _ source: (any ChangeSource)?,
    _ view: (any StoreView)? = nil,
    _ parts: [DefaultsStoreContext] = [],
    _ target: DefaultsStoreContext? = nil,
    place: String? = nil
  ) {
    self.storage = storage
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    names = Names(
      id: id,
      word: sharedVersion,
      validator: validator,
      parts: announcesEveryChange ? parts.map(\.names) : []
    )
    self.announcesEveryChange = announcesEveryChange
    self.view = view
    hasMemory = view == nil
    self.parts = parts
    changes = ChangeHub(of: names, source: source)
    problems = StoreProblems(place: place)
    writeLock = WriteLock(delivering: changes, writingTo: target, place: place)
    memory = MemoryLock(delivering: changes, besides: writeLock.state)
    raisesItself = sharedVersion != nil && sharedVersion != StoreHead.unknown
  }

  deinit {
    changes.stopSource()
    // Observations may keep the table.
    names.releaseKept()
  }

  /// Runs a closure while no other thread reads or changes what is in the store's memory.
  ///
  /// The lock is recursive. Changes that the closure announces are delivered after it is released.
  ///
  /// - Parameter body: The closure to run. It should be short. It must not wait for another thread, nor change the store.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    memory.acquire()
    defer { memory.release() }
    return try body()
  }
}

// What objects in a file stand for.
extension DefaultsStoreContext {
  /// The names that keys of this process have used in the store.
  package var usedNames: [String] { names.used }

  /// What this process says of the names of the store.
  package var declaredNames: DeclaredNames { declared.withLock { $0 } }

  /// Says something of the names of the store, which is true of the stores of which it is made, too.
  package func declare(_ names: DeclaredNames) {
    declared.withLock { $0.formUnion(names) }
    for part in parts { part.declare(names) }
  }
}

// What a store of another module needs that finds the changes of other programs by asking.
extension DefaultsStoreContext {
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

  /// Records that what was read is what the store had at a time, which is taken for true until the system's clock ticks.
  package func recordCurrent(at time: UInt64) { names.head.pointee.recordAbsence(at: time) }

  /// The names that are observed or tracked; empty if an observer observes all of them, which are in the store's list.
  package var observedNames: Set<String> { changes.observedKeys ?? [] }

  /// Whether the current thread has the right to change the store.
  package var hasWriteLock: Bool { writeLock.isMine }

  /// Runs a closure under the store's lock, unless another thread has it.
  package func withLockIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
    try memory.withLockIfFree(body)
  }
}

// How current cached values are.
extension DefaultsStoreContext {
  /// What says whether a remembered value is current; `nil` if none is remembered.
  var head: UnsafePointer<StoreHead>? {  // valid as long as the context
    announcesEveryChange || names.head.pointee.validator != nil ? names.head : nil
  }

  /// Whether the store can have nothing but what is in its memory.
  var isCurrent: Bool { announcesEveryChange && names.head.pointee.isCurrent }

  /// Sets the closure that takes in what other processes have committed; it must not keep the context.
  func onCatchUp(_ body: @escaping @Sendable () -> Void) { catchUp.set(body) }

  /// Takes in what other processes have committed.
  ///
  /// - Returns: Whether there may have been something.
  func catchUpIfBehind() -> Bool {
    guard announcesEveryChange, !names.head.pointee.isCurrent else { return false }
    catchUp()
    // A part that has lost its entries in a fork is not behind.
    return parts.isEmpty || parts.reduce(false) { $1.catchUpIfBehind() || $0 }
  }

  /// A number that grows with every change that is announced, before it is delivered.
  ///
  /// Another store may also change without an announcement.
  @inline(__always)  // on the way of every change in place
  var version: UInt64 { parts.isEmpty ? names.version : names.version &+ parts.version }

  /// A number that changes with every change that is announced, and with every write of the transaction that runs.
  ///
  /// Call this with the write lock.
  var writeCount: UInt64 { version &+ (writeLock.writeSet?.pointee.writeCount ?? 0) }

  /// Counts changes, so that no value of their names that was cached before counts as current, and none that was removed
  /// is kept.
  func raise(_ changes: [DefaultsChange]) {
    names.raise(changes)
  }

  /// Counts a change of all names.
  package func raiseAll(where isRemoved: (String) -> Bool = { _ in false }) {
    names.raiseAll(where: isRemoved)
  }
}

// Several reads as of one moment.
extension [DefaultsStoreContext] {
  private static var attempts: Int { 100 }

  /// A number that grows with every change that one of the stores announces.
  fileprivate var version: UInt64 { reduce(0) { $0 &+ $1.version } }

  /// Returns what a body reads while none of the stores changes; `nil` if one changed at each of many attempts.
  ///
  /// A change is counted with memory locked, where it is applied too, and each read locks it. So what was read counted at one
  /// moment, if none was counted meanwhile. What other processes have written is counted when a read takes it in.
  package func unchanged<Result>(during read: () throws -> Result) rethrows -> Result? {
    for _ in 0..<Self.attempts {
      let before = version
      let result = try read()
      if before == version { return result }
    }
    return nil
  }

  /// Returns what a body reads of the stores at one moment; it waits for no write lock.
  package func atOneMoment<Result>(_ read: () throws -> Result) rethrows -> Result {
    // Beside writers that never pause, sooner or later the memory of all is free.
    for _ in 0..<Self.attempts {
      if let result = try unchanged(during: read) { return result }
      if let result = try whileFree(self[...], { try unchanged(during: read) }) { return result }
    }
    return try read()
  }

  /// Runs a body with the memory of several stores and of their parts locked, unless another thread has one of them.
  private func whileFree<Result>(
    _ contexts: ArraySlice<DefaultsStoreContext>,
    _ body: () throws -> Result?
  ) rethrows -> Result? {
    guard let first = contexts.first else { return try body() }
    return try first.withLockIfFree { try whileFree(first.parts + contexts.dropFirst(), body) } ?? nil
  }
}
