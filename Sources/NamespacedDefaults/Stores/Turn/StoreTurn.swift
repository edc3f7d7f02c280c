import Synchronization

/// The right to change a store, which one thread of the process has.
///
/// `@unchecked Sendable`: the lock guards the state.
struct StoreTurn: ~Copyable, @unchecked Sendable {
  /// The state of the turn, which the thread that has it uses.
  private struct State {
    /// The open accesses of the thread.
    var depth = 0
    /// The number of them that have begun; those of a store over this one have the turn before.
    var exclusiveDepth = 0
    /// The state of that thread, or of the last one that had the turn.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the turn.
    var rest = StoreRest()
    /// The number of in-place changes among the accesses for writing.
    var inPlaceDepth = 0
    /// The identity of the task of the outermost in-place change; 0 outside of tasks.
    var task: UInt = 0
    /// The changes of the transaction that runs inside of that access.
    var draft: UnsafeMutablePointer<StoreDraft>?  // freed with the transaction
    /// An array with room for a change; see ``withArray(of:_:)``.
    var array: [DefaultsChange] = []
  }

  private let lock = Lock(recursion: .isCounted)
  private let releases = LockReleases()
  private let state: UnsafeMutablePointer<State>  // freed with the turn
  /// The thread that has the turn, or 0; any thread may look whether it is the one.
  private let holder: UnsafeMutablePointer<Atomic<ThreadState.ID>>  // as above
  private let changes: ChangeHub
  /// The path of the store's file, if it has one.
  private let place: String?

  init(delivering changes: ChangeHub, place: String?) {
    self.changes = changes
    self.place = place
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    holder = .allocate(capacity: 1)
    holder.initialize(to: Atomic(0))
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    holder.deinitialize(count: 1)
    holder.deallocate()
  }

  /// Whether the current thread has the turn.
  var isMine: Bool {
    // No other thread stores the ID of this one.
    holder.pointee.load(ordering: .relaxed) == ThreadState.id
  }

  /// Takes the turn; see ``StoreLock/acquireTurn(for:)``.
  func acquire(for limit: Duration) throws(DefaultsError) {
    if !lock.tryLock() { try wait(for: limit) }
    state.pointee.depth += 1
    if state.pointee.depth == 1 { begin() }
  }

  @inline(never)  // so that the function above need not save registers for it
  private func wait(for limit: Duration) throws(DefaultsError) {
    guard !releases.lock(lock, for: limit) else { return }
    throw .lockTimeout(of: place, limit: limit, mayBeCircle: ThreadState.current.pointee.lockCount > 0)
  }

  private func begin() {
    let thread = ThreadState.enter()
    state.pointee.thread = thread
    holder.pointee.store(ThreadState.id(of: thread), ordering: .relaxed)
  }

  func release() {
    state.pointee.depth -= 1
    guard state.pointee.depth == 0, let thread = state.pointee.thread else { return lock.unlock() }
    let rest = state.pointee.rest.take()
    holder.pointee.store(0, ordering: .relaxed)
    lock.unlock()
    releases.signal()
    ThreadState.leave(thread)
    rest?.end(on: thread, delivering: changes)
  }

  /// Adds what is left to do by an access of the thread to memory.
  @inline(never)  // as above
  func add(_ rest: StoreRest) {
    state.pointee.rest.position = rest.position ?? state.pointee.rest.position
    state.pointee.rest.work += rest.work
  }

  /// Begins an access for writing, and returns whether it is the outermost one.
  func beginWriting() -> Bool {
    state.pointee.exclusiveDepth += 1
    if state.pointee.inPlaceDepth > 0 { requireSameTask() }
    return state.pointee.exclusiveDepth == 1
  }

  /// Ends an access for writing; see ``StoreLock/releaseExclusively(_:)``.
  func endWriting(_ end: () -> Void) {
    state.pointee.exclusiveDepth -= 1
    if state.pointee.exclusiveDepth == 0 { end() }
  }

  /// Calls a closure with an array of one change, which is not made anew for each write: that costs as much as to append a record.
  @inline(__always)  // on the way of every write
  func withArray(of change: consuming DefaultsChange, _ body: ([DefaultsChange]) throws -> Void) rethrows {
    var array: [DefaultsChange] = []
    swap(&array, &state.pointee.array)
    array.append(change)
    defer {
      array.removeAll(keepingCapacity: true)
      swap(&array, &state.pointee.array)
    }
    try body(array)
  }
}

