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
    fileprivate typealias Mutex = pthread_mutex_t?
    typealias Condition = pthread_cond_t?
    private static var attributes: pthread_mutexattr_t? { nil }
    private static var conditionAttributes: pthread_condattr_t? { nil }
    private static var counting: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE.rawValue) }
    private static var checking: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK.rawValue) }
  #else
    fileprivate typealias Mutex = pthread_mutex_t
    typealias Condition = pthread_cond_t
    private static var attributes: pthread_mutexattr_t { pthread_mutexattr_t() }
    private static var conditionAttributes: pthread_condattr_t { pthread_condattr_t() }
    private static var counting: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE) }
    private static var checking: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK) }
  #endif

  /// A mutex, and its place among those that a fork takes.
  fileprivate struct Place {
    var mutex = Mutex()
    var next: UnsafeMutablePointer<Place>?
    var previous: UnsafeMutablePointer<Place>?
  }

  // A pointer, because a mutex must keep its address, which a stored property does not promise.
  private let place: UnsafeMutablePointer<Place>
  private let recursion: Recursion

  /// Creates a lock.
  ///
  /// - Parameters:
  ///   - recursion: The effect of a second `lock()`.
  ///   - isApart: Whether nothing else is in the cache lines of the lock, so that another processor is not slowed down.
  package init(recursion: Recursion = .isCounted, isApart: Bool = false) {
    place = isApart ? Self.makePlaceApart() : .allocate(capacity: 1)
    place.initialize(to: Place())
    self.recursion = recursion
    Self.initialize(place, recursion)
    if recursion == .stopsTheProgram { SmallLocks.add(place) }
  }

  // Memory of whole cache lines, which is freed as any other.
  private static func makePlaceApart() -> UnsafeMutablePointer<Place> {
    let line = 128  // that of some processors, and two of most
    let size = (MemoryLayout<Place>.size + line - 1) / line * line
    return UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line).bindMemory(to: Place.self, capacity: 1)
  }

  // The mutex is not in use.
  fileprivate static func initialize(_ place: UnsafeMutablePointer<Place>, _ recursion: Recursion) {
    var attributes = attributes
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, recursion == .isCounted ? counting : checking)
    pthread_mutex_init(&place.pointee.mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    if recursion == .stopsTheProgram { SmallLocks.remove(place) }
    pthread_mutex_destroy(&place.pointee.mutex)
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Makes the mutex a new one, in a forked child, where no thread has locked it.
  func renew() { Self.initialize(place, recursion) }

  func lock() {
    if pthread_mutex_lock(&place.pointee.mutex) != 0 { stop() }
  }

  @inline(never)  // so that nothing is saved for it
  private func stop() -> Never {
    fatalError("NamespacedDefaults: a thread uses state that it is using already, which its lock does not allow")
  }

  /// Locks, or tries again and again for a time while another thread has locked.
  ///
  /// - Returns: Whether this thread has locked.
  func lock(for limit: Duration) -> Bool {
    var wait = LockWait(limit: limit)
    while !tryLock() {
      guard let pause = wait.nextPause() else { return false }
      pause.pass()
    }
    return true
  }

  /// Locks, unless another thread has.
  ///
  /// - Returns: Whether this thread has locked.
  func tryLock() -> Bool { pthread_mutex_trylock(&place.pointee.mutex) == 0 }

  func unlock() { pthread_mutex_unlock(&place.pointee.mutex) }

  /// Unlocks until a condition of ``makeCondition()`` is signalled or a time is over; the thread must have locked once.
  func wait(for condition: UnsafeMutablePointer<Condition>, limit: Duration) {
    assertReadsGoOn()
    #if canImport(Darwin)
      var time = timespec(limit)
      pthread_cond_timedwait_relative_np(condition, &place.pointee.mutex, &time)
    #else
      var time = timespec(.nanoseconds(timespec.now(CLOCK_MONOTONIC).nanoseconds) + limit)
      pthread_cond_timedwait(condition, &place.pointee.mutex, &time)
    #endif
  }

  /// Returns a condition whose waits end by a clock that is never set; the caller frees it, if it ever does.
  static func makeCondition() -> UnsafeMutablePointer<Condition> {
    // A pointer, because it must keep its address.
    let condition = UnsafeMutablePointer<Condition>.allocate(capacity: 1)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = conditionAttributes
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
    return condition
  }

  package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// The locks of small states, all of which a fork takes: those that a thread must not lock twice.
///
/// A child has only the thread that has forked. A lock that another thread had at that moment would never be unlocked there,
/// and what it guards could be half changed. So the forking thread takes all of them first. That is quick, because nobody
/// waits, or calls the program's code, with such a lock.
enum SmallLocks {
  // `nonisolated(unsafe)`: it is used only with `list` locked.
  private nonisolated(unsafe) static var first: UnsafeMutablePointer<Lock.Place>?
  private static let list = Lock(recursion: .isCounted)

  fileprivate static func add(_ place: UnsafeMutablePointer<Lock.Place>) {
    list.withLock {
      place.pointee.next = first
      first?.pointee.previous = place
      first = place
    }
  }

  fileprivate static func remove(_ place: UnsafeMutablePointer<Lock.Place>) {
    list.withLock {
      let (next, previous) = (place.pointee.next, place.pointee.previous)
      next?.pointee.previous = previous
      if let previous { previous.pointee.next = next } else { first = next }
    }
  }

  /// Locks all of them for a fork, or none if that takes longer than a limit, which only a thread could cause that waits
  /// with such a lock.
  ///
  /// - Returns: Whether this thread has locked them.
  static func lockForFork(within limit: Duration) -> Bool {
    list.lock()
    var wait = LockWait(limit: limit)
    while let refused = lockAll() {
      // Its holder may itself wait for one that this thread has.
      unlockAll(before: refused)
      guard let pause = wait.nextPause() else { return false }
      pause.pass()
      list.lock()
    }
    return true
  }

  /// Locks all of them, or those before one that another thread keeps for longer than a moment.
  ///
  /// The more of them are locked, the fewer threads go on to lock others. So this succeeds however busy they are.
  ///
  /// - Returns: The one that is refused.
  private static func lockAll() -> UnsafeMutablePointer<Lock.Place>? {
    var place = first
    while let next = place {
      var wait = LockWait(limit: .milliseconds(1))
      while pthread_mutex_trylock(&next.pointee.mutex) != 0 {
        guard let pause = wait.nextPause() else { return next }
        pause.pass()
      }
      place = next.pointee.next
    }
    return nil
  }

  private static func unlockAll(before end: UnsafeMutablePointer<Lock.Place>?) {
    var place = first
    while let locked = place, locked != end {
      pthread_mutex_unlock(&locked.pointee.mutex)
      place = locked.pointee.next
    }
    list.unlock()
  }

  /// Unlocks all in the parent.
  static func unlockAfterFork() { unlockAll(before: nil) }

  /// Makes all of them new ones in a child, which cannot unlock what its parent has locked.
  static func renewAfterFork() {
    var place = first
    while let locked = place {
      Lock.initialize(locked, .stopsTheProgram)
      place = locked.pointee.next
    }
    list.renew()
  }
}
