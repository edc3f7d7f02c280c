/// What a thread does when it has released a store.
struct StoreRest {
  /// The position up to which changes are to be delivered; `nil` if there are none.
  var position: Int?
  /// What else there is to do, before.
  var work: [() -> Void] = []

  var isEmpty: Bool { position == nil && work.isEmpty }

  /// Returns what there is to do, which is nothing afterwards.
  mutating func take() -> StoreRest {
    guard !isEmpty else { return self }
    defer { self = StoreRest() }
    return self
  }

  /// Records that a thread has unlocked, and does the rest when it has unlocked all stores.
  ///
  /// Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
  /// the write returns.
  func end(_ thread: UnsafeMutablePointer<ThreadState>, delivering changes: ChangeHub) {
    ThreadState.leave(thread)
    for piece in work { ThreadState.whenUnlocked(piece) }
    guard let position else { return }
    // A closure that is kept costs an allocation.
    guard thread.pointee.lockCount > 0 else { return changes.deliver(upTo: position) }
    ThreadState.whenUnlocked { changes.deliver(upTo: position) }
  }
}
