import Synchronization

/// The two locks of a store: the turn, and the short lock of memory.
///
/// Who changes the store has the turn, while the program's code runs in the change, and while others are waited for: another
/// process, a disk, a server. Who reads takes the lock of memory alone, which is held while a value is read or a commit is
/// applied. So a read waits for nobody's code. The turn is taken first: whoever has locked memory must not wait for it.
///
/// Both are recursive, because code that runs inside a change may read and change the same store.
///
/// `@unchecked Sendable`: the locks guard the state.
struct StoreLock: ~Copyable, @unchecked Sendable {
  /// What the thread that has the turn knows of it.
  private struct Turn {
    /// The open accesses of the thread.
    var depth = 0
    /// The number of them that have begun; those of a store over this one have the turn before.
    var exclusiveDepth = 0
    /// The state of that thread, or of the last one that had the turn.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the turn.
    var rest = Rest()
    /// The wait for the end of the outermost access for writing; see ``whenWritten(_:)``.
    var wait: (() throws -> Void)?
    /// The number of in-place changes among the accesses for writing.
    var inPlaceDepth = 0
    /// The identity of the task of the outermost in-place change; 0 outside of tasks.
    var task: UInt = 0
    /// The changes of the transaction that runs inside of that access.
    var draft: StoreDraft?
    /// The time until which threads that come may take the turn before those that wait.
    var shareEnd: UInt64 = 0
  }

  /// The time in nanoseconds for which a thread that has waited, or any other, may take the turn again and again.
  ///
  /// Otherwise each short access would cost the time that the next thread needs to wake up.
  private static let share: UInt64 = 500_000

  /// What the thread that has locked memory knows.
  private struct Memory {
    var depth = 0
    /// The state of that thread; `nil` if it has the turn, and so is known already.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the release, or after the turn of the same thread.
    var rest = Rest()
  }

  /// What a thread does when it has released a store.
  private struct Rest {
    /// The position up to which changes are to be delivered; `nil` if there are none.
    var position: Int?
    /// What else there is to do, before.
    var work: [() -> Void] = []

    var isEmpty: Bool { position == nil && work.isEmpty }

    /// Returns what there is to do, which is nothing afterwards.
    mutating func take() -> Rest {
      guard !isEmpty else { return self }
      defer { self = Rest() }
      return self
    }
  }

  private let turnLock = Lock(recursion: .isCounted)
  private let memoryLock = Lock(recursion: .isCounted)
  /// The threads that wait for the turn.
  private let queue = ThreadQueue()
  private let turn: UnsafeMutablePointer<Turn>  // freed with the lock
  private let memory: UnsafeMutablePointer<Memory>  // as above
  /// The thread that has the turn, or 0; any thread may look whether it is the one.
  private let holder: UnsafeMutablePointer<Atomic<ThreadState.ID>>  // as above
  private let changes: ChangeHub
  /// The path of the store's file, if it has one.
  private let place: String?
  /// The store that takes the writes of a store that is made of others, whose turn is that one's too.
  private let target: DefaultsStoreContext?

  init(delivering changes: ChangeHub, writingTo target: DefaultsStoreContext? = nil, place: String? = nil) {
    self.changes = changes
    self.place = place
    self.target = target
    turn = .allocate(capacity: 1)
    turn.initialize(to: Turn())
    memory = .allocate(capacity: 1)
    memory.initialize(to: Memory())
    holder = .allocate(capacity: 1)
    holder.initialize(to: Atomic(0))
  }

  deinit {
    turn.deinitialize(count: 1)
    turn.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
    holder.deinitialize(count: 1)
    holder.deallocate()
  }

  // MARK: Memory

  /// Locks memory.
  func acquire() {
    memoryLock.lock()
    countMemory()
  }

  /// Locks memory on the thread that has the turn, where that is known.
  func acquireInTurn() {
    memoryLock.lock()
    memory.pointee.depth += 1
    if memory.pointee.depth == 1 { memory.pointee.thread = nil }
  }

  func release() {
    memory.pointee.depth -= 1
    guard memory.pointee.depth == 0 else { return memoryLock.unlock() }
    if let thread = memory.pointee.thread { return end(thread) }
    if !memory.pointee.rest.isEmpty { leaveRestToTurn() }
    memoryLock.unlock()
  }

  /// Runs a closure with memory locked, unless another thread has it.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has locked memory.
  func withLockIfFree<Result>(_ body: () -> Result) -> Result? {
    guard memoryLock.tryLock() else { return nil }
    countMemory()
    defer { release() }
    return body()
  }

  /// Whether the current thread has locked memory.
  var isLockedByCurrentThread: Bool {
    // The lock is recursive.
    guard memoryLock.tryLock() else { return false }
    defer { memoryLock.unlock() }
    return memory.pointee.depth > 0
  }

