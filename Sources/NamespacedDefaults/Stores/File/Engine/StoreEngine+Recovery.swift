// Prepares the file for an append: creates and locks it, reads what is new, and recovers its end after a killed writer.
extension StoreEngine {
  /// Locks the file at the path and reads what other processes have written.
  ///
  /// The file is created if there is none. While another process holds the lock, other threads may use the store.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout``, or an error if the file cannot be created, locked or read.
  func beginWriting(_ options: WriteOptions) throws {
    var wait = LockWait(limit: options.lockTimeout)
    while true {
      let file = try fileForWriting(options)
      guard try !header.isAwaited && file.tryLock() || tryLockInTurn(file, &wait) else {
        try pause(&wait, for: file)
        continue
      }
      do {
        if let status = try FileStatus(path: givenPath), status.identity == file.identity,
          try status.linkCount > 0 || isAtPath(file)
        {
          try prepare(file, size: status.size)
          lock()
          return
        }
      } catch {
        file.unlock()
        throw error
      }
      // The file was deleted or replaced after it was opened. Other processes may still read it. The superseded flag
      // makes them look at the path again. If it cannot be written, they do so only at their own next write. Where only a
      // link leads elsewhere now, the file is still theirs.
      if let log, log.file === file, (try? FileStatus(path: file.path))??.identity != file.identity {
        try? file.publish(header.load().superseded)
      }
      file.unlock()
      close()
    }
  }

  /// Returns whether a file that seems to have no name is the one at the path.
  ///
  /// While a rename puts another file in its place, the path still leads to it for a moment.
  ///
  /// - Throws: An error if it has no name for 100 ms.
  private func isAtPath(_ file: OpenFile) throws(DefaultsError) -> Bool {
    var wait = LockWait(limit: .milliseconds(100))
    while true {
      guard let status = try FileStatus(path: givenPath), status.identity == file.identity else { return false }
      if status.linkCount > 0 { return true }
      guard let pause = wait.nextPause() else {
        try status.checkName(path: path)
        return true
      }
      pause.pass()
    }
  }

  private func fileForWriting(_ options: WriteOptions) throws(DefaultsError) -> OpenFile {
    if let file = log?.file, file.isWritable, !file.isInherited { return file }
    watcher.restartAfterFork()
    while true {
      // Another user may have put a link on the way since the store was opened.
      try follow()
      do {
        let file = try OpenFile(path: path, for: .writing)
        try file.checkOwner(owners)
        return file
      } catch {
        guard error.systemCode == SystemCode.noSuchFile else { throw error }
        // A directory that has gone may have moved, and nobody would find what is written into another one.
        if !hasFoundDirectory { try createDirectories(parentDirectory(of: path), options.permissions) }
        hasFoundDirectory = true
      }
      do {
        let file = try OpenFile(path: path, for: .creating)
        if options.permissions != .ownerOnly { try file.setPermissions(options.permissions) }
        _ = DataProtection.ofDevice?.fileClass(file.descriptor, options.protection.number)
        return file
      } catch {
        // Another process has come first.
        guard error.systemCode == SystemCode.fileExists else { throw error }
      }
    }
  }

  /// Prepares the locked file, and its contents in memory, for an append.
  private func prepare(_ file: OpenFile, size: Int) throws {
    var size = size
    if try file.isBlank(size: size) {
      try writeHeader(to: file)
      size = FileHeader.size
      try attach(file, .exclusive)
      if let log { recordSynchronized(log.pointer, of: log) }
    } else if let log, log.file === file, size >= log.end, try !log.isDoubtful || confirms(log) {
      try catchUp(log)
    } else {
      try attach(file, .exclusive)
    }
    guard var log else { return }
    log.size = size
    guard contents.damage.isEmpty else { return }
    if try contents.isCut || log.hasUncommittedBytes || log.pointer.isSuperseded || size > log.end && log.isBegun {
      try recoverTail(log)
      guard let recovered = self.log else { return }
      log = recovered
    }
    // Its creator may have been killed before it had waited for the disk.
    if !log.hasDurableHeader, facts.failure == nil { try synchronize(log) }
  }

  /// Recovers the end of the file after a writer was killed or the power was lost.
  ///
  /// This also clears the superseded flag of a compaction that was killed before its rename.
  private func recoverTail(_ log: Log) throws {
    // Whole batches behind the committed length are kept. After a loss of power they may belong to writes that had
    // returned. The other uncommitted bytes are cut off.
    let length = try LogScan.endOfWholeBatches(in: log.file, from: log.end, seed: log.seed)
    // Before the file is cut, so that a kill in between leaves none that is shorter than what was committed.
    if contents.isCut {
      _ = try takeBack(log, to: length)
    } else {
      try log.file.publish(CommitPointer(length: length, generation: log.pointer.generation))
    }
    if log.size > length {
      try log.file.truncate(to: length)
      // Otherwise sectors of these bytes could come back after a loss of power, between those of the next record.
      try recordFailure(of: log.file) { () throws(DefaultsError) in try log.file.synchronize() }
    }
    try catchUp(log)
    self.log?.size = length
    self.log?.hasUncommittedBytes = false
  }

  private func writeHeader(to file: OpenFile) throws {
    let new = FileHeader(salt: .random(in: .min ... .max))
    do {
      let pointer = CommitPointer(length: FileHeader.size, generation: .random(in: 0..<128))
      try file.write(new.bytes(pointer: pointer), at: 0)
      // Records without a header could not be distinguished from the file of another program.
      try file.synchronize()
    } catch {
      // An empty file counts as no file.
      try? file.truncate(to: 0)
      throw error
    }
  }
}
