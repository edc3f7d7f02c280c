#if Postgres
  import Foundation

  /// How many times as long as by default the fault tests run.
  ///
  /// Set the environment variable `NAMESPACED_DEFAULTS_FAULT_ROUNDS` to a whole number; by default it is 1.
  let faultRounds = max(1, Int(ProcessInfo.processInfo.environment["NAMESPACED_DEFAULTS_FAULT_ROUNDS"] ?? "") ?? 1)

  /// Runs a body on a new thread.
  ///
  /// - Returns: The group that it leaves when the body has ended.
  func onNewThread(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
    return group
  }

  /// A value that tests share between threads.
  ///
  /// `@unchecked Sendable`: `stored` is touched only with the lock held. The lock is an `NSLock` and no `Mutex`, because the
  /// thread sanitizer does not see the latter.
  final class Lockbox<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    func change(_ body: @Sendable (inout Value) -> Void) { lock.withLock { body(&stored) } }
  }
#endif
