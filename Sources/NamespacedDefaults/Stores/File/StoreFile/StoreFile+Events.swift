// Events of the file system, which say that another process has written.
extension StoreFile {
  /// Reads what other processes have written; the watcher's thread calls this.
  ///
  /// - Returns: Whether there is nothing to wait for. If not, the watcher calls again in a short while.
  func takeInEvent() -> Bool {
    guard let (isBeingWritten, mayChange) = refreshIfFree({ ($0.isBeingWritten, $0.mayBeCopiedOver) }) else {
      return false
    }
    guard !mayChange else { return false }
    guard isBeingWritten else { return true }
    // The event came from the bytes of a record. Their writer publishes the commit pointer before it unlocks the file,
    // so take the lock. It needs a descriptor of its own, because a lock belongs to a descriptor.
    let isLockFree = (try? OpenFile(path: givenPath, for: .reading).tryLock(.shared)) ?? true
    return isLockFree && refreshIfFree({ _ in }) != nil
  }

  /// Reads what other processes have written, unless another thread has the lock.
  ///
  /// An error is reported, because a program may use the store by its observers alone.
  ///
  /// - Returns: The result of `body`, which is called afterwards, or `nil` if another thread has the lock.
  private func refreshIfFree<Result>(_ body: (StoreFile) -> Result) -> Result? {
    var failure: (any Error)?
    let result = context.memory.withLockIfFree {
      do { try refreshFromPath() } catch { failure = error }
      return body(self)
    }
    // Outside of the lock, because the handler is the program's code.
    if let failure {
      context.problems.problem(.failedRead, key: nil, error: failure).report()
    } else if result != nil {
      context.problems.recordSuccess(.failedRead)
    }
    return result
  }
}
