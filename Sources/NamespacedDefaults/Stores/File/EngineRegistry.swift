/// The engines in use, one for each path; all stores of one path share it.
final class EngineRegistry: Sendable {
  static let shared = EngineRegistry()

  private struct Reference {
    weak var engine: StoreEngine?
  }

  private let lock = Lock()
  private nonisolated(unsafe) var references: [String: Reference] = [:]  // guarded by `lock`

  /// Returns the engine of a path, after it has read the file.
  func engine(forPath path: String, owners: FileOwners) throws -> StoreEngine {
    let path = try canonicalPath(path, owners: owners)
    let engine = try lock.withLock {
      if let engine = references[path]?.engine { return engine }
      references = references.filter { $1.engine != nil }
      let engine = try StoreEngine(path: path)
      references[path] = Reference(engine: engine)
      return engine
    }
    if owners == .anyone { engine.context.withLock { engine.owners = .anyone } }
    // Outside the registry's lock, because another process may hold the file's lock for a while.
    try engine.context.withLock { try engine.refresh() }
    return engine
  }

  /// Returns the engine that the current thread has locked for writing, if its file is a given one.
  ///
  /// One file has two engines if it has two names: hard links, or mounts of one directory at two places.
  func engineLockedByCurrentThread(_ identity: FileIdentity, besides engine: StoreEngine) -> StoreEngine? {
    lock.withLock { references.values.compactMap(\.engine) }.first {
      $0 !== engine && $0.context.isLockedByCurrentThread && $0.isExclusive && $0.log?.file.identity == identity
    }
  }
}
