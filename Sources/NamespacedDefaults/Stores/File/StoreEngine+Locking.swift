// Waits for the file's lock, which another process holds.
extension StoreEngine {
  /// The time for which a read waits, only if a file is not as its writers leave it, for one that may be about to mend it.
  static let readTimeout = Duration.milliseconds(100)

  /// Lets other threads use the store for a moment, after which the caller begins again.
  ///
  /// The caller has not begun to read or write, because any thread may do either meanwhile.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout`` if the time is over, or if the wait would never end because this thread
  ///   holds the lock itself.
  func pause(_ wait: inout LockWait, for file: OpenFile) throws(DefaultsError) {
    if wait.isNew, let other = EngineRegistry.shared.pathLockedByCurrentThread(file.identity, besides: givenPath) {
      throw .lockedByThisThread(path: path, otherPath: other)
    }
    guard let pause = wait.nextPause() else {
      let holders = lockHolders(of: file.identity)
      throw .lockTimeout(path: path, limit: wait.limit, holders: holders, systemCode: SystemCode.wouldBlock)
    }
    // In the middle of a change no other thread may use the store.
    if lockedLog != nil { pause.pass() } else { context.lock.pause(pause.pass) }
  }
}

extension OpenFile {
  /// Returns the error of a wait for the lock that has taken too long.
  package func lockTimeout(_ limit: Duration) -> DefaultsError {
    .lockTimeout(path: path, limit: limit, holders: lockHolders(of: identity), systemCode: SystemCode.wouldBlock)
  }

  /// Locks the file, and waits for a time while another opening of it, in any process, holds a lock that excludes this
  /// one.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout`` if the time is over.
  func lock(_ lock: Lock, limit: Duration) throws(DefaultsError) {
    var wait = LockWait(limit: limit)
    while try !tryLock(lock) {
      guard let pause = wait.nextPause() else { throw lockTimeout(limit) }
      pause.pass()
    }
  }
}
