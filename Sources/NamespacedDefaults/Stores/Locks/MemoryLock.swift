/// Who may use what a store has in memory: the thread that has this lock, for as long as it reads a value or applies a commit.
///
/// The ``WriteLock`` is taken first: whoever has locked memory must not wait for it. The lock is recursive.
///
/// `@unchecked Sendable`: the thread that has the lock uses the state.
final class MemoryLock: @unchecked Sendable {
  private struct State {
    var depth = 0
    /// The state of that thread; `nil` if it has the write lock, whose state has it already.
    var thread: UnsafeMutablePointer<ThreadState>?
    /// What there is to do after the release, or after that of the write lock.
    var work = WorkAfterUnlocking()
    /// Whether another thread was using what is in memory when this process was forked, and nobody can read it again.
    var isLost = false
  }

  private let lock = Lock(recursion: .isCounted)
  // Unchecked: a check at each access would be a part of the work of a write. The lock keeps other threads out.
  @exclusivity(unchecked) private var state = State()
  private let writing: UnsafeMutablePointer<WriteLock.State>  // of the same store, and so as long there
  private let writer: UnsafeMutablePointer<WriteLock.Holder>  // as above
  private let changes: ChangeHub
  /// Leaves what is in memory, in a forked child in which another thread may have been changing it, so that it is read again
  /// where it lasts.
  let lost = Callback()

  init(delivering changes: ChangeHub, besides writeLock: borrowing WriteLock) {
    (self.changes, writing, writer) = (changes, writeLock.state, writeLock.holder)
  }

  // The former state is not released, because a thread of the parent may have been changing it.
  @inline(never)  // so that the functions below, which mostly count, are inlined
  private func beginAgain() {
    withUnsafeMutablePointer(to: &state) { $0.initialize(to: State()) }
    state.isLost = !lost()
  }

  /// Throws the error of a forked child that cannot use what is in memory; call this with the lock.
  @inline(__always)  // on the way of every write
  func requireContents() throws(DefaultsError) {
    if state.isLost { throw .lostInFork }
  }

  func acquire() {
    lock.lock(orBegin: { beginAgain() })
    count()
  }

  /// Locks on the thread that has the write lock, where that is known.
  func acquireInWriting() {
    lock.lock(orBegin: { beginAgain() })
    ThreadState.countMemory(1)
    state.depth += 1
    if state.depth == 1 { state.thread = nil }
  }

  func release() {
    ThreadState.countMemory(-1)
    state.depth -= 1
    guard state.depth == 0 else { return lock.unlock() }
    if let thread = state.thread { return end(thread) }
    if let work = state.work.take() { writing.pointee.work.add(work) }
    lock.unlock()
  }

  /// Runs a closure with the lock, unless another thread has it.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has locked.
  func withLockIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
    guard lock.tryLock(orBegin: { beginAgain() }) else { return nil }
    count()
    defer { release() }
    return try body()
  }

  /// Whether the current thread has the lock.
  var isMine: Bool {
    // The lock is recursive.
    guard lock.tryLock(orBegin: { beginAgain() }) else { return false }
    defer { lock.unlock() }
    return state.depth > 0
  }

  private func count() {
    ThreadState.countMemory(1)
    state.depth += 1
    guard state.depth == 1 else { return }
    let thread = ThreadState.current
    if writer.pointee.isThread(thread) { return state.thread = nil }
    thread.pointee.lockCount += 1
    state.thread = thread
  }

  @inline(never)  // so that the functions above, which mostly count, are inlined
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    let work = state.work.take()
    lock.unlock()
    ThreadState.leave(thread)
    work?.end(on: thread, delivering: changes)
  }

  /// Runs work as soon as the current thread has released this store and has no other one locked, before changes are
  /// delivered.
  ///
  /// Call this with the lock.
  func whenReleased(_ piece: @escaping () -> Void) { state.work.pieces.append(piece) }

  /// Delivers the changes up to a position, as soon as the current thread has released this store and has no other one
  /// locked.
  ///
  /// Call this with the lock.
  func deliverWhenReleased(upTo position: Int) { state.work.position = position }

  /// Whether the thread may wait for something outside of the process; call this with the lock.
  ///
  /// It may not if it has locked more than once, because the calls around this one rely on it, or if it reads with another
  /// store locked, whose readers would wait too.
  var mayPause: Bool { state.depth == 1 && state.thread.map { $0.pointee.lockCount == 1 } ?? true }

  /// Waits for something outside of the process, and lets other threads read the store meanwhile.
  ///
  /// Call this with the lock, where ``mayPause`` is true.
  func pause(_ wait: () -> Void) {
    let thread = state.thread
    state.depth = 0
    ThreadState.countMemory(-1)
    lock.unlock()
    wait()
    lock.lock()
    ThreadState.countMemory(1)
    (state.depth, state.thread) = (1, thread)
  }
}

/// What a thread does when it has unlocked a store.
struct WorkAfterUnlocking {
  /// The position up to which changes are to be delivered; `nil` if there are none.
  var position: Int?
  /// What else there is to do, before.
  var pieces: [() -> Void] = []

  /// Returns what there is to do, which is nothing afterwards; `nil` if it was nothing before.
  mutating func take() -> WorkAfterUnlocking? {
    guard position != nil || !pieces.isEmpty else { return nil }
    defer { self = WorkAfterUnlocking() }
    return self
  }

  @inline(never)  // so that the functions that have none are short
  mutating func add(_ other: WorkAfterUnlocking) {
    position = other.position ?? position
    pieces += other.pieces
  }

  /// Does the work when a thread, which has just unlocked one store, has unlocked all of them.
  ///
  /// Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
  /// the write returns.
  func end(on thread: UnsafeMutablePointer<ThreadState>, delivering changes: ChangeHub) {
    for piece in pieces { ThreadState.whenUnlocked(piece) }
    guard let position else { return }
    // A closure that is kept costs an allocation.
    guard thread.pointee.lockCount > 0 else { return changes.deliver(upTo: position) }
    ThreadState.whenUnlocked { changes.deliver(upTo: position) }
  }
}
