/// What a thread does when it has released a store.
struct StoreRest {
  /// The position up to which changes are to be delivered; `nil` if there are none.
  var position: Int?
  /// What else there is to do, before.
  var work: [() -> Void] = []

  var isEmpty: Bool { position == nil && work.isEmpty }

  /// Returns what there is to do, which is nothing afterwards; `nil` if it was nothing before.
  mutating func take() -> StoreRest? {
    guard !isEmpty else { return nil }
    defer { self = StoreRest() }
    return self
  }

  /// Does the rest when a thread, which has just unlocked one store, has unlocked all of them.
  ///
  /// Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
  /// the write returns.
  func end(on thread: UnsafeMutablePointer<ThreadState>, delivering changes: ChangeHub) {
    for piece in work { ThreadState.whenUnlocked(piece) }
    guard let position else { return }
    // A closure that is kept costs an allocation.
    guard thread.pointee.lockCount > 0 else { return changes.deliver(upTo: position) }
    ThreadState.whenUnlocked { changes.deliver(upTo: position) }
  }
}
