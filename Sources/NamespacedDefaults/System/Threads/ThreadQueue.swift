import Synchronization

/// The threads that wait for a lock, in the order in which they came.
///
/// A mutex of the system keeps no order: who unlocks it and locks it again at once comes before all who wait. So only the first
/// thread of the queue waits for the lock, each other one for the thread before it, and nobody who comes takes the lock while
/// there is a queue.
struct ThreadQueue: ~Copyable {
  /// A thread that waits.
  ///
  /// `@unchecked Sendable`: only who has the gate uses the state.
  final class Place: @unchecked Sendable {
    /// The thread has it until it no longer waits.
    private let gate = Lock()
    /// The place for whose end the thread waits, also when it has given up, for the one behind it.
    private var previous: Place?

    fileprivate init() { gate.lock() }

    fileprivate func follow(_ previous: Place?) { self.previous = previous }

    /// Waits for its turn, and then for the lock; may be called again if the time was not enough.
    ///
    /// - Returns: Whether this thread has locked.
    func wait(for lock: borrowing Lock, limit: Duration) -> Bool {
      let clock = SuspendingClock()
      let end = clock.now.advanced(by: limit)
      while let other = previous {
        guard other.gate.lock(for: clock.now.duration(to: end)) else { return false }
        previous = other.previous
        other.gate.unlock()
      }
      return lock.lock(for: clock.now.duration(to: end))
    }

    fileprivate func leave() { gate.unlock() }
  }

  // Acquire and release, so that who comes next finds the place before its own.
  private let last = Atomic<Unmanaged<Place>?>(nil)
  private let count = Atomic(0)

  deinit { last.load(ordering: .relaxed)?.release() }

  /// Whether no thread waits.
  // Relaxed, because nothing belongs to it: who comes a moment too early takes one turn.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Lets the current thread wait behind all others.
  func join() -> Place {
    count.add(1, ordering: .relaxed)
    let place = Place()
    place.follow(last.exchange(.passRetained(place), ordering: .acquiringAndReleasing)?.takeRetainedValue())
    return place
  }

  /// Ends the wait of the current thread, whether it has the lock or not.
  func leave(_ place: Place) {
    place.leave()
    count.subtract(1, ordering: .relaxed)
  }

  /// Forgets the threads, which are not in a forked child.
  func renew() {
    last.store(nil, ordering: .relaxed)
    count.store(0, ordering: .relaxed)
  }
}
