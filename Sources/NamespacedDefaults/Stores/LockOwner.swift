import Synchronization

/// The thread that has locked a store, by which two threads that would wait for each other are told at once.
///
/// Only a thread that waits for a store while it has another one locked looks.
final class LockOwner: @unchecked Sendable {  // the pointer never changes, and what it points to is atomic
  /// The owners for which threads wait that have another store locked, by the ID of the thread.
  private static let waits = Guarded([ThreadState.ID: LockOwner]())

  /// The ID of the thread that has locked the store, or of the last one that had.
  ///
  /// Relaxed, because a thread that looks finds the same twice before it believes it.
  private let thread: UnsafePointer<Atomic<ThreadState.ID>>  // as long as the lock
  /// The path of the store's file, if it has one.
  private let place: String?

  /// Creates the owner of a lock, which has the ID of the thread.
  init(_ thread: UnsafePointer<Atomic<ThreadState.ID>>, place: String?) {  // as long as the lock
    self.thread = thread
    self.place = place
  }

  private var name: String { place ?? "a store without a file" }

  /// Waits for the lock of the store.
  ///
  /// - Parameter lock: The closure that waits, and returns whether the current thread has the lock.
  /// - Returns: The result of `lock`.
  /// - Throws: An error if the thread that has the lock waits, itself or by others, for a store that this thread has locked.
  func wait(_ lock: () -> Bool) throws(DefaultsError) -> Bool {
    let thread = ThreadState.current
    guard thread.pointee.lockCount > 0 else { return lock() }
    let id = ThreadState.id(of: thread)
    Self.waits.withLock { $0[id] = self }
    defer { Self.waits.withLock { _ = $0.removeValue(forKey: id) } }
    // Twice, because a lock that was taken a moment ago may still seem to belong to the thread that had it before.
    if Self.waits.withLock({ storeAwaited(from: id, $0) }) != nil {
      pause(for: .milliseconds(5))
      let own = Self.waits.withLock { waits in
        let own = storeAwaited(from: id, waits)
        // The other threads go on to wait then.
        if own != nil { waits[id] = nil }
        return own
      }
      if let own { throw .lockCycle(name, whileLocking: own.name) }
    }
    return lock()
  }

  /// Returns the store of a thread for which the thread waits that has this store; `nil` if there is none.
  private func storeAwaited(from id: ThreadState.ID, _ waits: [ThreadState.ID: LockOwner]) -> LockOwner? {
    var store = self
    for _ in 0..<waits.count {
      guard let next = waits[store.thread.pointee.load(ordering: .relaxed)] else { return nil }
      if next.thread.pointee.load(ordering: .relaxed) == id { return next }
      store = next
    }
    return nil
  }
}
