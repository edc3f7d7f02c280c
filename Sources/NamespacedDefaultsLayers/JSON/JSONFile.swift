import NamespacedDefaults

/// The part that all stores of one path in a process share: an engine that only the holder of the store's lock can reach.
final class JSONFile: Sendable {
  let path: String
  let context: DefaultsStoreContext
  private let watcher: LinkWatcher
  // `nonisolated(unsafe)`: its functions say which locks they need, and it is not Sendable, so nothing takes it along.
  private nonisolated(unsafe) let engine: JSONEngine

  /// The path of the lock by which the current thread writes the file; `nil` if it does not.
  private var lockOfCurrentThread: String? {
    guard context.hasWriteLock else { return nil }
    return withLock { $0.lock.flatMap { $0.isInherited ? nil : $0.path } }
  }

  /// Creates an engine that has not read the file yet.
  ///
  /// - Parameter path: The absolute path as it was given.
  init(path: String) {
    self.path = path
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(askingForChanges: watcher, place: path)
    engine = JSONEngine(path: path, context: context, watcher: watcher)
    if let names = Self.declaredNames.withLock({ $0[path] }) { context.declare(names) }
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
  }

  deinit {
    let names = context.declaredNames
    Self.declaredNames.withLock { $0[path] = names }
  }

  /// Runs a closure that gets the engine, under the store's lock.
  func withLock<Result>(_ body: (JSONEngine) throws -> Result) rethrows -> Result {
    try context.withLock { try body(engine) }
  }

  /// Runs a closure that gets the engine, where the library has locked memory.
  func whileLocked<Result>(_ body: (JSONEngine) throws -> Result) rethrows -> Result { try body(engine) }

  /// Runs a closure that gets the engine, for functions that lock memory themselves, and may wait without.
  func unlocked<Result>(_ body: (JSONEngine) throws -> Result) rethrows -> Result { try body(engine) }

  /// Reads what others have written; the watcher's thread calls this.
  ///
  /// - Returns: Whether there is nothing to wait for. If not, the watcher calls again in a short while.
  private func takeInEvent() -> Bool { context.withLockIfFree { engine.refresh(isForced: true) } ?? false }
}

extension JSONFile {
  /// What this process has said of the names in files that it no longer has open, by their paths.
  private static let declaredNames = Guarded([String: DeclaredNames]())
  /// The files in use, one for each path as it was given; all stores of one path share it.
  private static let files = WeakTable()

  /// Returns the other path by which the current thread has a lock.
  static func pathLockedByCurrentThread(_ lockPath: String, besides path: String) -> String? {
    files.first { (file: JSONFile) in file.path != path && file.lockOfCurrentThread == lockPath ? file.path : nil }
  }

  /// Returns the file of a path, after it was read.
  ///
  /// A file that cannot be read is an error if it is required. If not, that is reported, and each read throws it.
  static func file(at path: String, owners: FileOwners, isRequired: Bool) throws -> JSONFile {
    let path = try givenPath(path, owners: owners)
    if isRequired { _ = try canonicalPath(absolute: path, owners: owners) }
    let file = files.value(for: path, life: \.context.problems) { JSONFile(path: path) }
    try file.unlocked { engine in
      if owners == .anyone { engine.owners = .anyone }
      do {
        try engine.open()
      } catch  where !isRequired {
        file.context.problems.problem(.failedRead, key: nil, error: error).report()
      }
    }
    return file
  }
}
