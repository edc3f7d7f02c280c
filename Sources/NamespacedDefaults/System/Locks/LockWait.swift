/// A wait for a file's lock, which ends after a time.
///
/// flock(2) has no time limit. So the lock is tried again after pauses. The first ones only let other threads run,
/// because most locks are held for microseconds. The others grow with the time that has passed, up to 5 milliseconds, so
/// that a long wait costs little and a lock that becomes free is soon taken.
package struct LockWait {
  let limit: Duration
  /// When it has begun, by ``FineClock``; 0 before its first pause.
  private var start: UInt64 = 0
  private var pauseCount = 0
  /// When it joined a ``LockQueue``, by that one's clock; `nil` outside of one.
  private(set) var queueTime: UInt64?
  /// The number of waits there that are longer, and the time since which there are so many.
  private var ahead = 0
  private var lastMove: UInt64 = 0

  /// Creates a wait that has not begun yet.
  package init(limit: Duration) {
    self.limit = limit
  }

  /// Whether the first pause is still to come.
  package var isNew: Bool { pauseCount == 0 }

  /// Records that it is in a queue, behind so many.
  mutating func queue(since time: UInt64, behind ahead: Int) {
    if queueTime == nil || self.ahead != ahead { lastMove = FineClock.now }
    (queueTime, self.ahead) = (time, ahead)
  }

  /// Returns the next pause, or `nil` if the time is over.
  ///
  /// In a queue the pauses begin anew with each who gets the lock. They are never long, so that others see that this one
  /// still waits, and the shortest for who is next.
  package mutating func nextPause() -> Pause? {
    let now = FineClock.now
    if start == 0 { start = now }
    let passed = Duration.nanoseconds(now - start)
    guard passed < limit else { return nil }
    pauseCount += 1
    if pauseCount <= 4 { return Pause(duration: nil) }
    let still = Duration.nanoseconds(now - max(start, lastMove))
    let (part, shortest, longest) =
      queueTime == nil ? (8, 20, 5000) : ahead == 0 ? (32, 20, 1000) : (8, 300 * ahead, 1000)
    return Pause(duration: min(max(still / part, .microseconds(shortest)), .microseconds(longest), limit - passed))
  }

  package struct Pause {
    /// The time to sleep; `nil` to let other threads run.
    fileprivate let duration: Duration?

    package func pass() { pass(sleeping: pause) }

    /// Lets other threads run, or calls a closure that sleeps for a time.
    func pass(sleeping sleep: (Duration) -> Void) {
      if let duration { sleep(duration) } else { yieldThread() }
    }
  }
}
