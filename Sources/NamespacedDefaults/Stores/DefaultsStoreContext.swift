package import Synchronization

/// The state that the library keeps in memory for a store: its lock, its observers, and the declarations of its names.
///
/// Several stores over the same values share one context. Then their writers exclude each other, and an observer of one
/// gets the changes made through all of them.
public final class DefaultsStoreContext: @unchecked Sendable {  // `version` is atomic; for the rest see its comments
  enum Access { case outermost, nested }

  private let lock = Lock()
  // The open accesses of the thread that holds the lock, and how many of them are for writing.
  private nonisolated(unsafe) var depth = 0  // guarded by `lock`
  private nonisolated(unsafe) var exclusiveDepth = 0  // guarded by `lock`
  /// Whether there are announcements or other work for the moment after the release.
  private nonisolated(unsafe) var hasWork = false  // guarded by `lock`
  private nonisolated(unsafe) var work: [() -> Void] = []  // guarded by `lock`
  private nonisolated(unsafe) var thread: UnsafeMutablePointer<ThreadState>?  // guarded by `lock`; of the thread above
  let changes: ChangeHub
  let keyRegistry = KeyRegistry()
  let registered = RegisteredDefaults()
  let problems = StoreProblems()
  let copies = CachedCopies()
  /// The version stamp that says whether a cached value is current.
  ///
  /// It is `nil` for a store that can change without an announcement.
  let version: UnsafePointer<StoreVersion>?  // allocated and freed with the context, atomic inside
  /// The check of cached values of a store without a version; `nil` if it has none, and then nothing is cached.
  let validator: CacheValidator?
  private let revisions = Atomic<UInt64>(0)  // of a store with neither
  /// Whether the version stays valid after the context, because readers may use it that do not retain the store.
  // Guarded by `lock`; the owner reads it without, at the end of its life.
  private(set) nonisolated(unsafe) var keepsVersion = false
  private let source: (any ChangeSource)?
  private let onForeignChange: ForeignChangeHandler

  /// Creates the context of a new store.
  ///
  /// - Parameter announcesEveryChange: Whether the stored values change only by ``DefaultsStore/commit(_:)`` and by
  ///   changes that the store announces. If so, the library caches values, which makes reads much faster.
  public convenience init(announcesEveryChange: Bool = false) {
    self.init(announcesEveryChange: announcesEveryChange, changeSource: nil)
  }

  /// Creates the context of a store that other code or other processes change too.
  ///
  /// - Parameters:
  ///   - announcesEveryChange: As in ``init(announcesEveryChange:)``.
  ///   - sharedVersion: A number that changes with every commit of any process, or 0 while that is unknown. It must be
  ///     valid as long as the context lives. `nil` means that this process announces every change.
  ///   - changeSource: The source of changes from elsewhere. It runs while the store is observed; see
  ///     ``onForeignChange(of:_:)``.
  package convenience init(
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>? = nil,  // outlives the context, as said above
    changeSource: (any ChangeSource)?
  ) {
    self.init(
      announcesEveryChange: announcesEveryChange,
      sharedVersion: sharedVersion,
      validator: nil,
      changeSource: changeSource
    )
  }

  /// Creates the context of a store that has no version, but can validate what was cached.
  convenience init(validator: CacheValidator, changeSource: (any ChangeSource)?) {
    self.init(announcesEveryChange: false, sharedVersion: nil, validator: validator, changeSource: changeSource)
  }

  private init(
    announcesEveryChange: Bool,
    sharedVersion: UnsafePointer<Atomic<UInt64>>?,  // outlives the context, as said above
    validator: CacheValidator?,
    changeSource: (any ChangeSource)?
  ) {
    self.validator = validator
    let onForeignChange = ForeignChangeHandler()
    source = changeSource
    self.onForeignChange = onForeignChange
    changes = ChangeHub { isObserved in
      if isObserved { changeSource?.start { onForeignChange.call() } } else { changeSource?.stop() }
    } willObserve: {
      changeSource?.willObserve($0)
    }
    guard announcesEveryChange else {
      version = nil
      return
    }
    let version = UnsafeMutablePointer<StoreVersion>.allocate(capacity: 1)
    version.initialize(to: StoreVersion())
    if let sharedVersion { version.pointee.share(sharedVersion) }
    self.version = UnsafePointer(version)
  }

  deinit {
    source?.stop()
    guard let version, !keepsVersion else { return }
    UnsafeMutablePointer(mutating: version).deinitialize(count: 1)
    version.deallocate()
  }

  /// Sets the closure that is called at each event of the change source.
  ///
  /// The closure looks for changes and announces them with ``announce(_:)``.
  ///
  /// - Parameters:
  ///   - owner: The owner of the context. It is not retained. After its release the closure is no longer called.
  ///   - body: The closure that gets the owner. It is called on any thread and under no lock.
  package func onForeignChange<Owner: AnyObject & Sendable>(
    of owner: Owner,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    onForeignChange.set { [weak owner] in if let owner { body(owner) } }
  }

  /// Runs a closure under the store's lock.
  ///
  /// The lock is recursive. Changes that the closure announces are delivered after the lock is released.
  ///
  /// - Parameter body: The closure to run. It should be short and must not wait for another thread.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  /// Waits for something outside of the process, and lets other threads use the store meanwhile.
  ///
  /// Call this with the store locked, before anything was changed. If the thread has locked it more than once, other
  /// threads must wait too, because the calls around this one rely on the lock.
  func pause(_ wait: () -> Void) {
    guard depth == 1 else { return wait() }
    let (depth, exclusiveDepth, thread) = (depth, exclusiveDepth, thread)
    (self.depth, self.exclusiveDepth) = (0, 0)
    lock.unlock()
    wait()
    lock.lock()
    (self.depth, self.exclusiveDepth, self.thread) = (depth, exclusiveDepth, thread)
  }

