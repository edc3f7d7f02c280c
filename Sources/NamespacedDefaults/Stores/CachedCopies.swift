/// A decoded value that a key keeps in memory.
protocol CachedCopy: AnyObject, Sendable {
  /// Drops the value, and returns it for its release.
  func drop() -> (any AnyObject & Sendable)?
}

/// The decoded values that keys keep of one store, by stored name.
///
/// When a value is removed from the store, nothing of it must stay in memory, even if nobody reads the key again.
final class CachedCopies: Sendable {
  struct Weak { weak var copy: (any CachedCopy)? }

  struct State {
    fileprivate(set) var copies: [String: [Weak]] = [:]
    /// The number of names from which those are removed whose copies are gone.
    fileprivate var limit = leastLimit
  }

  let state = Guarded(State())
  private static let leastLimit = 64

  /// Adds a copy, which is not retained.
  ///
  /// A program may make a key for each of its users, so names are removed again. That costs O(1), taken over all calls.
  func add(_ copy: any CachedCopy, forKey name: String) {
    // The release of a copy may run the program's code, so those that are tested here are released outside the lock.
    let tested = state.withLock { state in
      var tested: [any CachedCopy] = []
      if state.copies.count >= state.limit {
        state.copies = state.copies.filter {
          let living = $0.value.compactMap(\.copy)
          tested += living
          return !living.isEmpty
        }
        state.limit = max(2 * state.copies.count, Self.leastLimit)
      }
      let known = (state.copies[name] ?? []).compactMap(\.copy)
      tested += known
      if !known.contains(where: { $0 === copy }) { state.copies[name] = (known + [copy]).map { Weak(copy: $0) } }
      return tested
    }
    withExtendedLifetime(tested) {}
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
    let copies = state.withLock { removed($0.copies).compactMap(\.copy) }
    let former = copies.compactMap { $0.drop() }
    if !copies.isEmpty { ThreadState.whenUnlocked { withExtendedLifetime((copies, former)) {} } }
  }
}