  private func countMemory() {
    memory.pointee.depth += 1
    if memory.pointee.depth == 1 { memory.pointee.thread = hasTurn ? nil : ThreadState.enter() }
  }

  @inline(never)  // so that the functions above, which mostly count, are inlined
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    let rest = memory.pointee.rest.take()
    memoryLock.unlock()
    leave(thread, rest)
  }

  @inline(never)  // as above
  private func leaveRestToTurn() {
    let rest = memory.pointee.rest.take()
    turn.pointee.rest.position = rest.position ?? turn.pointee.rest.position
    turn.pointee.rest.work += rest.work
  }

  /// Records that the thread has unlocked, and does the rest when it has unlocked all stores.
  ///
  /// Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
  /// the write returns.
  private func leave(_ thread: UnsafeMutablePointer<ThreadState>, _ rest: Rest) {
    ThreadState.leave(thread)
    for piece in rest.work { ThreadState.whenUnlocked(piece) }
    guard let position = rest.position else { return }
    // A closure that is kept costs an allocation.
    guard thread.pointee.lockCount > 0 else { return changes.deliver(upTo: position) }
    ThreadState.whenUnlocked { [changes] in changes.deliver(upTo: position) }
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
  /// Call this with memory locked. If the thread has locked it more than once, other threads must wait too, because the
  /// calls around this one rely on the lock.
  func pause(_ wait: () -> Void) {
    guard memory.pointee.depth == 1 else { return wait() }
    let thread = memory.pointee.thread
    memory.pointee.depth = 0
    memoryLock.unlock()
    wait()
    memoryLock.lock()
    (memory.pointee.depth, memory.pointee.thread) = (1, thread)
  }

  // MARK: The turn

  /// Whether the current thread has the turn.
  var hasTurn: Bool {
    // No other thread stores the ID of this one.
    holder.pointee.load(ordering: .relaxed) == ThreadState.id
  }

  /// Takes the turn, or throws if other threads have it for longer than a limit, or wait for what this one has.
  ///
  /// Who waits longest is next.
  func acquireTurn(for limit: Duration) throws(DefaultsError) {
    assert(
      hasTurn || !isLockedByCurrentThread,
      "NamespacedDefaults: the store is changed inside of its context's withLock"
    )
    // First, so that no thread waits for it while it has the turn of the store over it alone.
    try target?.lock.acquireTurn(for: limit)
    if !turnLock.tryLock() || !queue.isEmpty && !mayStay() {
      do throws(DefaultsError) {
        try wait(for: limit)
      } catch {
        target?.lock.releaseTurn()
        throw error
      }
    }
    turn.pointee.depth += 1
    if turn.pointee.depth == 1 { begin() }
  }

  @inline(never)  // so that the function above need not save registers for it
  private func wait(for limit: Duration) throws(DefaultsError) {
    let wait = StoreWait(place: place) { [holder] in holder.pointee.load(ordering: .relaxed) == ThreadState.id }
    let place = queue.join()
    defer { queue.leave(place) }
    guard try wait.wait(for: limit, lock: { place.wait(for: turnLock, limit: $0) }) else {
      throw .lockTimeout(limit: limit)
    }
    turn.pointee.shareEnd = FineClock.now + Self.share
  }

  /// Returns whether this thread, which has just locked, may do so before those that wait; unlocks if not.
  @inline(never)  // as above
  private func mayStay() -> Bool {
    if turn.pointee.depth > 0 || FineClock.now < turn.pointee.shareEnd { return true }
    turnLock.unlock()
    return false
  }

  private func begin() {
    let thread = ThreadState.enter()
    turn.pointee.thread = thread
    holder.pointee.store(ThreadState.id(of: thread), ordering: .relaxed)
  }

  func releaseTurn() {
    turn.pointee.depth -= 1
    if turn.pointee.depth == 0, let thread = turn.pointee.thread {
      let rest = turn.pointee.rest.take()
      holder.pointee.store(0, ordering: .relaxed)
      turnLock.unlock()
      leave(thread, rest)
    } else {
      turnLock.unlock()
    }
    target?.lock.releaseTurn()
  }

  /// Takes the turn for writing, and returns whether this is the outermost access for writing.
  func acquireExclusively(for limit: Duration) throws(DefaultsError) -> Bool {
    try acquireTurn(for: limit)
    turn.pointee.exclusiveDepth += 1
    if turn.pointee.inPlaceDepth > 0 { requireSameTask() }
    return turn.pointee.exclusiveDepth == 1
  }

  /// Begins an in-place change, which code of an `async` function may suspend; call this inside exclusive access.
  func beginInPlaceChange() {
    if turn.pointee.inPlaceDepth == 0 { turn.pointee.task = Self.currentTask }
    turn.pointee.inPlaceDepth += 1
  }

  /// Ends an in-place change; stops the program if that is not on the thread that began it.
  func endInPlaceChange() {
    requireLock()
    turn.pointee.inPlaceDepth -= 1
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
    guard turn.pointee.task != Self.currentTask else { return }
    fatalError(
      """
      NamespacedDefaults: a setting is changed while an in-place change of a setting in the same store waits in another \
      task. Do not pass a setting inout to an async function; pass a copy, and assign the result.
      """
    )
  }

  /// Ends an access for writing; if it was the outermost one, calls a closure before the turn is.
  ///
  /// - Parameters:
  ///   - end: The closure that is called at the end of the outermost access.
  ///   - unlock: A closure that is called after it at the end of every access.
  /// - Returns: The wait that ``whenWritten(_:)`` got, for the caller to call.
  func releaseExclusively(_ end: () -> Void, unlocking unlock: () -> Void = {}) -> (() throws -> Void)? {
    turn.pointee.exclusiveDepth -= 1
    if turn.pointee.exclusiveDepth == 0 { end() }
    unlock()
    let wait = turn.pointee.exclusiveDepth == 0 ? turn.pointee.wait : nil
    if wait != nil { turn.pointee.wait = nil }
    releaseTurn()
    return wait
  }

  /// Lets the outermost access for writing wait for something after its end, when the store is released.
  ///
  /// Call this inside exclusive access. The last wait of an access counts, and its error is that of the access.
  func whenWritten(_ wait: @escaping () throws -> Void) { turn.pointee.wait = wait }

  // MARK: Forks

  /// Locks for a fork, unless another thread has a lock for longer than a moment.
  ///
  /// - Returns: Whether this thread has locked.
  func lockForFork() -> Bool {
    guard lockForFork(turnLock) else { return false }
    if lockForFork(memoryLock) { return true }
    turnLock.unlock()
    return false
  }

  private func lockForFork(_ lock: borrowing Lock) -> Bool {
    var wait = LockWait(limit: .milliseconds(100))
    while !lock.tryLock() {
      guard let pause = wait.nextPause() else { return false }
      pause.pass()
    }
    return true
  }

  func unlockAfterFork() {
    memoryLock.unlock()
    turnLock.unlock()
  }

  /// Makes the locks usable in a forked child.
  ///
  /// - Parameter wasLocked: Whether ``lockForFork()`` has locked. If not, the thread that had is not in the child, and its
  ///   accesses, its transaction too, are those of the parent alone.
  func renewAfterFork(wasLocked: Bool) {
    turnLock.renew()
    memoryLock.renew()
    queue.renew()
    if !wasLocked {
      // The former states are not released, because that thread may have been changing them.
      memory.initialize(to: Memory())
      if !hasTurn {
        if turn.pointee.draft != nil { StoreDraft.openCount.subtract(1, ordering: .relaxed) }
        turn.initialize(to: Turn())
        holder.pointee.store(0, ordering: .relaxed)
      }
    }
    for _ in 0..<turn.pointee.depth { turnLock.lock() }
    for _ in 0..<memory.pointee.depth { memoryLock.lock() }
  }

  /// Stops the program if the current thread is not the one that has the turn.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and every later access would wait for ever.
  func requireLock() {
    // The thread that has the turn suspended the call, so nothing else writes `thread` meanwhile.
    guard turn.pointee.thread == ThreadState.current else {
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
extension StoreLock {
  /// The changes of the transaction that runs on the current thread; `nil` outside of one.
  var draft: StoreDraft? { hasDraft ? turn.pointee.draft : nil }

  /// Whether a transaction runs on the current thread, which costs less to find out than to copy its changes.
  var hasDraft: Bool {
    StoreDraft.openCount.load(ordering: .relaxed) > 0 && hasTurn && turn.pointee.draft != nil
  }

  /// Begins a transaction, or one inside of another.
  ///
  /// - Returns: Where the changes of the outer transaction end; `nil` if there is none.
  func beginTransaction() -> StoreDraft.Mark? {
    if turn.pointee.draft != nil { return turn.pointee.draft?.mark() }
    turn.pointee.draft = StoreDraft()
    StoreDraft.openCount.add(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount += 1
    return nil
  }

  /// Ends a transaction, and forgets what it has recorded beyond the changes of the outer one.
  func endTransaction(inside outer: StoreDraft.Mark?) {
    if let outer {
      turn.pointee.draft?.undo(to: outer)
      return
    }
    turn.pointee.draft = nil
    StoreDraft.openCount.subtract(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount -= 1
  }

  /// Records changes in the transaction.
  func record(_ changes: [DefaultsChange], announcedAs announced: [DefaultsChange]) {
    turn.pointee.draft?.record(changes, announcedAs: announced)
  }

  /// Records that a write in the transaction has failed.
  func failTransaction(_ error: any Error) { turn.pointee.draft?.fail(error) }
}
