import Foundation

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
