/// The engines in use, one for each path; all stores of one path share it.
final class EngineRegistry: Sendable {
  static let shared = EngineRegistry()

  private struct Reference {
    weak var engine: GuardedEngine?
  }

  private let lock = Lock()
  private nonisolated(unsafe) var references: [String: Reference] = [:]  // guarded by `lock`

  /// Returns the engine of a path, after it has read the file.
  func engine(forPath path: String, owners: FileOwners) throws -> GuardedEngine {
    let path = try canonicalPath(path, owners: owners)
    let engine = try lock.withLock {
      if let engine = references[path]?.engine { return engine }
      references = references.filter { $1.engine != nil }
      let engine = try GuardedEngine(path: path)
      references[path] = Reference(engine: engine)
      return engine
    }
    // Outside the registry's lock, because another process may hold the file's lock for a while.
    try engine.withLock {
      if owners == .anyone { $0.owners = .anyone }
      try $0.refresh()
    }
    return engine
  }

  /// Returns the other path under which the current thread has locked a file for writing.
  ///
  /// One file has two engines if it has two names: hard links, or mounts of one directory at two places.
  func pathLockedByCurrentThread(_ identity: FileIdentity, besides path: String) -> String? {
    lock.withLock { references.values.compactMap(\.engine) }.first { engine in
      engine.path != path && engine.context.lock.isLockedByCurrentThread
        && engine.whileLocked { $0.lockedLog?.file.identity == identity }
    }?.path
  }
}
