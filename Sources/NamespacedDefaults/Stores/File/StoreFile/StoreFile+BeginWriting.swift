// The beginning of every write: the file is created, locked, and read as far as others have written it.
extension StoreFile {
  /// What is left to do before a write once its file was looked for.
  private enum Preparation {
    /// Nothing.
    case none
    /// Another process has the lock, and is waited for.
    case lock(OpenFile)
    /// Another file is at the path.
    case otherFile
    /// The file has no name, for a moment or for ever.
    case name(OpenFile)
    /// The locked file has no header, or none that is on the disk.
    case header(OpenFile)
    /// The end of the locked file, which is this large, is that of an interrupted write.
    case end(Log, size: Int)
  }

  /// Locks the file at the path and reads what other processes have written.
  ///
  /// The file is created if there is none. Call this with the write lock, without memory locked: other threads read meanwhile.
  ///
  /// - Throws: ``DefaultsError/Code/lockTimeout``, or an error if the file cannot be created, locked or read.
  func beginWriting(_ options: WriteOptions) throws {
    var wait: LockWait?
    while true {
      switch try inMemory({ try prepare(options, &wait) }) {
      case .none: return
      case .lock(let file):
        var begun = wait ?? LockWait(limit: options.lockTimeout)
        defer { wait = begun }
        try nextPause(of: &begun, for: file).pass()
      case .otherFile: continue
      case .name(let file):
        do { try awaitName(of: file) } catch {
          file.unlock()
          throw error
        }
        file.unlock()
      case .header(let file):
        do { try writeHeader(to: file) } catch {
          inMemory {
            file.unlock()
            if log?.file === file { close() }
          }
          throw error
        }
        return try inMemory { try takeIn(file) }
      case .end(let log, let size):
        do { try recoverEnd(of: log, size: size) } catch {
          inMemory { close() }
          // It is closed already where it could not be read again.
          log.file.unlock()
          throw error
        }
        return
      }
    }
  }

  /// Runs a closure with memory locked.
  @inline(__always)  // on the way of every write
  func inMemory<Result>(_ body: () throws -> Result) rethrows -> Result {
    context.memory.acquireInWriting()
    defer { context.memory.release() }
    return try body()
  }

  /// Looks for the file, locks it if nobody has it, and takes it in if it is as writers leave it.
  @inline(__always)  // as above
  private func prepare(_ options: WriteOptions, _ wait: inout LockWait?) throws -> Preparation {
    let file = try fileForWriting(options)
    guard try !header.isAwaited && file.tryLock() || tryLockInOrder(file, &wait, options.lockTimeout) else {
      return .lock(file)
    }
    do {
      if let status = try FileStatus(path: givenPath), status.identity == file.identity {
        if status.linkCount == 0 { return .name(file) }
        if try status.size <= FileHeader.size && file.isBlank(size: status.size) { return .header(file) }
        return try takeIn(file, size: status.size)
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
    return .otherFile
  }

  /// Waits until a file that seems to have no name has one, or is not at the path any more.
  ///
  /// While a rename puts another file in its place, the path still leads to it for a moment.
  ///
  /// - Throws: An error if it has no name for 100 ms.
  private func awaitName(of file: OpenFile) throws(DefaultsError) {
    var wait = LockWait(limit: .milliseconds(100))
    while let status = try FileStatus(path: givenPath), status.identity == file.identity, status.linkCount == 0 {
      guard let pause = wait.nextPause() else { return try status.checkName(path: path) }
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
        guard error.systemCode == SystemCode.noSuchFile else { throw error.reached(by: givenPath) }
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

  /// Takes in a locked file, and says what is wrong with its end.
  @inline(__always)  // as above
  private func takeIn(_ file: OpenFile, size: Int) throws -> Preparation {
    if let log, log.file === file, size >= log.end, try !log.isDoubtful || confirms(log) {
      try catchUp(log)
    } else {
      try attach(file, .exclusive)
    }
    guard let log else { throw closed }
    lock()
    guard contents.damage.isEmpty else { return .none }
    // The creator of a header may have been killed before it had waited for the disk.
    let isAtEnd = size == log.end && log.pointer.length == log.end && !log.pointer.isSuperseded
    return isAtEnd && (log.hasDurableHeader || facts.failure != nil) ? .none : .end(log, size: size)
  }

  /// Takes in a file whose header was just written.
  private func takeIn(_ file: OpenFile) throws {
    do {
      try attach(file, .exclusive)
      if let log { recordSynchronized(log.pointer, of: log) }
      lock()
    } catch {
      file.unlock()
      throw error
    }
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
