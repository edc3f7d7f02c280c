#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
      // Deleted or replaced since it was opened. Others may still read it: they learn it from the word. Where that
      // fails, they learn it at their own next write.
      if let log, log.file === file { try? file.publish(page.load().superseded) }
      file.unlock()
      log = nil
    }
  }

  func endWriting() {
    isExclusive = false
    // A child must not release the lock that it inherited: it is its parent's.
    if let log, log.file.forkCount == ForkCounter.count { log.file.unlock() }
  }

  /// Appends the changes as one batch, and publishes it.
  func commit(_ changes: [DefaultsChange], durability: FileStore.Durability) throws {
    // A child that was forked off inside of an exclusive access has to get its own.
    if log.map({ $0.file.forkCount != ForkCounter.count }) ?? true { try beginWriting() }
    if !contents.damage.isEmpty { try repair() }
    guard let log else { return }
    defer { if buffer.capacity > 64 << 10 { buffer = [] } else { buffer.removeAll(keepingCapacity: true) } }
    var ends: [Int] = []
    for (index, change) in changes.enumerated() {
      try append(change, moreFollows: index < changes.count - 1, to: log)
      if changes.count > 1 { ends.append(buffer.count) }
    }
    let length = log.length + buffer.count
    guard length <= CommittedWord.maximumLength else {
      throw DefaultsError.system(operation: "write", path: path, code: EFBIG)
    }
    let word = CommittedWord(length: length, generation: log.generation)
    let size = durability == .powerLoss ? sizeWithRoom(for: length, in: log) : max(length, log.size)
    do {
      try log.file.write(buffer, at: log.length)
      try page.publish(word, of: log.file)
      if durability == .powerLoss { try synchronize(log.file) }
    } catch {
      takeBack(log)
      throw error
    }
    if durability == .powerLoss { synchronizedWord = word }
    self.log?.length = length
    self.log?.size = size
    seenWord = word
    if changes.count == 1 {
      contents.set(changes[0].newValue, forKey: changes[0].key, recordLength: buffer.count)
    } else {
      var start = 0
      for (change, end) in zip(changes, ends) {
        contents.set(change.newValue, forKey: change.key, recordLength: end - start)
        start = end
      }
    }
    rewriteIfWorthwhile()
  }

  /// Waits until everything committed so far would survive a loss of power.
  func synchronize() throws {
    let pending = try context.withLock { () -> (LogFile, CommittedWord)? in
      try refreshLookingAtPath()
      let word = seenWord
      guard let log, word != synchronizedWord || !directoriesToSynchronize.isEmpty else { return nil }
      return (log.file, word)
    }
    guard let (file, word) = pending else { return }
    // Outside the lock: readers need not wait for the disk.
    try file.synchronize()
    try context.withLock {
      synchronizationCount += 1
      try synchronizeDirectories()
      synchronizedWord = word
    }
  }

  private func synchronize(_ file: LogFile) throws(DefaultsError) {
    try file.synchronize()
    synchronizationCount += 1
    try synchronizeDirectories()
  }

  func synchronizeDirectories() throws(DefaultsError) {
    for directory in directoriesToSynchronize { try synchronizeDirectory(directory) }
    directoriesToSynchronize = []
  }

  private func append(_ change: DefaultsChange, moreFollows: Bool, to log: Log) throws {
    do {
      try RecordFormat.append(
        key: change.key,
        value: change.newValue,
        moreFollows: moreFollows,
        at: log.length + buffer.count,
        seed: log.seed,
        to: &buffer
      )
    } catch {
      let reason =
        switch error {
        case .tooDeep: "it nests deeper than \(ValueFormat.maximumDepth) levels"
        case .tooLarge: "with its key it takes more than \(RecordFormat.maximumPayload >> 20) MiB"
        }
      throw DefaultsError.notEncodable(type: "the value for \(change.key.debugDescription)", reason: reason)
    }
  }

  /// Lets the file grow ahead of what it is to hold.
  ///
  /// Whoever waits for the disk waits for the file's size too, where that has changed: fdatasync(2) takes half as long
  /// again. What is ahead takes no space on the disk until it is written.
  ///
  /// - Returns: The file's size when it holds `length` bytes.
  private func sizeWithRoom(for length: Int, in log: Log) -> Int {
    guard length > log.size else { return log.size }
    let step = 16 << 10
    let size = (length / step + 1) * step
    // Where this fails the write does without, or fails by itself.
    return (try? log.file.truncate(to: size)) == nil ? length : size
  }

  /// Undoes a commit that failed midway.
  private func takeBack(_ log: Log) {
    // The bytes may stay when even this fails: nothing reads them, and the next write covers them.
    try? log.file.truncate(to: log.length)
    self.log?.size = log.length
    guard page.load() != seenWord else { return }
    // Others may have read what was published; another generation tells them to forget it.
    let word = CommittedWord(length: log.length, generation: log.generation &+ 1)
    do {
      try log.file.publish(word)
      self.log?.generation = word.generation
      seenWord = word
    } catch {
      // Memory and file disagree: the next access reads the file anew.
      self.log = nil
      seenWord = .absent
    }
  }

  private func fileForWriting() throws(DefaultsError) -> LogFile {
    if let file = log?.file, file.isWritable, file.forkCount == ForkCounter.count { return file }
    restartWatcherAfterFork()
    do {
      return try LogFile(path: path, creating: .ifMissing)
    } catch {
      guard error.systemCode == ENOENT else { throw error }
      try createDirectory(parentDirectory(of: path))
      return try LogFile(path: path, creating: .ifMissing)
    }
  }

  private func createDirectory(_ directory: String) throws(DefaultsError) {
    do {
      try systemCall("create", directory) { mkdir(directory, 0o700) }
    } catch {
      if error.systemCode == EEXIST { return }
      guard error.systemCode == ENOENT, directory != "/" else { throw error }
      try createDirectory(parentDirectory(of: directory))
      try systemCall("create", directory) { mkdir(directory, 0o700) }
    }
    directoriesToSynchronize.insert(parentDirectory(of: directory))
  }

  /// Makes the locked file and the memory ready for an append.
  private func prepare(_ file: LogFile, size: Int) throws {
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
    // A record begins with its length, which is not 0: what a killed writer began shows in the room's first bytes.
    let start = log.length..<min(log.length + RecordFormat.alignment, size)
    let isBegun = try LogScan.hasBytes(in: log.file, range: start)
    if isBegun || log.hasLeftovers || page.load().isSuperseded { try settle(log) }
  }

  /// Tidies up after a writer that was killed.
  private func settle(_ log: Log) throws {
    // Whole records behind the committed length are kept: after a loss of power they may be of writes that had returned.
    // The rest is cut.
    let length = try LogScan.endOfWholeBatches(in: log.file, from: log.length, seed: log.seed)
    if log.size > length { try log.file.truncate(to: length) }
    try log.file.publish(CommittedWord(length: length, generation: log.generation))
    try catchUp(log)
    self.log?.size = length
    self.log?.hasLeftovers = false
  }

  private func writeHeader(to file: LogFile) throws {
    let header = FileHeader(salt: .random(in: .min ... .max))
    do {
      let word = CommittedWord(length: FileHeader.size, generation: .random(in: 0..<128))
      try file.write(header.bytes(word: word), at: 0)
    } catch {
      // An empty file is as good as none.
      try? file.truncate(to: 0)
      throw error
    }
  }
}

extension CommittedWord {
  var superseded: CommittedWord { CommittedWord(length: length, generation: generation, isSuperseded: true) }
}
