// How a file gets ready for an append: there, locked, known up to its end and free of what killed writers left.
extension StoreEngine {
  /// Locks the file that is at the path, creating it where there is none, and takes in what others wrote.
  func beginWriting() throws {
    while true {
      let file = try fileForWriting()
      try file.lock(.exclusive)
      do {
        if let status = try FileStatus(path: path), status.identity == file.identity {
          try prepare(file, size: status.size)
          isExclusive = true
          return
        }
      } catch {
        file.unlock()
        throw error
      }
      // Deleted or replaced since it was opened. Others may still read it: they learn it from the pointer. Where that
      // fails, they learn it at their own next write.
      if let log, log.file === file { try? file.publish(mappedHeader.load().superseded) }
      file.unlock()
      log = nil
    }
  }

  func endWriting() {
    isExclusive = false
    // A child must not release the lock that it inherited: it is its parent's.
    if let log, log.file.forkCount == ForkCounter.count { log.file.unlock() }
  }

  private func fileForWriting() throws(DefaultsError) -> OpenFile {
    if let file = log?.file, file.isWritable, file.forkCount == ForkCounter.count { return file }
    restartWatcherAfterFork()
    do {
      return try OpenFile(path: path, creating: .ifMissing)
    } catch {
      guard error.systemCode == SystemCode.noSuchFile else { throw error }
      try createDirectories(parentDirectory(of: path))
      return try OpenFile(path: path, creating: .ifMissing)
    }
  }

  /// Creates a directory and those above it that are missing.
  private func createDirectories(_ directory: String) throws(DefaultsError) {
    do {
      guard try createDirectory(directory) else { return }
    } catch {
      guard error.systemCode == SystemCode.noSuchFile, directory != "/" else { throw error }
      try createDirectories(parentDirectory(of: directory))
      try createDirectory(directory)
    }
    directoriesToSynchronize.insert(parentDirectory(of: directory))
  }

  /// Makes the locked file and the memory ready for an append.
  private func prepare(_ file: OpenFile, size: Int) throws {
    var size = size
    if size == 0 {
      try writeHeader(to: file)
      size = FileHeader.size
    }
    if log?.file !== file || size < log?.length ?? 0 {
      try attach(file)
    } else if let log {
      try catchUp(log)
    }
    log?.size = size
    guard let log, contents.damage.isEmpty else { return }
    if try log.hasUncommittedBytes || mappedHeader.load().isSuperseded || size > log.length && log.isBegun {
      try recoverTail(log)
    }
  }

  /// Tidies up after a writer that was killed.
  private func recoverTail(_ log: Log) throws {
    // Whole records behind the committed length are kept: after a loss of power they may be of writes that had returned.
    // The rest is cut.
    let length = try LogScan.endOfWholeBatches(in: log.file, from: log.length, seed: log.seed)
    if log.size > length { try log.file.truncate(to: length) }
    try log.file.publish(CommitPointer(length: length, generation: log.generation))
    try catchUp(log)
    self.log?.size = length
    self.log?.hasUncommittedBytes = false
  }

  private func writeHeader(to file: OpenFile) throws {
    let header = FileHeader(salt: .random(in: .min ... .max))
    do {
      let pointer = CommitPointer(length: FileHeader.size, generation: .random(in: 0..<128))
      try file.write(header.bytes(pointer: pointer), at: 0)
    } catch {
      // An empty file is as good as none.
      try? file.truncate(to: 0)
      throw error
    }
  }
}