  /// Whether the current thread has locked the store.
  var isLockedByCurrentThread: Bool {
    // The lock is recursive.
    guard lock.tryLock() else { return false }
    defer { lock.unlock() }
    return depth > 0
  }

  /// Runs a closure under the store's lock, unless another thread has the lock.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has the lock.
  func withLockIfFree<Result>(_ body: () -> Result) -> Result? {
    guard lock.tryLock() else { return nil }
    count()
    defer { release() }
    return body()
  }

  /// Queues changes for the store's observers, in the order of the calls.
  ///
  /// Call this under ``withLock(_:)``, and only in a store that finds changes made elsewhere. The library announces the
  /// changes that are written through it.
  ///
  /// - Parameter changes: The committed changes.
  public func announce(_ changes: [DefaultsChange]) {
    forgetReadings()
    problems.recordStored(by: changes)
    for index in changes.indices {
      if case .none = changes[index].newValue { dropCopies { $0.drop(changes[index].key) } }
    }
    if self.changes.enqueue(changes) { hasWork = true }
  }

  /// Runs work as soon as the current thread has released this store and has no other one locked, before the changes that
  /// were announced are delivered.
  ///
  /// Call this under ``withLock(_:)``.
  func whenReleased(_ piece: @escaping () -> Void) {
    work.append(piece)
    hasWork = true
  }

  private func takeWork() -> [() -> Void] {
    guard hasWork else { return [] }
    hasWork = false
    defer { work = [] }
    return work
  }

  /// Keeps the version valid for ever, which costs a few bytes.
  func keepVersion() {
    withLock { keepsVersion = true }
  }

  /// Advances the version stamp, so that no cached value counts as current.
  func forgetReadings() {
    if let version {
      version.pointee.advance()
    } else if let validator {
      validator.revision.add(1, ordering: .releasing)
    } else {
      revisions.add(1, ordering: .releasing)
    }
  }

  /// Drops copies of values that keys cache, because the stored values were removed.
  func dropCopies(_ drop: (CachedCopies) -> Void) {
    // First, so that a copy which is about to be added is not kept. A validator has counted the change already.
    version?.pointee.recordRemoval()
    if version != nil || validator != nil { drop(copies) }
  }

  /// A number that changes with every change that is announced, before it is delivered.
  ///
  /// A store without a ``version`` may also change without an announcement.
  var revision: UInt64 {
    version?.pointee.revision ?? validator?.currentRevision ?? revisions.load(ordering: .acquiring)
  }

  /// Registers a handler for each change of a key, or of every key, that is committed from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - handlerID: The identity of the handler.
  ///   - isPassive: Whether the store looks for no changes because of the handler, as in ``ChangeHub``.
  ///   - first: A closure that runs with the store locked. Its result is called before the handler gets any change.
  ///   - handler: The closure that gets each change.
  /// - Returns: The observation, which keeps the handler registered.
  func observe(
    _ name: String?,
    as handlerID: HandlerID = HandlerID(),
    isPassive: Bool = false,
    first: () -> (@Sendable () -> Void)? = { nil },
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    withLock {
      let first = first()
      let id = changes.addObserver(forKey: name, as: handlerID, isPassive: isPassive, first: first, handler)
      if first != nil { hasWork = true }
      return DefaultsObservation { [changes] in changes.removeObserver(id, forKey: name) }
    }
  }

  /// Takes the lock for writing and returns whether this is the outermost access.
  func enter() -> Access {
    acquire()
    exclusiveDepth += 1
    return exclusiveDepth == 1 ? .outermost : .nested
  }

  /// Ends an access for writing.
  ///
  /// If it was the outermost, `end` is called before the lock is released.
  func leave(_ end: () -> Void) {
    exclusiveDepth -= 1
    if exclusiveDepth == 0 { end() }
    release()
  }

  /// Stops the program if the current thread is not the one that has locked the store.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and whoever used it next would wait for ever.
  func requireLock() {
    // The thread that has the lock suspended the call, so nothing else writes `thread` meanwhile.
    guard thread == ThreadState.current else {
      fatalError(
        """
        NamespacedDefaults: an in-place change of a setting has ended on another thread than it began, and its store is \
        locked. Do not pass a setting inout to an async function; pass a copy, and assign the result.
        """
      )
    }
  }

  private func acquire() {
    lock.lock()
    count()
  }

  private func count() {
    depth += 1
    if depth == 1 { begin() }
  }

  private func release() {
    depth -= 1
    if depth == 0, let thread { end(thread) } else { lock.unlock() }
  }

  @inline(never)  // so that the two functions above, which mostly count, are inlined
  private func begin() {
    thread = ThreadState.enter()
  }

  @inline(never)  // as above
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    // Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
    // the write returns.
    let position = hasWork ? changes.position : nil
    let work = takeWork()
    lock.unlock()
    ThreadState.leave(thread)
    guard let position else { return }
    for piece in work { ThreadState.whenUnlocked(piece) }
    ThreadState.whenUnlocked { [changes] in changes.deliver(upTo: position) }
  }
}

/// The closure that a context calls at each event of its change source.
///
/// The context owns the source. The source retains this object and not the context, which avoids a retain cycle.
private final class ForeignChangeHandler: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var body: @Sendable () -> Void = {}  // guarded by `lock`

  func set(_ body: @escaping @Sendable () -> Void) { lock.withLock { self.body = body } }

  func call() { lock.withLock { body }() }
}
