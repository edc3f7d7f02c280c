import Glibc
import Words

/// A check of code that several threads run without a lock, in many of the executions that C11 allows.
public enum MemoryModel {
  /// Runs the threads of a program again and again, each time in another order and with other values to read.
  ///
  /// One search runs at a time, because what the program has of its process's own is shared by all of them. The threads run
  /// once one after the other before, so that nothing of that is made in an execution.
  ///
  /// - Parameters:
  ///   - rounds: The number of executions. The environment variable `NAMESPACED_DEFAULTS_FAULT_ROUNDS` makes it as many
  ///     times as large.
  ///   - program: A closure that prepares an execution and returns its threads. What it prepares, all of them know.
  /// - Returns: What went wrong first: what a thread has told by ``violate(_:)``, a use of memory of which the thread does not
  ///   know yet that it was made, or threads that wait for each other. `nil` if nothing did.
  public static func explore(rounds: Int = 1_500, _ program: () throws -> [@Sendable () -> Void]) rethrows -> String? {
    pthread_mutex_lock(search)
    defer { pthread_mutex_unlock(search) }
    for body in try program() { body() }
    for round in 1...rounds * factor {
      if let violation = Execution(try program(), seed: round).run() { return violation }
    }
    return nil
  }

  private static let factor = getenv("NAMESPACED_DEFAULTS_FAULT_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

  // Never freed, and made for sharing.
  private nonisolated(unsafe) static let search: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    return mutex
  }()

  /// Ends the search, because the current thread has seen what must not be.
  public static func violate(_ reason: String) { Execution.Worker.current?.execution.violate(reason) }

  /// Records that the current thread makes an object, and returns it.
  public static func born<Object: AnyObject>(_ object: Object) -> Object {
    let address = Unmanaged.passUnretained(object).toOpaque()
    recordBirth(address, size: size_of_memory(address))
    return object
  }

  /// Records that the current thread makes memory, which others may use only when they know of it.
  public static func recordBirth(_ address: UnsafeRawPointer, size: Int) {
    guard let worker = Execution.Worker.current else { return }
    worker.execution.recordBirth(worker, UInt(bitPattern: address), size: UInt(size))
  }
}

/// The locks of the C library, which are part of the executions: who waits for one lets another thread go on.
public enum MutexModel {
  /// Locks.
  public static func lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
    guard let worker = Execution.Worker.current else { return pthread_mutex_lock(mutex) }
    _ = worker.execution.lock(worker, UInt(bitPattern: mutex), waits: true)
    return 0
  }

  /// Locks, unless another thread has.
  public static func tryLock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
    guard let worker = Execution.Worker.current else { return pthread_mutex_trylock(mutex) }
    return worker.execution.lock(worker, UInt(bitPattern: mutex), waits: false) ? 0 : EBUSY
  }

  /// Unlocks.
  public static func unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
    guard let worker = Execution.Worker.current else { return pthread_mutex_unlock(mutex) }
    worker.execution.unlock(worker, UInt(bitPattern: mutex))
    return 0
  }
}
