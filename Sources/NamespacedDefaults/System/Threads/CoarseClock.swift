import NamespacedDefaultsPlatform

/// A clock that is read without a system call and ticks every 1 to 10 milliseconds.
package enum CoarseClock {
  /// The nanoseconds since some moment in the past; never 0.
  package static var now: UInt64 {
    #if canImport(Darwin)
      return max(1, clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return max(1, UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    #endif
  }
}

/// A clock that is read without a system call, and is the same for all processes of the machine.
enum FineClock {
  /// The nanoseconds since some moment in the past; never 0.
  static var now: UInt64 {
    #if canImport(Darwin)
      return max(1, clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return max(1, UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    #endif
  }
}

/// Lets the thread sleep for a time, which a signal may make shorter.
package func pause(for duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(
    tv_sec: time_t(clamping: seconds),
    tv_nsec: Int(truncatingIfNeeded: attoseconds / 1_000_000_000)
  )
  nanosleep(&time, nil)
}

/// Lets other threads run.
func yieldThread() {
  sched_yield()
}
