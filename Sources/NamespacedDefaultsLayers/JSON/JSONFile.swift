import NamespacedDefaults

/// The part that all stores of one path in a process share: an engine that only the holder of the store's lock can reach.
final class JSONFile: Sendable {
  let path: String
  let context: DefaultsStoreContext
  private let watcher: LinkWatcher
  // `nonisolated(unsafe)`: it is handed out only under the context's lock, and is not Sendable, so nothing takes it along.
  private nonisolated(unsafe) let engine: JSONEngine

  /// Creates an engine that has not read the file yet.
  ///
  /// - Parameter path: The absolute path as it was given.
  init(path: String) {
    self.path = path
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(askingForChanges: watcher, place: path)
    engine = JSONEngine(path: path, context: context, watcher: watcher)
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
  }

  /// Runs a closure that gets the engine, under the store's lock.
  func withLock<Result>(_ body: (JSONEngine) throws -> Result) rethrows -> Result {
    try context.withLock { try body(engine) }
  }

  /// Reads what others have written; the watcher's thread calls this.
  ///
  /// - Returns: Whether there is nothing to wait for. If not, the watcher calls again in a short while.
  private func takeInEvent() -> Bool { context.withLockIfFree { engine.refresh(isForced: true) } ?? false }
}

/// The files in use; all stores of one path share one.
final class JSONFileRegistry: Sendable {
  static let shared = JSONFileRegistry()

  private struct Reference { weak var file: JSONFile? }

  private let references = Guarded<[String: Reference]>([:])

  /// Returns the file of a path, after it was read.
  ///
  /// Two paths that lead to one file now are one. A link on the way to it may lead elsewhere later, so that a file is known by
  /// the path as it was given too.
  ///
  /// A file that cannot be read is an error if it is required. If not, that is reported, and each read throws it.
  func file(at path: String, owners: FileOwners, isRequired: Bool) throws -> JSONFile {
    // Nobody wants to read `/./` in a message.
    let path = try absolutePath(path).split(separator: "/").filter { $0 != "." }.map { "/" + $0 }.joined()
    let links = Result { try canonicalPath(absolute: path, owners: owners) }
    let target = try isRequired ? links.get().path : try? links.get().path
    let file = references.withLock { references in
      if let file = references[path]?.file { return file }
      references = references.filter { $1.file != nil }
      let known = references.values.lazy.compactMap(\.file).first {
        target != nil && (try? canonicalPath(absolute: $0.path, owners: .anyone).path) == target
      }
      let file = known ?? JSONFile(path: path)
      references[path] = Reference(file: file)
      return file
    }
    try file.withLock {
      if owners == .anyone { $0.owners = .anyone }
      do {
        try $0.open()
      } catch  where !isRequired {
        file.context.problems.problem(.failedRead, key: nil, error: error).report()
      }
    }
    return file
  }
}
