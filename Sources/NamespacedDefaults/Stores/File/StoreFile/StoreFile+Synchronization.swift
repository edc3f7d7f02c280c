// Waits for the disk.
extension StoreFile {
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
  ///
  /// Call this with the write lock, without memory locked.
  func synchronize(_ log: Log) throws(DefaultsError) {
    try recordingFailure(of: log.file) { () throws(DefaultsError) in try log.file.synchronize() }
    context.withLock { recordSynchronized(log.pointer, of: log) }
  }

  /// Takes in that all of a part of a file is on the disk; call this with memory locked.
  func finish(_ part: Unsynchronized) {
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
    // What a file lacks is not on the disk.
    if marksFile, !contents.isCut { try? header.markSynchronized(pointer, of: log.file) }
  }

  /// Runs a body that waits for the disk, and records it if that fails; call this without memory locked.
  func recordingFailure(of file: OpenFile, _ body: () throws(DefaultsError) -> Void) throws(DefaultsError) {
    do {
      try body()
    } catch {
      context.withLock { if facts.identity == file.identity { facts.failure = error } }
      throw error
    }
  }

  /// Waits until the names on the way to the file would survive a loss of power.
  ///
  /// Another process may just have created the directories above. Those that may not be opened are older than this user's
  /// files.
  ///
  /// Call this without memory locked.
  func synchronizeDirectories() throws(DefaultsError) {
    let (directories, file, path) = context.withLock { (facts.directories, facts.file, self.path) }
    guard directories != .none else { return }
    var directory = parentDirectory(of: path)
    try synchronizeDirectory(directory)
    while directories == .all, directory != "/" {
      directory = parentDirectory(of: directory)
      try? synchronizeDirectory(directory)
    }
    // Another file may have got the name meanwhile.
    context.withLock { if facts.file === file { facts.directories = .none } }
  }
}

extension StoreFile {
  /// Waits until what was committed would survive a loss of power, and the names on the way to the file too.
  ///
  /// Readers do not wait for it, and neither do writers, unless they wait for the disk themselves. So call this without any lock.
  ///
  /// - Returns: `false` if the file has to be written anew.
  func synchronize() throws -> Bool {
    let (part, needsNewFile) = try context.withLock { (try unsynchronized(), self.needsNewFile) }
    guard let part else { return true }
    if needsNewFile { return false }
    try recordingFailure(of: part.file) { () throws(DefaultsError) in try part.file.synchronize() }
    context.withLock { finish(part) }
    try synchronizeDirectories()
    return true
  }
}
