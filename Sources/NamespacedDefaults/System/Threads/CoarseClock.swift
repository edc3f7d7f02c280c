import NamespacedDefaultsPlatform

/// A clock that is read without a system call and ticks every 1 to 10 milliseconds.
enum CoarseClock {
  /// The nanoseconds since some moment in the past; never 0.
  static var now: UInt64 {
    #if canImport(Darwin)
      return max(1, clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX))
    #elseif os(WASI) || os(Windows)
      return UInt64(max(1, start.duration(to: .now) / .nanoseconds(1)))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return max(1, UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    #endif
  }

  #if os(WASI) || os(Windows)
    private static let start = ContinuousClock.now
  #endif
}

/// Lets the thread sleep for a time, which a signal may make shorter.
func pause(for duration: Duration) {
  #if os(Windows)
    Sleep(DWORD(max(1, duration / .milliseconds(1))))
  #else
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  #endif
}

/// Lets other threads run.
func yieldThread() {
  #if os(Windows)
    SwitchToThread()
  #else
    sched_yield()
  #endif
}
