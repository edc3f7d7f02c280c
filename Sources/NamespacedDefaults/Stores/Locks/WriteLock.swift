import Synchronization

/// Who may write a store: the thread that has this lock.
///
/// It has it while the program's code runs in a change, and while others are waited for: another process, a disk, a server.
/// Who reads takes the ``MemoryLock`` alone, and so waits for nobody's code. The lock is recursive, because code that runs
/// inside a change may change the same store.
///
/// It is a struct over a pointer and not an object, because reference counting would be a part of the work of each write.
///
/// `@unchecked Sendable`: the thread that has the lock uses the state.
struct WriteLock: ~Copyable, @unchecked Sendable {
  /// The thread that has the lock, or 0; any thread may look whether it is the one.
  // Not in the state, because a change of a part of that is an access to all of it.
  struct Holder: ~Copyable {
    fileprivate let id = Atomic<ThreadState.ID>(0)

    /// Whether it is a thread, which is the current one.
    @inline(__always)  // on the way of every write
    func isThread(_ thread: UnsafeMutablePointer<ThreadState>) -> Bool {
      // No other thread stores the ID of this one.
      id.load(ordering: .relaxed) == ThreadState.id(of: thread)
    }
  }

  struct State: ~Copyable {
    /// The open accesses of the thread.
    fileprivate var depth = 0
    /// The number of them that write this store; those of a store over this one have the lock before.
    fileprivate var writeDepth = 0
    /// The state of that thread, or of the last one that had the lock.
    fileprivate var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the release, also by an access of the thread to memory.
    var work = WorkAfterUnlocking()
    /// The number of in-place changes among the accesses for writing.
    fileprivate var inPlaceDepth = 0
    /// The identity of the task of the outermost in-place change; 0 outside of tasks.
    fileprivate var task: UInt = 0
    /// The changes of the transaction that runs inside of that access.
    fileprivate var writeSet: UnsafeMutablePointer<WriteSet>?  // freed with the transaction
    /// An array with room for a change; see ``WriteLock/withArray(of:_:)``.
    fileprivate var array: [DefaultsChange] = []
  }

  private let lock = Lock(recursion: .stopsTheProgram)
  private let releases = LockReleases()
  let holder: UnsafeMutablePointer<Holder>  // freed with the lock, as the state
  let state: UnsafeMutablePointer<State>
  private let changes: ChangeHub
  /// The store that takes the writes of a store that is made of others.
  private let target: DefaultsStoreContext?
  /// The path of the store's file, if it has one.
  private let place: String?

