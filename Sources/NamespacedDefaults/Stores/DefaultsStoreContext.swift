import Synchronization

// The context of a store, and an access to the store by it.

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
  /// The registered defaults, which a read returns if nothing is stored; they belong to this process and are never written.
  let registered = Guarded([String: PropertyListValue]())
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

  init(
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
    memory = MemoryLock(delivering: changes, besides: writeLock)
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

  /// Queues changes whose versions were raised before they were committed.
  func enqueue(_ changes: [DefaultsChange]) {
    if let position = self.changes.enqueue(changes) { memory.deliverWhenReleased(upTo: position) }
  }
}

/// What an access to a store uses, so that it asks for both once: its context, and its storage.
///
/// The storage is called with memory locked where it reads or applies, and with the write lock alone where it may wait. A store that
/// is made of others has no memory: who held its lock while one of them waits for something would keep those from it who
/// observe.
struct StoreAccess {
  let context: DefaultsStoreContext
  let storage: any DefaultsStorage

  // MARK: The write lock

  /// Takes the write lock, among processes too if this is the outermost access for writing.
  @inline(__always)  // on the way of every write
  func begin(for limit: Duration) throws {
    guard try context.writeLock.begin(for: limit, of: context) else { return }
    do {
      try storage.beginWriting()
    } catch {
      context.writeLock.end {}
      throw error
    }
  }

  /// Releases the write lock.
  @inline(__always)  // as above
  func end() { context.writeLock.end { storage.endWriting() } }

  // MARK: Reading

  /// Returns the store's own value of a name, in a transaction of the current thread the one that it wrote.
  @inline(__always)  // on the way of every write
  func value(forKey name: String, isWriting: Bool = false) throws -> PropertyListValue? {
    if let written = context.writeLock.writeSet?.pointee[name] { return written }
    guard context.hasMemory else { return try storage.storedValue(forKey: name) }
    if isWriting { context.memory.acquireInWriting() } else { context.memory.acquire() }
    defer { context.memory.release() }
    try context.memory.requireContents()
    return try storage.storedValue(forKey: name)
  }

  /// Returns the names of the store's own values, in a transaction of the current thread with those that it wrote.
  func keys() throws -> [String] {
    let stored =
      try context.hasMemory
      ? context.withLock {
        try context.memory.requireContents()
        return try storage.storedKeys()
      } : storage.storedKeys()
    return context.writeLock.writeSet?.pointee.names(over: stored) ?? stored
  }

  // MARK: Writing

  /// Returns the change that a write makes; `nil` if the store has the value already, in the form in which it keeps it.
  ///
  /// A store with a view gets that change too, because what the view refuses does not depend on what is stored.
  @inline(__always)  // on the way of every write
  func change(forKey name: String, from old: PropertyListValue?, to new: PropertyListValue?) -> DefaultsChange? {
    guard old != new || !context.hasMemory else { return nil }
    guard let new, new.mayBeKeptInAnotherForm else { return DefaultsChange(key: name, oldValue: old, newValue: new) }
    let kept = storage.storedForm(of: new)
    return old == kept && context.hasMemory ? nil : DefaultsChange(key: name, oldValue: old, newValue: kept)
  }

  /// Returns whether a write of a value would change nothing.
  ///
  /// - Throws: The error of a name that cannot be given a value, or of a store that cannot be read.
  @inline(never)  // so that the way of a write stays short
  func has(_ value: PropertyListValue?, forKey name: String) throws -> Bool {
    if value != nil { try context.view?.checkWrite(of: name) }
    let old = try self.value(forKey: name)
    return change(forKey: name, from: old, to: value).map { $0.newValue == old } ?? true
  }

  /// Commits and announces a change, or records it in the transaction that runs on the current thread.
  ///
  /// Call this with the write lock.
  @inline(__always)  // as above
  func write(_ change: consuming DefaultsChange) throws {
    guard context.hasMemory else { return try write([change]) }
    if let writeSet = context.writeLock.writeSet { return writeSet.pointee.record(change) }
    try context.writeLock.withArray(of: change) { changes in
      try storage.persist(changes)
      try apply(changes, announcing: changes)
    }
  }

  /// Lets readers see changes that were persisted, and announces them; call this with the write lock.
  ///
  /// Memory is locked for both, so that whoever registers meanwhile gets the change, or begins with its value, and not both.
  @inline(__always)  // as above
  func apply(_ changes: [DefaultsChange], announcing announced: [DefaultsChange]) throws {
    context.memory.acquireInWriting()
    defer { context.memory.release() }
    if context.changes.isObserved, let view = context.view {
      return try view.announce(announced, in: context) { try apply(changes) }
    }
    try apply(changes)
    context.enqueue(announced)
  }

  @inline(__always)  // as above
  private func apply(_ changes: [DefaultsChange]) throws {
    guard !changes.isEmpty else { return }
    try storage.apply(changes)
    // Nobody reads from memory before that is done.
    if !context.raisesItself { context.raise(changes) }
    #if DEBUG
      context.recordWrite()
    #endif
  }
}

extension PropertyListValue {
  /// Whether a store may keep the value in another form, as JSON has no data, and other files no fractions of a second.
  fileprivate var mayBeKeptInAnotherForm: Bool {
    switch self {
    case .bool, .integer, .unsignedInteger, .string: false
    case .double, .date, .data, .array, .dictionary: true
    }
  }
}
