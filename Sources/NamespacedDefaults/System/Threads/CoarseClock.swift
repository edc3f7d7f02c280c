import NamespacedDefaultsPlatform

/// A clock that is read without a system call and ticks every 1 to 10 milliseconds.
package enum CoarseClock {
  /// The nanoseconds since some moment in the past; never 0.
  package static var now: UInt64 {
    #if canImport(Darwin)
      timespec.now(CLOCK_MONOTONIC_RAW_APPROX).clockTime
    #else
      timespec.now(CLOCK_MONOTONIC_COARSE).clockTime
    #endif
  }
}

/// A clock that is read without a system call, stands while the machine sleeps, and is the same for all of its processes.
enum FineClock {
  /// The nanoseconds since some moment in the past; never 0.
  static var now: UInt64 {
    #if canImport(Darwin)
      timespec.now(CLOCK_UPTIME_RAW).clockTime
    #else
      timespec.now(CLOCK_MONOTONIC).clockTime
    #endif
  }
}

extension timespec {
  /// Returns what a clock of the system says.
  static func now(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }

  /// Creates a length of time.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: time_t(clamping: seconds), tv_nsec: Int(truncatingIfNeeded: attoseconds / 1_000_000_000))
  }

  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
  fileprivate var clockTime: UInt64 { UInt64(max(1, nanoseconds)) }
}

/// Lets the thread sleep for a time, which a signal may make shorter.
package func pause(for duration: Duration) {
  assertReadsGoOn()
  var time = timespec(duration)
  nanosleep(&time, nil)
}

/// Lets other threads run.
func yieldThread() {
  assertReadsGoOn()
  sched_yield()
}
