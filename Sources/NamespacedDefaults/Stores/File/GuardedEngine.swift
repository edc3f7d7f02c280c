/// The part that all stores of one path in a process share: an engine that only the holder of the store's lock can reach.
///
/// It lets other threads in while it waits for a file's lock, before it has changed anything.
final class GuardedEngine: Sendable {
  let path: String
  let context: DefaultsStoreContext
  let watcher: LinkWatcher
  // `nonisolated(unsafe)`: it is handed out only under the context's lock, and is not Sendable, so nothing takes it along.
  private nonisolated(unsafe) let engine: StoreEngine

  /// Creates an engine that has not read the file yet.
  ///
  /// - Parameter path: The absolute path as it was given; see `givenPath`.
  /// - Throws: An error if the memory of the mapped header cannot be reserved.
  init(path: String) throws(DefaultsError) {
    self.path = path
    let header = try MappedHeader()
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(
      announcesEveryChange: true,
      sharedVersion: header.word,
      changeSource: watcher,
      place: path
    )
    engine = StoreEngine(givenPath: path, context: context, header: header, watcher: watcher)
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
    context.memory.lost.set { [weak self] in self?.withLock { $0.forget() } }
    context.onCatchUp { [weak self] in
      guard let self else { return }
      // What fails is reported by the read that follows, which also waits for a writer.
      context.memory.withLockIfFree { try? self.engine.refresh() }
    }
  }

  /// Runs a closure that gets the engine, with memory locked.
  func withLock<Result>(_ body: (StoreEngine) throws -> Result) rethrows -> Result {
    try context.withLock { try body(engine) }
  }

  /// Runs a closure that gets the engine, and locks memory itself where it uses what readers do.
  func withoutLock<Result>(_ body: (StoreEngine) throws -> Result) rethrows -> Result { try body(engine) }

  /// Runs a closure that gets the engine, on a thread that has locked the store already.
  func whileLocked<Result>(_ body: (StoreEngine) throws -> Result) rethrows -> Result {
    assert(context.memory.isMine, "the store is not locked")
    return try body(engine)
  }

  /// Runs a closure that gets the engine, on the thread that has the write lock.
  ///
  /// With the file locked nobody else changes what is in memory, so this thread may read it, but for what a read changes too.
  func inTurn<Result>(_ body: (StoreEngine) throws -> Result) rethrows -> Result {
    assert(context.hasWriteLock, "another thread may change the store")
    return try body(engine)
  }

  /// Reads what other processes have written; the watcher's thread calls this.
  ///
  /// - Returns: Whether there is nothing to wait for. If not, the watcher calls again in a short while.
  private func takeInEvent() -> Bool {
    guard let (isBeingWritten, mayChange) = refreshIfFree({ ($0.isBeingWritten, $0.mayBeCopiedOver) }) else {
      return false
    }
    guard !mayChange else { return false }
    guard isBeingWritten else { return true }
    // The event came from the bytes of a record. Their writer publishes the commit pointer before it unlocks the file,
    // so take the lock. It needs a descriptor of its own, because a lock belongs to a descriptor.
    let isLockFree = (try? OpenFile(path: path, for: .reading).tryLock(.shared)) ?? true
    return isLockFree && refreshIfFree({ _ in }) != nil
  }

  /// Reads what other processes have written, unless another thread has the lock.
  ///
  /// An error is reported, because a program may use the store by its observers alone.
  ///
  /// - Returns: The result of `body`, which is called afterwards, or `nil` if another thread has the lock.
  private func refreshIfFree<Result>(_ body: (StoreEngine) -> Result) -> Result? {
    var failure: (any Error)?
    let result = context.memory.withLockIfFree {
      do { try engine.refreshFromPath() } catch { failure = error }
      return body(engine)
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
