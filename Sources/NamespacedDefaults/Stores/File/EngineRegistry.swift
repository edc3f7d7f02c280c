/// The engines in use, one for each path as it was given; all stores of one path share it.
///
/// Two paths that lead to one file have two engines, because a link on the way of one may lead elsewhere later.
final class EngineRegistry: Sendable {
  static let shared = EngineRegistry()

  private init() {
    ForkCounter.onFork(
      prepare: { EngineRegistry.shared.prepareFork() },
      parent: { EngineRegistry.shared.endFork(inChild: false) },
      child: { EngineRegistry.shared.endFork(inChild: true) }
    )
  }

  private let engines = WeakTable()  // of `GuardedEngine`

  /// Returns the engine of a path, after it has read the file.
  func engine(forPath path: String, owners: FileOwners) throws -> GuardedEngine {
    let path = try givenPath(path, owners: owners)
    let engine = try engines.value(for: path, life: \.context.problems) { () throws(DefaultsError) in
      try GuardedEngine(path: path)
    }
    // Outside the registry's lock, because another process may hold the file's lock for a while.
    try engine.withLock {
      if owners == .anyone { $0.owners = .anyone }
      try $0.follow()
      try $0.refresh()
    }
    return engine
  }

  /// Returns the other path under which the current thread has locked a file for writing.
  ///
  /// One file has two engines if it has two names: links, or mounts of one directory at two places.
  func pathLockedByCurrentThread(_ identity: FileIdentity, besides path: String) -> String? {
    engines.first { (engine: GuardedEngine) in
      let isOther = engine.path != path && engine.context.lock.turn.isMine
      return isOther && engine.withLock { $0.lockedLog?.file.identity == identity } ? engine.path : nil
    }
  }

  // MARK: Forks

  // `nonisolated(unsafe)`: only one fork at a time runs the handlers, which is the system's rule.
  private nonisolated(unsafe) var forking: [(engine: GuardedEngine, isLocked: Bool)] = []
  // As above.
  private nonisolated(unsafe) var hasSmallLocks = false

  /// Locks all stores before a fork, so that a child finds each as it is between two accesses, and then ``SmallLocks``.
  ///
  /// It waits for a store for a moment only: the forking thread may have something for which the thread waits that has the
  /// store locked.
  private func prepareFork() {
    forking = engines.values(GuardedEngine.self).map { ($0, $0.context.lock.lockForFork()) }
    hasSmallLocks = SmallLocks.lockForFork(within: .seconds(10))
  }

  private func endFork(inChild: Bool) {
    let (engines, hasSmallLocks) = (forking, hasSmallLocks)
    if hasSmallLocks { inChild ? SmallLocks.renewAfterFork() : SmallLocks.unlockAfterFork() }
    forking = []
    for (engine, isLocked) in engines {
      if inChild {
        engine.renewAfterFork(wasLocked: isLocked, hasSmallLocks: hasSmallLocks)
      } else if isLocked {
        engine.context.lock.unlockAfterFork()
      }
    }
  }
}
