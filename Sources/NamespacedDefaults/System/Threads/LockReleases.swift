import NamespacedDefaultsPlatform
import Synchronization

/// The releases of a lock, for which threads wait until a time is over.
///
/// A mutex has no time limit on Darwin, and elsewhere one by the calendar's clock, which may be set back. So a thread tries
/// the lock after each release. It also tries it after pauses, because a release may miss a wait that has just begun.
struct LockReleases: ~Copyable {
  // One for all locks, and never freed: in a forked child, threads of the parent seem to wait for it, and there is another.
  private static let mutex = Lock(recursion: .stopsTheProgram)
  // `nonisolated(unsafe)`: they are used with the mutex locked, and the condition is made for sharing.
  private nonisolated(unsafe) static var condition = Lock.makeCondition()
  private nonisolated(unsafe) static var process = ForkCounter.Mark()

  private let waiterCount = Atomic(0)

  init() {
    // Before anybody waits, so that who waits makes nothing.
    Self.mutex.withLock { _ = Self.ownCondition }
  }

  /// The condition of this process.
  private static var ownCondition: UnsafeMutablePointer<Lock.Condition> {
    if process.isInherited { (condition, process) = (Lock.makeCondition(), ForkCounter.Mark()) }
    return condition
  }

  /// Wakes the threads that wait for the lock, which was just released.
  func signal() {
    // Relaxed, because a wait that is missed ends after a pause.
    if waiterCount.load(ordering: .relaxed) > 0 { wake() }
  }

  @inline(never)  // so that the function above need not save registers for it
  private func wake() {
    Self.mutex.withLock { _ = pthread_cond_broadcast(Self.ownCondition) }
    // Else this thread often has the lock again before one of them runs.
    yieldThread()
  }

  /// Tries to lock until that succeeds, or a time is over.
  ///
  /// - Returns: Whether this thread has locked.
  func wait(for limit: Duration, until tryLock: () -> Bool) -> Bool {
    waiterCount.add(1, ordering: .relaxed)
    defer { waiterCount.subtract(1, ordering: .relaxed) }
    var wait = LockWait(limit: limit)
    while !tryLock() {
      guard let pause = wait.nextPause() else { return false }
      pause.pass { limit in Self.mutex.withLock { Self.mutex.wait(for: Self.ownCondition, limit: limit) } }
    }
    return true
  }
}
