import Synchronization

/// The recursive lock of a store: accesses that nest, and the work that waits for the end of the outermost one.
///
/// It is recursive because code that runs inside an in-place change may read the same store.
///
/// `@unchecked Sendable`: the lock guards the state.
struct StoreLock: ~Copyable, @unchecked Sendable {
  private struct State {
    /// The open accesses of the thread that holds the lock.
    var depth = 0
    /// The number of them that are for writing.
    var exclusiveDepth = 0
    /// The state of that thread, or of the last one that held the lock.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// The position up to which changes are to be delivered after the release; `nil` if there are none.
    var position: Int?
    /// What else there is to do then, before.
    var work: [() -> Void] = []
    /// The wait for the end of the outermost access for writing; see ``whenWritten(_:)``.
    var wait: (() throws -> Void)?
    /// The number of in-place changes among the accesses for writing.
    var inPlaceDepth = 0
    /// The task of the outermost in-place change; `nil` outside of tasks.
    ///
    /// Only its identity is used.
    var task: UnsafeCurrentTask?
    /// The changes of the transaction that runs inside of that access.
    var draft: StoreDraft?
  }

  private let lock = Lock(recursion: .isCounted)
  private let state: UnsafeMutablePointer<State>  // freed with the lock
  private let changes: ChangeHub
  /// The path of the store's file, if it has one.
  private let place: String?
  /// The locks that belong to this one; `nil` for that of a store that is not made of others.
  private let parts: LockParts?

  init(delivering changes: ChangeHub, over parts: [DefaultsStoreContext] = [], place: String? = nil) {
    self.changes = changes
    self.place = place
    self.parts = parts.isEmpty ? nil : LockParts(parts)
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Whether the current thread has locked the store.
  var isLockedByCurrentThread: Bool {
    // The lock is recursive.
    guard lock.tryLock() else { return false }
    defer { lock.unlock() }
    return state.pointee.depth > 0
  }

  func acquire() {
    parts?.acquire()
    lock.lock()
    count()
  }

  /// Takes the lock, or throws if another thread has it for longer than a limit, or waits for what this one has locked.
  func acquire(for limit: Duration) throws(DefaultsError) {
    if let parts, !parts.acquire(for: limit) { throw .lockTimeout(limit: limit) }
    if !lock.tryLock() {
      do throws(DefaultsError) {
        try wait(for: limit)
      } catch {
        parts?.release()
        throw error
      }
    }
    count()
  }

  @inline(never)  // so that the function above need not save registers for it
  private func wait(for limit: Duration) throws(DefaultsError) {
    let isLocked = lock.attempt { [state] in state.pointee.depth > 0 }
    let wait = StoreWait(place: place) { isLocked() ?? false }
    guard try wait.wait(for: limit, lock: { lock.lock(for: $0) }) else { throw .lockTimeout(limit: limit) }
  }

  func release() {
    state.pointee.depth -= 1
    if state.pointee.depth == 0, let thread = state.pointee.thread { end(thread) } else { lock.unlock() }
    // After it, so that a thread that has this lock has all of them.
    parts?.release()
  }

  private func count() {
    state.pointee.depth += 1
    if state.pointee.depth == 1 { begin() }
  }

  @inline(never)  // so that the functions above, which mostly count, are inlined
  private func begin() {
    state.pointee.thread = ThreadState.enter()
  }

  @inline(never)  // as above
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    // Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
    // the write returns.
    let position = state.pointee.position
    let work = takeWork()
    if position != nil { state.pointee.position = nil }
    lock.unlock()
    ThreadState.leave(thread)
    for piece in work { ThreadState.whenUnlocked(piece) }
    guard let position else { return }
    // A closure that is kept costs an allocation.
    guard thread.pointee.lockCount > 0 else { return changes.deliver(upTo: position) }
    ThreadState.whenUnlocked { [changes] in changes.deliver(upTo: position) }
  }

  /// Runs work as soon as the current thread has released this store and has no other one locked, before changes are
  /// delivered.
  ///
  /// Call this with the lock held.
  func whenReleased(_ piece: @escaping () -> Void) { state.pointee.work.append(piece) }

  /// Delivers the changes up to a position, as soon as the current thread has released this store and has no other one
  /// locked.
  ///
  /// Call this with the lock held.
  func deliverWhenReleased(upTo position: Int) { state.pointee.position = position }

  private func takeWork() -> [() -> Void] {
    guard !state.pointee.work.isEmpty else { return [] }
    defer { state.pointee.work = [] }
    return state.pointee.work
  }

  /// Takes the lock for writing, and returns whether this is the outermost access for writing.
  func acquireExclusively(for limit: Duration) throws(DefaultsError) -> Bool {
    try acquire(for: limit)
    state.pointee.exclusiveDepth += 1
    if state.pointee.inPlaceDepth > 0 { requireSameTask() }
    return state.pointee.exclusiveDepth == 1
  }

  /// Begins an in-place change, which code of an `async` function may suspend; call this inside exclusive access.
  func beginInPlaceChange() {
    if state.pointee.inPlaceDepth == 0 { state.pointee.task = withUnsafeCurrentTask { $0 } }
    state.pointee.inPlaceDepth += 1
  }

  /// Ends an in-place change; stops the program if that is not on the thread that began it.
  func endInPlaceChange() {
    requireLock()
    state.pointee.inPlaceDepth -= 1
    if state.pointee.inPlaceDepth == 0 { state.pointee.task = nil }
  }

