import NamespacedDefaultsPlatform

/// A lock of the threads of this process.
///
/// It uses `pthread_mutex_t` and not `Synchronization.Mutex`, because the thread sanitizer supports only the former.
///
/// `@unchecked Sendable`: the mutex is made for sharing and never moves.
package struct Lock: ~Copyable, @unchecked Sendable {
  /// The effect of a second `lock()` by the thread that has locked.
  package enum Recursion { case isCounted, stopsTheProgram }

  #if os(FreeBSD)
    private typealias Mutex = pthread_mutex_t?
    private static var attributes: pthread_mutexattr_t? { nil }
    private static var counting: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE.rawValue) }
    private static var checking: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK.rawValue) }
  #else
    private typealias Mutex = pthread_mutex_t
    private static var attributes: pthread_mutexattr_t { pthread_mutexattr_t() }
    private static var counting: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE) }
    private static var checking: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK) }
  #endif

  // A pointer, because a mutex must keep its address, which a stored property does not promise.
  private let mutex: UnsafeMutablePointer<Mutex>

  private let recursion: Recursion

  package init(recursion: Recursion = .isCounted) {
    mutex = .allocate(capacity: 1)
    self.recursion = recursion
    Self.initialize(mutex, recursion)
  }

  // The mutex is not in use.
  private static func initialize(_ mutex: UnsafeMutablePointer<Mutex>, _ recursion: Recursion) {
    var attributes = attributes
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, recursion == .isCounted ? counting : checking)
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Makes the mutex a new one, in a forked child, where no thread has locked it.
  func renew() { Self.initialize(mutex, recursion) }

  func lock() {
    if pthread_mutex_lock(mutex) != 0 { stop() }
  }

  @inline(never)  // so that nothing is saved for it
  private func stop() -> Never {
    fatalError("NamespacedDefaults: a thread uses state that it is using already, which its lock does not allow")
  }

  /// Locks, or waits for a time while another thread has locked.
  ///
  /// - Returns: Whether this thread has locked.
  func lock(for limit: Duration) -> Bool {
    #if canImport(Darwin)
      // There is no lock with a time limit, so this tries again and again, in pauses of at most 5 milliseconds.
      var wait = LockWait(limit: limit)
      while !tryLock() {
        guard let pause = wait.nextPause() else { return false }
        pause.pass()
      }
      return true
    #else
      let clock = SuspendingClock()
      let end = clock.now.advanced(by: limit)
      while true {
        // In pieces, because the calendar's clock, by which the system waits, may be set back meanwhile.
        var time = Self.calendarTime(after: min(clock.now.duration(to: end), Duration.seconds(1)))
        if pthread_mutex_timedlock(mutex, &time) == 0 { return true }
        if clock.now >= end { return false }
      }
    #endif
  }

  #if !canImport(Darwin)
    private static func calendarTime(after duration: Duration) -> timespec {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let (seconds, attoseconds) = duration.components
      let nanoseconds = Int(time.tv_nsec) + Int(attoseconds / 1_000_000_000)
      time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      return time
    }
  #endif

  /// Locks, unless another thread has.
  ///
  /// - Returns: Whether this thread has locked.
  func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
