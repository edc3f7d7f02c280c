import Foundation

/// A value that tests share between threads.
///
/// `@unchecked Sendable`: `stored` is touched only with the lock held. The lock is an `NSLock` and no `Mutex`, because the
/// thread sanitizer does not see the latter.
package final class Lockbox<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  package init(_ value: Value) { stored = value }

  package var value: Value { lock.withLock { stored } }

  package func change(_ body: @Sendable (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