  /// Stops the program if a task changes a store in the middle of an in-place change of another task.
  ///
  /// The thread has locked the store, so that only a suspended change of another task can have got in between. The one
  /// that ends last would write over what the other one has written.
  @inline(never)  // so that accesses outside of in-place changes need not save registers for it
  private func requireSameTask() {
    guard state.pointee.task != withUnsafeCurrentTask(body: { $0 }) else { return }
    fatalError(
      """
      NamespacedDefaults: a setting is changed while an in-place change of a setting in the same store waits in another \
      task. Do not pass a setting inout to an async function; pass a copy, and assign the result.
      """
    )
  }

  /// Ends an access for writing; if it was the outermost one, calls a closure before the lock is released.
  ///
  /// - Returns: The wait that ``whenWritten(_:)`` got, for the caller to call.
  func releaseExclusively(_ end: () -> Void) -> (() throws -> Void)? {
    state.pointee.exclusiveDepth -= 1
    if state.pointee.exclusiveDepth == 0 { end() }
    let wait = state.pointee.exclusiveDepth == 0 ? state.pointee.wait : nil
    if wait != nil { state.pointee.wait = nil }
    release()
    return wait
  }

  /// Lets the outermost access for writing wait for something after its end, when the store is released.
  ///
  /// Call this inside exclusive access. The last wait of an access counts, and its error is that of the access.
  func whenWritten(_ wait: @escaping () throws -> Void) { state.pointee.wait = wait }

  /// Runs a closure under the lock, unless another thread has it.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has the lock.
  func withLockIfFree<Result>(_ body: () -> Result) -> Result? {
    guard lock.tryLock() else { return nil }
    count()
    defer { release() }
    return body()
  }

  /// Waits for something outside of the process, and lets other threads use the store meanwhile.
  ///
  /// Call this with the store locked, before anything was changed. If the thread has locked it more than once, other
  /// threads must wait too, because the calls around this one rely on the lock.
  func pause(_ wait: () -> Void) {
    guard state.pointee.depth == 1 else { return wait() }
    let (exclusiveDepth, thread) = (state.pointee.exclusiveDepth, state.pointee.thread)
    (state.pointee.depth, state.pointee.exclusiveDepth) = (0, 0)
    lock.unlock()
    wait()
    lock.lock()
    (state.pointee.depth, state.pointee.exclusiveDepth, state.pointee.thread) = (1, exclusiveDepth, thread)
  }

  /// Locks for a fork, unless another thread has the lock for longer than a moment.
  ///
  /// - Returns: Whether this thread has locked.
  func lockForFork() -> Bool {
    var wait = LockWait(limit: .milliseconds(100))
    while !lock.tryLock() {
      guard let pause = wait.nextPause() else { return false }
      pause.pass()
    }
    return true
  }

  func unlockAfterFork() { lock.unlock() }

  /// Takes the lock alone, without counting, until ``removeHold()``.
  ///
  /// - Returns: Whether this thread has it; `false` if another thread keeps it for longer than the limit.
  func hold(for limit: Duration?) -> Bool {
    guard let limit else {
      lock.lock()
      return true
    }
    return lock.tryLock() || (limit > .zero && lock.lock(for: limit))
  }

  func removeHold() { lock.unlock() }

  /// Makes the lock usable in a forked child.
  ///
  /// - Parameter wasLocked: Whether ``lockForFork()`` has locked. If not, the thread that had is not in the child, and its
  ///   accesses, its transaction too, are those of the parent alone.
  func renewAfterFork(wasLocked: Bool) {
    lock.renew()
    if !wasLocked {
      if state.pointee.draft != nil { StoreDraft.openCount.subtract(1, ordering: .relaxed) }
      // The former state is not released, because that thread may have been changing it.
      state.initialize(to: State())
    }
    for _ in 0..<state.pointee.depth { lock.lock() }
  }

  /// Stops the program if the current thread is not the one that has locked the store.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and every later access would wait for ever.
  func requireLock() {
    // The thread that has the lock suspended the call, so nothing else writes `thread` meanwhile.
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

// The transaction that runs inside of the outermost access for writing; call all of this with the lock held.
extension StoreLock {
  /// The changes of the transaction; `nil` outside of one.
  var draft: StoreDraft? { state.pointee.draft }

  /// Whether there is a transaction, which costs less to find out than to copy its changes.
  var hasDraft: Bool { state.pointee.draft != nil }

  /// Begins a transaction, or one inside of another.
  ///
  /// - Returns: The changes of the outer transaction, for the end of this one.
  func beginTransaction() -> StoreDraft? {
    if let draft = state.pointee.draft { return draft }
    state.pointee.draft = StoreDraft()
    StoreDraft.openCount.add(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount += 1
    return nil
  }

  /// Ends a transaction, and forgets what it has recorded beyond the changes of the outer one.
  func endTransaction(inside outer: StoreDraft?) {
    state.pointee.draft = outer
    guard outer == nil else { return }
    StoreDraft.openCount.subtract(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount -= 1
  }

  /// Records changes in the transaction.
  func record(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]) {
    state.pointee.draft?.record(changes, announcedAs: announced)
  }

  /// Records that a write in the transaction has failed.
  func failTransaction(_ error: any Error) { state.pointee.draft?.fail(error) }
}
