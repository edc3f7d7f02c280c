/// A decoded value that a key keeps in memory.
protocol CachedCopy: AnyObject, Sendable {
  /// Drops the value, and returns it for its release.
  func drop() -> AnyObject?
}

/// The decoded values that keys keep of one store, by stored name.
///
/// When a value is removed from the store, nothing of it must stay in memory, even if nobody reads the key again.
final class CachedCopies: Sendable {
  private struct Weak { weak var copy: (any CachedCopy)? }

  private let lock = Lock()
  private nonisolated(unsafe) var copies: [String: [Weak]] = [:]  // guarded by `lock`
  /// The number of names from which those are removed whose copies are gone.
  private nonisolated(unsafe) var limit = leastLimit  // guarded by `lock`
  private static let leastLimit = 64

  /// Adds a copy, which is not retained.
  ///
  /// A program may make a key for each of its users, so names are removed again. That costs O(1), taken over all calls.
  func add(_ copy: any CachedCopy, forKey name: String) {
    lock.withLock {
      if copies.count >= limit {
        copies = copies.filter { $0.value.contains { $0.copy != nil } }
        limit = max(2 * copies.count, Self.leastLimit)
      }
      var known = (copies[name] ?? []).filter { $0.copy != nil }
      guard !known.contains(where: { $0.copy === copy }) else { return }
      known.append(Weak(copy: copy))
      copies[name] = known
    }
  }

  /// Drops the copies of the removed names.
  ///
  /// They are released when the thread has unlocked its stores, because that may run the program's code.
  func drop(where isRemoved: (String) -> Bool) {
    drop { copies in copies.filter { isRemoved($0.key) }.flatMap(\.value) }
  }

  /// Drops the copies of a removed name.
  func drop(_ name: String) {
    drop { $0[name] ?? [] }
  }

  private func drop(_ removed: ([String: [Weak]]) -> [Weak]) {
    let former = lock.withLock { removed(copies).compactMap { $0.copy?.drop() } }
    if !former.isEmpty { ThreadState.whenUnlocked { withExtendedLifetime(former) {} } }
  }
}
