// Waits for the disk.
extension StoreEngine {
  /// Whether the file must be compacted, because synchronizing it is not enough.
  var needsNewFile: Bool { log != nil && facts.isUnsynchronizable }

  /// The open file and its commit pointer, if something in it may not survive a loss of power.
  func unsynchronized() throws -> (OpenFile, CommitPointer)? {
    try refreshFromPath()
    guard let log, log.pointer != facts.synchronized || facts.directories != .none else { return nil }
    return (log.file, log.pointer)
  }

  /// Waits until what was written to the open file would survive a loss of power.
  func synchronize(_ log: Log) throws(DefaultsError) {
    try recordFailure(of: log.file) { () throws(DefaultsError) in
      try log.file.synchronize()
      try synchronizeDirectories()
    }
  }

  /// Runs a body that waits for the disk, and records it if that fails.
  func recordFailure(of file: OpenFile, _ body: () throws(DefaultsError) -> Void) throws(DefaultsError) {
    do {
      try body()
    } catch {
      if facts.identity == file.identity { facts.isUnsynchronizable = true }
      throw error
    }
  }

  /// Waits until the names on the way to the file would survive a loss of power.
  ///
  /// Another process may just have created the directories above. Those that may not be opened are older than this user's
  /// files.
  func synchronizeDirectories() throws(DefaultsError) {
    guard facts.directories != .none else { return }
    var directory = parentDirectory(of: path)
    try synchronizeDirectory(directory)
    while facts.directories == .all, directory != "/" {
      directory = parentDirectory(of: directory)
      try? synchronizeDirectory(directory)
    }
    facts.directories = .none
  }
}

extension GuardedEngine {
  /// Waits until all committed changes would survive a loss of power.
  func synchronize() throws {
    guard let (file, pointer) = try withLock({ try $0.unsynchronized() }) else { return }
    // Outside the lock, so that readers do not wait for the disk.
    let result = Result { () throws(DefaultsError) in try file.synchronize() }
    try withLock { engine in
      try engine.recordFailure(of: file) { () throws(DefaultsError) in
        try result.get()
        try engine.synchronizeDirectories()
      }
      if engine.facts.identity == file.identity { engine.facts.synchronized = pointer }
    }
  }
}