// In-place changes, which code of an `async` function may suspend.
extension StoreTurn {
  /// Begins an in-place change; call this inside exclusive access.
  func beginInPlaceChange() {
    if state.pointee.inPlaceDepth == 0 { state.pointee.task = Self.currentTask }
    state.pointee.inPlaceDepth += 1
  }

  /// Ends an in-place change; stops the program if that is not on the thread that began it.
  func endInPlaceChange() {
    requireThread()
    state.pointee.inPlaceDepth -= 1
  }

  /// The identity of the current task; 0 outside of tasks.
  private static var currentTask: UInt {
    // A pointer, or none, of which nothing but the address is used.
    withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
  }

  /// Stops the program if a task changes a store in the middle of an in-place change of another task.
  ///
  /// The thread has the turn, so that only a suspended change of another task can have got in between. The one
  /// that ends last would write over what the other one has written.
  @inline(never)  // so that accesses outside of in-place changes need not save registers for it
  private func requireSameTask() {
    guard state.pointee.task != Self.currentTask else { return }
    fatalError(
      """
      NamespacedDefaults: a setting is changed while an in-place change of a setting in the same store waits in another \
      task. Do not pass a setting inout to an async function; pass a copy, and assign the result.
      """
    )
  }

  /// Stops the program if the current thread is not the one that has the turn.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and every later access would wait for ever.
  func requireThread() {
    // The thread that has the turn suspended the call, so nothing else writes `thread` meanwhile.
    guard state.pointee.thread == ThreadState.current else {
      fatalError(
        """
        NamespacedDefaults: an in-place change of a setting has ended on another thread than it began, and its store is \
        locked. Do not pass a setting inout to an async function; pass a copy, and assign the result.
        """
      )
    }
  }
}

// The transaction that runs inside of the outermost access for writing.
extension StoreTurn {
  /// The changes of the transaction that runs on the current thread; `nil` outside of one.
  ///
  /// They are where they are, valid until the end of the transaction, because a copy would retain all that they have.
  var draft: UnsafeMutablePointer<StoreDraft>? {
    guard StoreDraft.openCount.load(ordering: .relaxed) > 0, isMine else { return nil }
    return ThreadState.current.pointee.readsCommitted ? nil : state.pointee.draft
  }

  /// Begins a transaction, or one inside of another.
  ///
  /// - Returns: Its changes, and where those of the outer transaction end; `nil` if there is none.
  func beginTransaction() -> (draft: UnsafeMutablePointer<StoreDraft>, outer: StoreDraft.Mark?) {
    if let draft = state.pointee.draft { return (draft, draft.pointee.mark()) }
    let draft = UnsafeMutablePointer<StoreDraft>.allocate(capacity: 1)
    draft.initialize(to: StoreDraft())
    state.pointee.draft = draft
    StoreDraft.openCount.add(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount += 1
    return (draft, nil)
  }

  /// Ends a transaction, and forgets what it has recorded beyond the changes of the outer one.
  func endTransaction(inside outer: StoreDraft.Mark?) {
    guard let draft = state.pointee.draft else { return }
    if let outer { return draft.pointee.undo(to: outer) }
    state.pointee.draft = nil
    draft.deinitialize(count: 1)
    draft.deallocate()
    StoreDraft.openCount.subtract(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount -= 1
  }
}

// Forks; see StoreLock.
extension StoreTurn {
  /// The time for which a fork waits for another thread.
  static let forkLimit = Duration.milliseconds(100)

  func lockForFork() -> Bool { lock.lock(for: Self.forkLimit) }

  func unlockAfterFork() { lock.unlock() }

  func renewAfterFork(wasLocked: Bool) {
    lock.renew()
    if !wasLocked, !isMine {
      // The former state is not released, because the thread that had the turn may have been changing it.
      if state.pointee.draft != nil { StoreDraft.openCount.subtract(1, ordering: .relaxed) }
      state.initialize(to: State())
      holder.pointee.store(0, ordering: .relaxed)
    }
    for _ in 0..<state.pointee.depth { lock.lock() }
  }
}
