/// A wait for a file's lock, which ends after a time.
///
/// flock(2) has no time limit. So the lock is tried again after pauses. The first ones only let other threads run,
/// because most locks are held for microseconds. The others grow with the time that has passed, up to 5 milliseconds, so
/// that a long wait costs little and a lock that becomes free is soon taken.
package struct LockWait {
  let limit: Duration
  private var start: SuspendingClock.Instant?
  private var pauseCount = 0

  /// Creates a wait that has not begun yet.
  package init(limit: Duration) {
    self.limit = limit
  }

  /// Whether the first pause is still to come.
  package var isNew: Bool { pauseCount == 0 }

  /// Returns the next pause, or `nil` if the time is over.
  package mutating func nextPause() -> Pause? {
    // Time during which the machine sleeps does not count.
    let now = SuspendingClock().now
    let start = start ?? now
    self.start = start
    let passed = start.duration(to: now)
    guard passed < limit else { return nil }
    pauseCount += 1
    if pauseCount <= 4 { return Pause(duration: nil) }
    return Pause(duration: min(max(passed / 8, .microseconds(20)), .milliseconds(5), limit - passed))
  }

  package struct Pause {
    /// The time to sleep; `nil` to let other threads run.
    fileprivate let duration: Duration?

    package func pass() {
      if let duration { pause(for: duration) } else { yieldThread() }
    }
  }
}
