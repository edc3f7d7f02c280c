import Synchronization

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

  /// A mutex, and the process that has found it free, or made it.
  private struct Place: ~Copyable {
    var mutex = Mutex()
    let process = Atomic(ForkCounter.count)
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
    ForkCounter.begin()
    place = isApart ? Self.makePlaceApart() : .allocate(capacity: 1)
    place.initialize(to: Place())
    self.recursion = recursion
    makeMutex()
  }

  // Memory of whole cache lines, which is freed as any other.
  private static func makePlaceApart() -> UnsafeMutablePointer<Place> {
    let line = 128  // that of some processors, and two of most
    let size = (MemoryLayout<Place>.size + line - 1) / line * line
    return UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line).bindMemory(to: Place.self, capacity: 1)
  }

  // No thread uses the mutex.
  private func makeMutex() {
    var attributes = Self.attributes
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, recursion == .isCounted ? Self.counting : Self.checking)
    pthread_mutex_init(&place.pointee.mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(&place.pointee.mutex)
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Locks.
  ///
  /// - Parameter begin: Called with the lock, in a forked child, if another thread had locked when it was forked: what that
  ///   thread was changing is to be left.
  @inline(__always)  // on the way of every write
  func lock(orBegin begin: () -> Void = {}) {
    if ForkCounter.count != 0, isTakenFromParent() { return begin() }
    if pthread_mutex_lock(&place.pointee.mutex) != 0 { stop() }
  }

  @inline(never)  // so that nothing is saved for it
  private func stop() -> Never {
    fatalError("NamespacedDefaults: a thread uses state that it is using already, which its lock does not allow")
  }

  /// Locks as ``lock(orBegin:)`` does, unless another thread has locked.
  ///
  /// - Returns: Whether this thread has locked.
  @inline(__always)  // as above
  func tryLock(orBegin begin: () -> Void = {}) -> Bool {
    if ForkCounter.count != 0, isTakenFromParent() {
      begin()
      return true
    }
    return pthread_mutex_trylock(&place.pointee.mutex) == 0
  }

  // Acquire and release, so that who finds a mutex of this process finds it whole.
  private var isInherited: Bool { place.pointee.process.load(ordering: .acquiring) != ForkCounter.count }

  /// The process in which a thread looks at an inherited mutex; 0 for none.
  private static let looking = Atomic(0)

  /// Makes the mutex one of this process, by another one in its place if a thread of the parent has locked it.
  ///
  /// - Returns: Whether that is so. The other one is locked then.
  @inline(never)  // so that nothing is saved for it
  private func isTakenFromParent() -> Bool {
    guard isInherited else { return false }
    let process = ForkCounter.count
    while true {
      let other = Self.looking.load(ordering: .relaxed)
      if other != process,
        Self.looking.compareExchange(expected: other, desired: process, ordering: .acquiringAndReleasing).exchanged
      {
        break
      }
      sched_yield()
    }
    defer { Self.looking.store(0, ordering: .releasing) }
    // Another thread of this process may have been first.
    guard isInherited else { return false }
    let isFree = pthread_mutex_trylock(&place.pointee.mutex) == 0
    if isFree {
      pthread_mutex_unlock(&place.pointee.mutex)
    } else {
      makeMutex()
      pthread_mutex_lock(&place.pointee.mutex)
    }
    place.pointee.process.store(process, ordering: .releasing)
    return !isFree
  }

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
