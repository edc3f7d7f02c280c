/// The wait of a thread for a store, by which threads that would wait for each other are found.
///
/// Whoever locks a store says nothing of it, so that a write costs no more. Only a thread that waits while it has a store
/// locked looks for others that wait, and says which of them wait for what it has locked itself.
///
/// `@unchecked Sendable`: the closure tries a lock, which any thread may, and which is there as long as one waits for it.
struct StoreWait: @unchecked Sendable {
  private static let all = Guarded([ThreadState.ID: StoreWait]())
  /// The time after which a thread that waits looks again.
  private static let pause = Duration.milliseconds(10)

  /// Whether the thread that calls it has locked the store.
  private let isLockedByCurrentThread: () -> Bool
  /// The path of the store's file, if it has one.
  private let place: String?
  /// The thread that has locked the store, if it waits too and has looked.
  private var holder: ThreadState.ID?

  init(place: String?, isLockedByCurrentThread: @escaping () -> Bool) {
    self.place = place
    self.isLockedByCurrentThread = isLockedByCurrentThread
  }

  private var name: String { place ?? "a store without a file" }

  /// Waits for the lock of the store.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait.
  ///   - lock: The closure that waits for a time, and returns whether the current thread has the lock.
  /// - Returns: Whether the current thread has the lock.
  /// - Throws: An error if the thread that has the lock waits, itself or by others, for a store that this thread has locked.
  func wait(for limit: Duration, lock: (Duration) -> Bool) throws(DefaultsError) -> Bool {
    let thread = ThreadState.current
    guard thread.pointee.lockCount > 0 else { return lock(limit) }
    let id = ThreadState.id(of: thread)
    let clock = SuspendingClock()
    let end = clock.now.advanced(by: limit)
    defer { Self.all.withLock { _ = $0.removeValue(forKey: id) } }
    while true {
      if let own = findCycle(of: id) { throw .lockCycle(name, whileLocking: own) }
      let rest = clock.now.duration(to: end)
      if lock(min(rest, Self.pause)) { return true }
      if rest <= .zero { return false }
    }
  }

  /// Says which threads wait for a store that the current thread has locked.
  ///
  /// - Parameter id: The ID of the thread.
  /// - Returns: The name of such a store, if this wait is for its end; the others go on to wait then.
  private func findCycle(of id: ThreadState.ID) -> String? {
    Self.all.withLock { waits in
      if waits[id] == nil { waits[id] = self }
      for (other, wait) in waits where other != id {
        // What was true when this thread waited before need not be so now.
        let isOwn = wait.isLockedByCurrentThread()
        if isOwn || wait.holder == id { waits[other]?.holder = isOwn ? id : nil }
      }
      var wait = waits[id]
      for _ in 0..<waits.count {
        guard let holder = wait?.holder else { return nil }
        if holder == id {
          waits[id] = nil
          return wait?.name
        }
        wait = waits[holder]
      }
      return nil
    }
  }
}
