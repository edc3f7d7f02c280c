extension StoreFile {
  /// What was appended to the file and not published yet.
  struct Batch {
    /// Whether the caller waits for the disk.
    var waits = false
    /// Whether the changes are committed already, because there is no space for their records.
    var isCommitted = false
    /// The ends of the records in the buffer, if there are several.
    var ends: [Int] = []
    /// The sum of the checksums of the records.
    var checksum: UInt64 = 0
  }

  /// Appends the changes as one batch, and waits for the disk if the caller does; call this with the write lock, without memory
  /// locked.
  func persist(_ changes: [DefaultsChange], _ options: WriteOptions) throws {
    if lockedLog == nil { try beginWriting(options) }
    let waits = options.durability == .powerLoss
    if !contents.damage.isEmpty { try repairIfPossible() }
    // Before anything is written, because a write that throws must not be stored, and the new file of one that waits is not on
    // the disk before its name is.
    if waits, needsNewFile { try compact() } else { compactIfWorthwhile() }
    guard let log = lockedLog else { throw closed }
    if waits { try synchronizeDirectories() }
    batch.waits = waits
    if batch.isCommitted { batch.isCommitted = false }
    do {
      try append(changes, to: log)
    } catch let error as DefaultsError where error.meansNoSpace {
      try freeSpace(for: changes, after: error)
    }
  }

  /// Appends the changes; if it throws, nothing of them can be read.
  @inline(__always)  // twice, and once of them on the way of every write
  func append(_ changes: [DefaultsChange], to log: Log) throws {
    buffer.removeAll(keeping: 64 << 10)
    batch.checksum = 0
    if !batch.ends.isEmpty { batch.ends.removeAll(keepingCapacity: batch.ends.count <= 64) }
    for index in changes.indices {
      var flags: RecordFlags = []
      if index > 0 { flags.insert(.continuesBatch) }
      if index < changes.count - 1 { flags.insert(.moreFollows) }
      try append(changes[index].newValue, forKey: changes[index].key, flags, to: log)
      if changes.count > 1 { batch.ends.append(buffer.count) }
    }
    guard log.end + buffer.count <= CommitPointer.maximumLength else {
      throw DefaultsError.system(operation: "pwrite", path: path, code: SystemCode.fileTooLarge)
    }
    guard header.load() == log.pointer else { throw context.withLock { abandonOverwrittenFile() } }
    do throws(DefaultsError) {
      try buffer.withBytes { (bytes) throws(DefaultsError) in try log.file.write(bytes, at: log.end) }
      // Before it is published, so that no reader sees what a loss of power could take.
      if batch.waits { try recordingFailure(of: log.file) { () throws(DefaultsError) in try log.file.synchronize() } }
    } catch {
      context.withLock { rollBack(log) }
      throw error
    }
  }

  /// The error of a write whose file was compacted and could then not be mapped.
  ///
  /// The next access opens it again. It names the path that was given, because other threads may change the other one now.
  var closed: DefaultsError { .system(operation: "mmap", path: givenPath, code: SystemCode.noMemory) }

  /// Publishes what was appended; call this with the write lock and memory locked.
  func apply(_ changes: [DefaultsChange]) throws {
    if batch.isCommitted { return }
    // Before it is published, so that whoever finds the commit does not take a former value for true.
    context.raise(changes)
    guard let log = lockedLog else { throw abandonOverwrittenFile() }
    let pointer = CommitPointer(length: log.end + buffer.count, generation: log.pointer.generation)
    let isPublished: Bool
    do {
      head.pointee.willPublish(pointer.rawValue.littleEndian)
      isPublished = try header.publish(pointer, over: log.pointer, of: log.file)
    } catch {
      // Before the file is unlocked, because another process may publish the same pointer.
      head.pointee.hasNotPublished()
      rollBack(log)
      throw error
    }
    guard isPublished else { throw abandonOverwrittenFile() }
    log.end = pointer.length
    log.pointer = pointer
    // It was held against the file before the write, under the lock.
    if log.isDoubtful { log.stamp = try? FileStamp(of: log.file) }
    contents.checksum &+= batch.checksum
    if changes.count == 1 {
      contents.set(changes[0].newValue, forKey: changes[0].key, recordLength: buffer.count)
    } else {
      var start = 0
      for index in changes.indices {
        let end = batch.ends[index]
        contents.set(changes[index].newValue, forKey: changes[index].key, recordLength: end - start)
        start = end
      }
    }
    head.pointee.see(pointer.rawValue.littleEndian)
    if batch.waits { recordSynchronized(pointer, of: log) }
  }

  private func append(
    _ value: PropertyListValue?,
    forKey name: String,
    _ flags: RecordFlags,
    to log: Log
  ) throws {
    do {
      let checksum = try RecordFormat.append(
        key: name,
        value: value,
        flags: flags,
        at: log.end + buffer.count,
        seed: log.seed,
        to: &buffer
      )
      batch.checksum &+= UInt64(checksum)
    } catch {
      let reason =
        switch error {
        case .tooDeep: "it nests deeper than \(ValueFormat.maximumDepth) levels"
        case .tooLarge: "with its key it takes more than \(RecordFormat.maximumPayload >> 20) MiB"
        }
      throw DefaultsError.notEncodable(type: "the value for \(name.debugDescription)", reason: reason)
    }
  }

  /// Closes a file that another program has truncated or overwritten during a write.
  ///
  /// - Returns: The error of that write.
  private func abandonOverwrittenFile() -> DefaultsError {
    // A file that was emptied has got a record now, and no header. It is empty again, and not taken for a foreign file.
    if let file = log?.file, (try? file.isBlank(size: FileHeader.size)) == true { try? file.truncate(to: 0) }
    close()
    return .overwrittenFile(path: path)
  }

  /// Publishes a smaller length, in another generation, so that no reader confuses it with a later one.
  ///
  /// What was on the disk before still is. So the synchronized pointer is written anew in that generation.
  func takeBack(_ log: Log, to length: Int) throws -> CommitPointer {
    let generation = log.pointer.generation &+ 1
    let former = header.synchronized
    let end = min(log.pointer.synchronizedEnd(by: former), length)
    let pointer = CommitPointer(length: length, generation: generation)
    let synchronized = former.isValid ? CommitPointer(length: end, generation: generation) : .absent
    try log.file.publish(pointer, synchronized: synchronized)
    return pointer
  }

  /// Makes what was appended unreadable, which must be before the file is unlocked; call this with memory locked.
  ///
  /// ``endWriting()`` waits until it is so on the disk.
  private func rollBack(_ log: Log) {
    guard header.hasSalt(log.seed.salt) else {
      _ = abandonOverwrittenFile()
      return
    }
    if header.load() != log.pointer {
      // Other processes may have read the commit. The new generation makes them read the file again. The pointer is
      // written before the file is cut. Otherwise a kill in between would leave a pointer beyond the end of the file.
      do {
        log.pointer = try takeBack(log, to: log.end)
        head.pointee.see(log.pointer.rawValue.littleEndian)
      } catch {
        // Memory and file differ now, so the next access reads the whole file again.
        return close()
      }
    }
    isRolledBack = true
    do {
      try log.file.truncate(to: log.end)
    } catch {
      // The next writer would keep a whole batch. Zeros in place of the first head make sure that there is none.
      try? log.file.write([UInt8](repeating: 0, count: RecordFormat.headSize), at: log.end)
    }
  }

  /// Unlocks the file after a write; call this with the write lock, without memory locked.
  func endWriting() {
    if isRolledBack {
      isRolledBack = false
      // Otherwise sectors of the record could come back after a loss of power, between those of the next one. The error may
      // be that of bytes that were written before.
      if let log = lockedLog, facts.failure == nil { try? synchronize(log) }
    }
    unlock()
  }
}

extension StoreFile {
  /// The size in bytes up to which a file is not compacted, because a compaction waits for the disk.
  static let minimumCompactionSize = 256 << 10

  /// Compacts the file if it is large and has more dead bytes than live ones.
  ///
  /// This keeps the cost per write constant. A failure does not affect the write that was committed before. The
  /// compaction is tried again when the file has doubled in size.
  func compactIfWorthwhile() {
    guard let log, contents.damage.isEmpty,
      log.end > max(Self.minimumCompactionSize, facts.nextCompactionSize),
      log.end - FileHeader.size > 2 * contents.liveSize
    else { return }
    let former = facts.nextCompactionSize
    var next = 0
    do {
      try compact()
    } catch {
      // Once, and not each time that the file has doubled in size.
      if former == 0 { DefaultsProblem(.failedCompaction, error: error).report() }
      next = log.end * 2
    }
    // With memory locked, because the file may not be locked any more.
    context.withLock { facts.nextCompactionSize = next }
  }
}
