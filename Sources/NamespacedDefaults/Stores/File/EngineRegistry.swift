/// The engines in use, one for each path as it was given; all stores of one path share it.
///
/// Two paths that lead to one file have two engines, because a link on the way of one may lead elsewhere later.
final class EngineRegistry: Sendable {
  static let shared = EngineRegistry()

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
      let isOther = engine.path != path && engine.context.writeLock.isMine
      return isOther && engine.withLock { $0.lockedLog?.file.identity == identity } ? engine.path : nil
    }
  }
}
