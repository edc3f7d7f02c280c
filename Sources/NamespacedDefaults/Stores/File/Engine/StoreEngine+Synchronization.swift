// Waits for the disk.
extension StoreEngine {
  /// A part of a file that may not survive a loss of power.
  struct Unsynchronized {
    let file: OpenFile
    /// The commit pointer at the end of the part.
    let pointer: CommitPointer
  }

  /// Whether the file must be compacted, because synchronizing it is not enough.
  var needsNewFile: Bool { log != nil && facts.failure != nil }

  /// Returns what this process has not waited for yet, if there is anything.
  func unsynchronized() throws -> Unsynchronized? {
    try refreshFromPath()
    guard let log, needsNewFile || log.pointer != facts.synchronized || facts.directories != .none else { return nil }
    return Unsynchronized(file: log.file, pointer: log.pointer)
  }

  /// Waits until what was written to the open file would survive a loss of power.
  func synchronize(_ log: Log) throws(DefaultsError) {
    try recordFailure(of: log.file) { () throws(DefaultsError) in
      try log.file.synchronize(upTo: log.pointer.length)
    }
    recordSynchronized(log.pointer, of: log)
  }

  /// Takes in the result of a wait for the disk.
  func finish(_ part: Unsynchronized, _ result: Result<Void, DefaultsError>) throws {
    try recordFailure(of: part.file) { () throws(DefaultsError) in try result.get() }
    guard let log, log.file === part.file else { return }
    // Where the pointer is not exchanged in memory, a roll-back of another process must not come in between.
    let needsLock = lockedLog == nil && !header.exchangesPointers
    let isLocked = needsLock && (try? log.file.tryLock()) == true
    recordSynchronized(part.pointer, of: log, marksFile: isLocked || !needsLock)
    if isLocked { log.file.unlock() }
  }

  /// Records that all up to a commit pointer is on the disk.
  ///
  /// Other processes find that in the header. Where it cannot be written, damage may later count as an interrupted write.
  func recordSynchronized(_ pointer: CommitPointer, of log: Log, marksFile: Bool = true) {
    log.hasDurableHeader = true
    guard pointer.generation == log.pointer.generation else { return }
    let isLater = facts.synchronized.generation != pointer.generation || facts.synchronized.length < pointer.length
    if isLater { facts.synchronized = pointer }
    if let first = log.firstWaiting, first.length < pointer.length {
      log.firstWaiting = pointer == log.pointer ? nil : pointer
    }
    // What a file lacks is not on the disk.
    if marksFile, !contents.isCut { try? header.markSynchronized(pointer, of: log.file) }
  }

  /// Runs a body that waits for the disk, and records it if that fails.
  ///
  /// The commits that wait are rolled back then, unless the file was written since by others, or without waiting.
  func recordFailure(of file: OpenFile, _ body: () throws(DefaultsError) -> Void) throws(DefaultsError) {
    do {
      try body()
    } catch {
      if facts.identity == file.identity { facts.failure = error }
      if lockedLog == nil, let log, log.file === file { rollBackWaiting(log) }
      throw error
    }
  }

  private func rollBackWaiting(_ log: Log) {
    guard let first = log.firstWaiting, (try? log.file.tryLock()) == true else { return }
    defer { log.file.unlock() }
    guard header.load() == log.pointer, header.hasSalt(log.seed.salt) else { return }
    rollBack(log, to: max(first.length, min(log.file.synchronizedLength, log.end)))
  }

  /// Waits until the names on the way to the file would survive a loss of power.
  ///
  /// Another process may just have created the directories above. Those that may not be opened are older than this user's
  /// files.
  ///
  /// Call this in the turn, or with memory locked.
  func synchronizeDirectories() throws(DefaultsError) {
    let (directories, path) = context.withLock { (facts.directories, self.path) }
    guard directories != .none else { return }
    var directory = parentDirectory(of: path)
    try synchronizeDirectory(directory)
    while directories == .all, directory != "/" {
      directory = parentDirectory(of: directory)
      try? synchronizeDirectory(directory)
    }
    context.withLock { facts.directories = .none }
  }
}

extension GuardedEngine {
  /// Waits until a part of a file would survive a loss of power; call this outside the lock.
  func synchronize(_ part: StoreEngine.Unsynchronized) throws {
    // Outside the lock, so that readers do not wait for the disk, and other threads can join.
    let result = Result { () throws(DefaultsError) in try part.file.synchronize(upTo: part.pointer.length) }
    if case .success = result { return try withLock { try $0.finish(part, result) } }
    // What was committed is rolled back, in the turn of this thread.
    try context.lock.acquireTurn(for: .seconds(3600))
    defer { context.lock.releaseTurn() }
    try withLock { try $0.finish(part, result) }
  }
}
