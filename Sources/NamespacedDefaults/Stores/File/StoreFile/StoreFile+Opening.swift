// Opens the file at the path, reads it, and puts its contents in place of those in memory.
extension StoreFile {
  /// Opens the file that is at the path now, and reads it.
  ///
  /// The open file is kept if it is the one at the path. No lock is needed for a file that is as its writers leave it. So
  /// a writer that holds the lock for long, or is stopped, keeps nobody from reading.
  func openForReading() throws {
    watcher.restartAfterFork()
    var wait = LockWait(limit: Self.readTimeout)
    // During a pause another thread may have begun to write. Then memory has everything, and belongs to that thread.
    while lockedLog == nil {
      let time = CoarseClock.now
      guard let status = try FileStatus(path: givenPath) else {
        // Whoever observes is notified when a link leads elsewhere. All others look when they look for the file.
        if !hasFollowed || context.changes.isObserved { try follow() }
        head.pointee.recordAbsence(at: time)
        return try detach()
      }
      // A pipe and a device have no size either. They are not opened, because that alone may do something to them.
      guard status.isRegular else {
        head.pointee.recordAbsence(at: time)
        try detach()
        throw status.irregularFile(path: path)
      }
      guard status.size > 0 else { return try detach(isThere: true) }
      guard let file = try openFile(status.identity) else { continue }
      if (try? attach(file, .unlocked)) == true { return }
      // A thread that is about to write may have locked this very opening of the file.
      let isLocked = try !context.writeLock.isOthers && file.tryLock(.shared)
      // What is behind the commit pointer is a record that a writer is about to publish, if it is recent and somebody has the
      // lock.
      if !isLocked, try FileStamp(of: file).isRecent, (try? attach(file, .besideWriter)) == true { return }
      // A thread that waits has begun nothing, because others may read and write meanwhile.
      if !isLocked, context.memory.mayPause, let pause = try? nextPause(of: &wait, for: file) {
        context.memory.pause(pause.pass)
        continue
      }
      defer { if isLocked { file.unlock() } }
      if try attachAsItIs(file, isLocked: isLocked) { return }
    }
  }

  /// Reads a file in which something may be wrong, and announces the differences.
  ///
  /// - Returns: Whether the file is still the one at the path.
  private func attachAsItIs(_ file: OpenFile, isLocked: Bool) throws -> Bool {
    guard let status = try FileStatus(path: givenPath), status.identity == file.identity else { return false }
    if try file.isBlank(size: status.size) {
      try detach(isThere: true)
      return true
    }
    do {
      try attach(file, isLocked ? .shared : .refused)
    } catch let error as DefaultsError where error.code == .overwrittenFile {
      return false
    }
    // Its writer is stopped in the middle of a compaction. Every read has to look whether it has gone on.
    if log?.pointer.isSuperseded == true {
      close()
      try header.showNothing()
    }
    return true
  }

  /// Returns the open file if it has an identity, and otherwise opens the one at the path; `nil` if there is none.
  private func openFile(_ identity: FileIdentity) throws(DefaultsError) -> OpenFile? {
    if let file = log?.file, file.identity == identity, !file.isInherited { return file }
    let file: OpenFile
    do {
      try follow()
      file = try OpenFile(path: path, for: .reading)
    } catch {
      // A link that has just taken its place is followed by the next look.
      if error.meansNoFile || error.meansLink { return nil }
      throw error
    }
    try file.checkOwner(owners)
    return file
  }

  /// The lock with which a file is read.
  enum Access {
    /// None. Nothing may be behind the commit pointer, and nothing may be wrong.
    case unlocked
    /// None. What is behind the commit pointer does not count, and nothing may be wrong.
    case besideWriter
    /// None, because a writer has it for long. What is behind the commit pointer does not count.
    case refused
    /// A shared one. Whole batches behind the commit pointer count: a loss of power can take the pointer of a write that was on
    /// the disk.
    case shared
    /// The writer's, which recovers what is behind the commit pointer itself.
    case exclusive
  }

  /// Replaces the open file by another one, reads it, and announces the differences.
  ///
  /// - Parameters:
  ///   - file: The new file.
  ///   - access: How the caller has locked it. If it has not, the file is read as far as it is committed.
  /// - Returns: Whether the file was attached. Without a lock it is not if it may have been replaced or rolled back
  ///   meanwhile, or has anything wrong in it.
  /// - Throws: ``DefaultsError/Code/overwrittenFile`` if another program has just emptied the file, or an error if it
  ///   cannot be read.
  @discardableResult
  func attach(_ file: OpenFile, _ access: Access) throws -> Bool {
    // Something has changed it that no writer does. Another program may be about to copy the rest of a file over it.
    let isReadAgain = facts.file.map { $0.identity == file.identity && !$0.isInherited } ?? false
    // Or it has just made this one.
    let mayBeCopied = access != .exclusive && (isReadAgain || hasAttached)
    let stamp = mayBeCopied ? try FileStamp(of: file) : nil
    let isRecent = stamp?.isRecent ?? true
    leave()
    let reading = try file.readHeader()
    guard reading != .empty else { throw DefaultsError.overwrittenFile(path: path) }
    try header.show(file)
    let pointer = header.load()
    // There are zeros in place of the pointer if the file was emptied meanwhile, even if it is whole again.
    if pointer == .absent, case .header = reading, try file.readPointer() != .absent {
      throw DefaultsError.overwrittenFile(path: path)
    }
    let size = try file.status().size
    let synchronized = header.synchronized
    let new = try LogContents(
      of: file,
      size: size,
      reading: reading,
      pointer: pointer,
      synchronized: synchronized,
      includesTail: access == .shared
    )
    if access == .unlocked || access == .besideWriter {
      let now = header.load()
      guard now.isValid, !now.isSuperseded, now.generation == pointer.generation, new.isSound,
        size <= now.length || access == .besideWriter
      else { return false }
    }
    take(new)
    hasAttached = true
    let salt = if case .header(let header, _) = reading { header.salt } else { UInt64(0) }
    let log = Log(file, RecordSeed(salt: salt), pointer: pointer, end: pointer.isValid ? contents.end : FileHeader.size)
    log.hasDurableHeader = synchronized.isValid
    open(log)
    ProblemOfProcess(networkOf: file)?.report()
    if isReadAgain { facts.synchronized = .absent }
    // Other programs copy nothing over a file that is being written, so a writer takes what is whole for true.
    if !contents.isSound || isReadAgain && access != .exclusive {
      log.isDoubtful = true
      log.stamp = isRecent ? nil : stamp
      try header.readFromFile(file)
    }
    // What is read in the middle of a copy is no damage.
    if !mayBeCopied { reportDamage() }
    return true
  }

  /// Closes the open file and empties the contents in memory, because there is no file at the path, or an empty one.
  ///
  /// An empty file may be one that is being copied, so every read asks for its size.
  func detach(isThere: Bool = false) throws {
    guard log != nil || !contents.entries.isEmpty || header.load() != .absent else { return }
    // Before readers find that nothing is published, who would take a former value for true.
    take(LogContents())
    close()
    if !isThere { facts.file = nil }
    try header.showNothing()
  }

  private func take(_ new: LogContents) {
    let old = contents
    contents = new
    guard context.changes.isObserved else { return context.raiseAll { new.entries[$0] == nil } }
    // The record of a replica is no setting.
    context.names.raise(ReservedName.replica)
    context.announce(new.changes(since: old).filter { $0.key != ReservedName.replica })
  }
}
