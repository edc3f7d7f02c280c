// Waits for the file's lock, which another process holds.
extension StoreFile {
  /// The time for which a read waits, only if a file is not as its writers leave it, for one that may be about to mend it.
  static let readTimeout = Duration.milliseconds(100)

  /// Locks a file, unless another process has it or has waited longer for it.
  ///
  /// Where the header is not mapped, as on a network file system, nobody would see who waits. There the lock has no order.
  @inline(never)  // so that a write that meets nobody need not save registers for it
  func tryLockInOrder(_ file: OpenFile, _ wait: inout LockWait?, _ limit: Duration) throws(DefaultsError) -> Bool {
    // Another process may have put another file in place of the one that was open.
    if log == nil, (try? openForReading()) != nil, log != nil { return false }
    // A file that another program has emptied must not get longer.
    guard let log, log.file === file, header.isMapped, header.hasSalt(log.seed.salt) else { return try file.tryLock() }
    var begun = wait ?? LockWait(limit: limit)
    defer { wait = begun }
    return try queue.tryLock(file, &begun)
  }

  /// Returns the next pause of a wait for the lock of a file.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout`` if the time is over, or if the wait would never end because this thread
  ///   holds the lock itself.
  func nextPause(of wait: inout LockWait, for file: OpenFile) throws(DefaultsError) -> LockWait.Pause {
    if wait.isNew, let other = otherPathLockedByCurrentThread(file.identity) {
      throw .lockedByThisThread(path: path, otherPath: other)
    }
    guard let pause = wait.nextPause() else {
      let holders = lockHolders(of: file.identity)
      throw .lockTimeout(path: path, limit: wait.limit, holders: holders, systemCode: SystemCode.wouldBlock)
    }
    return pause
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
