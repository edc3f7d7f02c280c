import NamespacedDefaultsPlatform
import Synchronization

// The lock of threads, the state that it guards, the wait for its release, and the count of the forks that it outlives.

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

/// State that can be reached only under its lock.
///
///     private let names = Guarded(Set<String>())
///
///     func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }
///
/// `@unchecked Sendable`: the lock guards the state.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  private let lock: Lock
  // A pointer, because a stored property of a constant cannot change.
  private let state: UnsafeMutablePointer<State>
  private let makeState: @Sendable () -> sending State?

  /// Creates a guarded state.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - isApart: Whether nothing else is in the cache lines of the lock.
  ///   - lost: Returns the state in a forked child in which another thread was using it, or `nil` if it is what it was; that at
  ///     the beginning by default.
  package init(
    _ state: @autoclosure @escaping @Sendable () -> sending State,
    isApart: Bool = false,
    lost: (@Sendable () -> sending State?)? = nil
  ) {
    lock = Lock(recursion: .stopsTheProgram, isApart: isApart)
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state())
    makeState = lost ?? state
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs a body that may read and change the state.
  ///
  /// The body must not call code that may reach the same state, or that is the program's. So what it takes out of the
  /// state is returned, and released by the caller. A second access inside the first stops the program.
  package func withLock<Result, Failure>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock(orBegin: { beginAgain() })
    defer { lock.unlock() }
    return try body(&state.pointee)
  }

  // The former state is not released, because a thread of the parent may have been in the middle of a change.
  @inline(never)  // so that nothing is saved for it
  private func beginAgain() {
    if let new = makeState() { state.initialize(to: new) }
  }

  /// Runs a body that may read and change the state, or returns `nil` if another thread has locked it.
  func withLockIfFree<Result>(_ body: (inout sending State) -> sending Result) -> sending Result? {
    guard lock.tryLock(orBegin: { beginAgain() }) else { return nil }
    defer { lock.unlock() }
    return body(&state.pointee)
  }
}

extension Guarded where State: Sendable {
  /// Replaces the state, and returns the former one, so that it is released outside the lock.
  func exchange(_ new: State) -> State {
    withLock { state in
      let former = state
      state = new
      return former
    }
  }
}

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

/// The number of forks between the start of the program and this process.
///
/// A forked child has the memory and the open files of its parent, and of its threads the one that has forked. So what
/// another thread was using may be half changed, and is never unlocked. When the child locks an open file of the parent's, the
/// parent holds the lock too. Whoever meets such a thing leaves it, and begins again. The counter shows that a process is a
/// child and, unlike `getpid()`, costs no system call.
enum ForkCounter {
  private static let counter = Atomic(0)
  private static let isRegistered: Bool = {
    _ = counter.load(ordering: .relaxed)
    return pthread_atfork(nil, nil, { ForkCounter.counter.add(1, ordering: .relaxed) }) == 0
  }()

  /// Begins to count, if nobody has yet.
  static func begin() { _ = isRegistered }

  @inline(__always)  // on the way of every write
  static var count: Int { counter.load(ordering: .relaxed) }

  /// The process in which a value was made; its forked children inherit the value.
  struct Mark: Sendable {
    private let count: Int

    init() {
      begin()
      count = ForkCounter.count
    }

    /// Whether this process is a child that was forked since.
    var isInherited: Bool { count != ForkCounter.count }
  }
}