  init(delivering changes: ChangeHub, writingTo target: DefaultsStoreContext?, place: String?) {
    (self.changes, self.target, self.place) = (changes, target, place)
    holder = .allocate(capacity: 1)
    holder.initialize(to: Holder())
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    holder.deinitialize(count: 1)
    holder.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Whether the current thread has the lock.
  var isMine: Bool { holder.pointee.isThread(ThreadState.current) }

  /// Whether another thread has the lock.
  var isOthers: Bool { holder.pointee.id.load(ordering: .relaxed) != 0 && !isMine }

  /// Locks a store, and first the one that takes its writes, or throws if other threads have locked for longer than a limit.
  func acquire(for limit: Duration, of context: DefaultsStoreContext) throws(DefaultsError) {
    // First, so that no thread waits for it while it has the lock of the store over it alone.
    if let target { try target.writeLock.acquire(for: limit, of: target) }
    let thread = ThreadState.current
    if holder.pointee.isThread(thread) { return state.pointee.depth += 1 }
    assert(!context.memory.isMine, "NamespacedDefaults: the store is changed inside of its context's withLock")
    if !tryLock(of: context) { try wait(for: limit, thread, of: context) }
    thread.pointee.lockCount += 1
    (state.pointee.depth, state.pointee.thread) = (1, thread)
    holder.pointee.id.store(ThreadState.id(of: thread), ordering: .relaxed)
  }

  @inline(never)  // so that the function above need not save registers for it
  private func wait(
    for limit: Duration,
    _ thread: UnsafeMutablePointer<ThreadState>,
    of context: DefaultsStoreContext
  ) throws(DefaultsError) {
    guard !releases.wait(for: limit, until: { tryLock(of: context) }) else { return }
    let mayBeCircle = thread.pointee.lockCount > 0
    target?.writeLock.release()
    throw .lockTimeout(of: place, limit: limit, mayBeCircle: mayBeCircle)
  }

  @inline(__always)  // on the way of every write
  private func tryLock(of context: DefaultsStoreContext) -> Bool {
    // In a forked child the thread that has forked goes on with what it has locked.
    if ForkCounter.count != 0, isHeldBySurvivor { return false }
    return lock.tryLock(orBegin: { beginAgain(in: context) })
  }

  @inline(never)  // so that nothing is saved for it
  private var isHeldBySurvivor: Bool {
    let holder = holder.pointee.id.load(ordering: .relaxed)
    return holder != 0 && holder == ThreadState.survivor.load(ordering: .relaxed)
  }

  // The former state is not released, because the thread of the parent that had the lock may have been changing it. Its
  // transaction goes on being counted, because it may not have been yet: that costs others a look.
  @inline(never)  // as above
  private func beginAgain(in context: DefaultsStoreContext) {
    holder.pointee.id.store(0, ordering: .relaxed)
    state.initialize(to: State())
    context.memory.lost()
  }

  func release() {
    state.pointee.depth -= 1
    if state.pointee.depth == 0, let thread = state.pointee.thread {
      let work = state.pointee.work.take()
      holder.pointee.id.store(0, ordering: .relaxed)
      lock.unlock()
      releases.signal()
      ThreadState.leave(thread)
      work?.end(on: thread, delivering: changes)
    }
    target?.writeLock.release()
  }

  /// Begins an access for writing, and returns whether it is the outermost one.
  func begin(for limit: Duration, of context: DefaultsStoreContext) throws(DefaultsError) -> Bool {
    try acquire(for: limit, of: context)
    state.pointee.writeDepth += 1
    if state.pointee.inPlaceDepth > 0 { requireSameTask() }
    return state.pointee.writeDepth == 1
  }

  /// Ends an access for writing; if it was the outermost one, calls a closure before the lock is released.
  func end(_ end: () -> Void) {
    state.pointee.writeDepth -= 1
    if state.pointee.writeDepth == 0 { end() }
    release()
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
extension WriteLock {
  /// Begins an in-place change; call this inside an access for writing.
  func beginInPlaceChange() {
    if state.pointee.inPlaceDepth == 0 { state.pointee.task = Self.currentTask }
    state.pointee.inPlaceDepth += 1
  }

  /// Ends an in-place change; stops the program if that is not on the thread that began it.
  ///
  /// - Parameter isChecked: Whether ``requireThread()`` was called at the end already.
  func endInPlaceChange(isChecked: Bool = false) {
    if !isChecked { requireThread() }
    state.pointee.inPlaceDepth -= 1
  }

  /// The identity of the current task; 0 outside of tasks.
  private static var currentTask: UInt {
    // A pointer, or none, of which nothing but the address is used.
    withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
  }

  /// Stops the program if a task changes a store in the middle of an in-place change of another task.
  ///
  /// The thread has the lock, so that only a suspended change of another task can have got in between. The one
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

  /// Stops the program if the current thread is not the one that has the lock.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and every later access would wait for ever.
  func requireThread() {
    // The thread that has the lock suspended the call, so nothing else writes `thread` meanwhile.
    guard state.pointee.thread == ThreadState.current else { Self.stop() }
  }

  private static func stop() -> Never {
    fatalError(
      """
      NamespacedDefaults: an in-place change of a setting has ended on another thread than it began, and its store is \
      locked. Do not pass a setting inout to an async function; pass a copy, and assign the result.
      """
    )
  }
}

// The transaction that runs inside of the outermost access for writing.
extension WriteLock {
  /// The changes of the transaction that runs on the current thread; `nil` outside of one.
  ///
  /// They are where they are, valid until the end of the transaction, because a copy would retain all that they have.
  var writeSet: UnsafeMutablePointer<WriteSet>? {
    guard WriteSet.openCount.load(ordering: .relaxed) > 0, isMine else { return nil }
    return ThreadState.current.pointee.readsCommitted ? nil : state.pointee.writeSet
  }

  /// Begins a transaction, or one inside of another.
  ///
  /// - Returns: Its changes, and where those of the outer transaction end; `nil` if there is none.
  func beginTransaction() -> (writeSet: UnsafeMutablePointer<WriteSet>, outer: WriteSet.Mark?) {
    if let writeSet = state.pointee.writeSet { return (writeSet, writeSet.pointee.mark()) }
    let writeSet = UnsafeMutablePointer<WriteSet>.allocate(capacity: 1)
    writeSet.initialize(to: WriteSet())
    state.pointee.writeSet = writeSet
    WriteSet.openCount.add(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount += 1
    return (writeSet, nil)
  }

  /// Ends a transaction, and forgets what it has recorded beyond the changes of the outer one.
  func endTransaction(inside outer: WriteSet.Mark?) {
    guard let writeSet = state.pointee.writeSet else { return }
    if let outer { return writeSet.pointee.undo(to: outer) }
    state.pointee.writeSet = nil
    writeSet.deinitialize(count: 1)
    writeSet.deallocate()
    WriteSet.openCount.subtract(1, ordering: .relaxed)
    ThreadState.current.pointee.transactionCount -= 1
  }
}
