/// The two locks of a store: the turn, and the short lock of memory.
///
/// Who changes the store has the turn, while the program's code runs in the change, and while others are waited for: another
/// process, a disk, a server. Who reads takes the lock of memory alone, which is held while a value is read or a commit is
/// applied. So a read waits for nobody's code. The turn is taken first: whoever has locked memory must not wait for it.
///
/// Both are recursive, because code that runs inside a change may read and change the same store.
///
/// `@unchecked Sendable`: the lock guards the state.
struct StoreLock: ~Copyable, @unchecked Sendable {
  /// The state of the lock of memory, which the thread that has it uses.
  private struct Memory {
    var depth = 0
    /// The state of that thread; `nil` if it has the turn, whose state has it already.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the release, or after the turn of the same thread.
    var rest = StoreRest()
  }

  let turn: StoreTurn
  private let lock = Lock(recursion: .isCounted)
  private let memory: UnsafeMutablePointer<Memory>  // freed with the lock
  private let changes: ChangeHub
  /// The store that takes the writes of a store that is made of others, whose turn is that one's too.
  private let target: DefaultsStoreContext?

  init(delivering changes: ChangeHub, writingTo target: DefaultsStoreContext? = nil, place: String? = nil) {
    self.changes = changes
    self.target = target
    turn = StoreTurn(delivering: changes, place: place)
    memory = .allocate(capacity: 1)
    memory.initialize(to: Memory())
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Locks memory.
  func acquire() {
    lock.lock()
    count()
  }

  /// Locks memory on the thread that has the turn, where that is known.
  func acquireInTurn() {
    lock.lock()
    ThreadState.countMemory(1)
    memory.pointee.depth += 1
    if memory.pointee.depth == 1 { memory.pointee.thread = nil }
  }

  func release() {
    ThreadState.countMemory(-1)
    memory.pointee.depth -= 1
    guard memory.pointee.depth == 0 else { return lock.unlock() }
    if let thread = memory.pointee.thread { return end(thread) }
    if let rest = memory.pointee.rest.take() { turn.add(rest) }
    lock.unlock()
  }

  /// Runs a closure with memory locked, unless another thread has it.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has locked memory.
  func withLockIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
    guard lock.tryLock() else { return nil }
    count()
    defer { release() }
    return try body()
  }

  /// Whether the current thread has locked memory.
  var isLockedByCurrentThread: Bool {
    // The lock is recursive.
    guard lock.tryLock() else { return false }
    defer { lock.unlock() }
    return memory.pointee.depth > 0
  }

  private func count() {
    ThreadState.countMemory(1)
    memory.pointee.depth += 1
    if memory.pointee.depth == 1 { memory.pointee.thread = turn.isMine ? nil : ThreadState.enter() }
  }

  @inline(never)  // so that the functions above, which mostly count, are inlined
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    let rest = memory.pointee.rest.take()
    lock.unlock()
    ThreadState.leave(thread)
    rest?.end(on: thread, delivering: changes)
  }

  /// Runs work as soon as the current thread has released this store and has no other one locked, before changes are
  /// delivered.
  ///
  /// Call this with memory locked.
  func whenReleased(_ piece: @escaping () -> Void) { memory.pointee.rest.work.append(piece) }

  /// Delivers the changes up to a position, as soon as the current thread has released this store and has no other one
  /// locked.
  ///
  /// Call this with memory locked.
  func deliverWhenReleased(upTo position: Int) { memory.pointee.rest.position = position }

  /// Waits for something outside of the process, and lets other threads read the store meanwhile.
  ///
  /// Call this with memory locked.
  ///
  /// - Returns: `false`, without a wait, if the thread has locked memory more than once: the calls around this one rely on it.
  func pause(_ wait: () -> Void) -> Bool {
    guard memory.pointee.depth == 1 else { return false }
    let thread = memory.pointee.thread
    memory.pointee.depth = 0
    ThreadState.countMemory(-1)
    lock.unlock()
    wait()
    lock.lock()
    ThreadState.countMemory(1)
    (memory.pointee.depth, memory.pointee.thread) = (1, thread)
    return true
  }
}

// The turn, which is that of the store that takes the writes too.
extension StoreLock {
  /// Takes the turn, or throws if other threads have it for longer than a limit.
  func acquireTurn(for limit: Duration) throws(DefaultsError) {
    assert(
      turn.isMine || !isLockedByCurrentThread,
      "NamespacedDefaults: the store is changed inside of its context's withLock"
    )
    // First, so that no thread waits for it while it has the turn of the store over it alone.
    try target?.lock.acquireTurn(for: limit)
    do throws(DefaultsError) {
      try turn.acquire(for: limit)
    } catch {
      target?.lock.releaseTurn()
      throw error
    }
  }

  func releaseTurn() {
    turn.release()
    target?.lock.releaseTurn()
  }

  /// Takes the turn for writing, and returns whether this is the outermost access for writing.
  func acquireExclusively(for limit: Duration) throws(DefaultsError) -> Bool {
    try acquireTurn(for: limit)
    return turn.beginWriting()
  }

  /// Ends an access for writing; if it was the outermost one, calls a closure before the turn is.
  ///
  /// - Parameter end: The closure that is called at the end of the outermost access.
  func releaseExclusively(_ end: () -> Void) {
    turn.endWriting(end)
    releaseTurn()
  }
}

// Forks.
extension StoreLock {
  /// Locks for a fork, unless another thread has a lock for longer than a moment.
  ///
  /// - Returns: Whether this thread has locked.
  func lockForFork() -> Bool {
    guard turn.lockForFork() else { return false }
    if lock.lock(for: StoreTurn.forkLimit) { return true }
    turn.unlockAfterFork()
    return false
  }

  func unlockAfterFork() {
    lock.unlock()
    turn.unlockAfterFork()
  }

  /// Makes the locks usable in a forked child.
  ///
  /// - Parameter wasLocked: Whether ``lockForFork()`` has locked. If not, the thread that had is not in the child, and its
  ///   accesses, its transaction too, are those of the parent alone.
  func renewAfterFork(wasLocked: Bool) {
    turn.renewAfterFork(wasLocked: wasLocked)
    lock.renew()
    // The former state is not released, because that thread may have been changing it.
    if !wasLocked { memory.initialize(to: Memory()) }
    for _ in 0..<memory.pointee.depth { lock.lock() }
  }
}
