import NamespacedDefaultsPlatform

#if os(WASI)
  /// A lock of the only thread, which never has to wait.
  final class Lock: Sendable {
    func lock() {}
    func tryLock() -> Bool { true }
    func unlock() {}
  }
#elseif os(Windows)
  /// A recursive lock, with the interface of the one below.
  ///
  /// `@unchecked Sendable`: the critical section is made for sharing and never moves.
  final class Lock: @unchecked Sendable {
    private let section: UnsafeMutablePointer<CRITICAL_SECTION>

    init() {
      section = .allocate(capacity: 1)
      InitializeCriticalSection(section)
    }

    deinit {
      DeleteCriticalSection(section)
      section.deallocate()
    }

    func lock() { EnterCriticalSection(section) }
    func tryLock() -> Bool { TryEnterCriticalSection(section) }
    func unlock() { LeaveCriticalSection(section) }
  }
#else
  /// A recursive lock.
  ///
  /// It is recursive because code that runs inside an in-place change may read the same store. It uses `pthread_mutex_t`
  /// and not `Synchronization.Mutex`, because the thread sanitizer supports only the former.
  ///
  /// `@unchecked Sendable`: the mutex is made for sharing and never moves.
  final class Lock: @unchecked Sendable {
    #if os(FreeBSD)
      private typealias Mutex = pthread_mutex_t?
      private static var attributes: pthread_mutexattr_t? { nil }
      private static var recursive: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE.rawValue) }
    #else
      private typealias Mutex = pthread_mutex_t
      private static var attributes: pthread_mutexattr_t { pthread_mutexattr_t() }
      private static var recursive: Int32 { Int32(PTHREAD_MUTEX_RECURSIVE) }
    #endif

    // A pointer, because a mutex must keep its address, which a stored property does not promise.
    private let mutex: UnsafeMutablePointer<Mutex>

    init() {
      mutex = .allocate(capacity: 1)
      var attributes = Self.attributes
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Self.recursive)
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    /// Locks, unless another thread has.
    ///
    /// - Returns: Whether this thread has locked.
    func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

    func unlock() { pthread_mutex_unlock(mutex) }
  }
#endif

extension Lock {
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
