extension StoreEngine {
  /// What was appended to the file and not published yet.
  struct Batch {
    /// Whether the caller waits for the disk.
    var waits = false
    var flags: RecordFlags = []
    /// The ends of the records in the buffer, if there are several.
    var ends: [Int] = []
    /// The sum of the checksums of the records.
    var checksum: UInt64 = 0
    var size = 0
    /// The error of a batch for which there is no space.
    var failure: DefaultsError?
  }

  /// Appends the changes as one batch; call this in the turn, without memory locked.
  func persist(_ changes: [DefaultsChange], _ options: WriteOptions) throws {
    if lockedLog == nil { try context.withLock { try beginWriting(options) } }
    let waits = options.durability == .powerLoss
    if !contents.damage.isEmpty { try context.withLock { try repairIfPossible() } }
    // Before anything is written, because a write that throws must not be stored, and the new file of one that waits is not on
    // the disk before its name is.
    if waits, needsNewFile { try compact() } else { compactIfWorthwhile() }
    guard let log = lockedLog else { throw closed }
    if waits { try synchronizeDirectories() }
    buffer.removeAll(keeping: 64 << 10)
    (batch.waits, batch.checksum) = (waits, 0)
    // With memory locked, because another thread may have waited for the disk, and take in that it has.
    batch.flags = waits && context.withLock { contents.endsWaiting || isSynchronized(log) } ? .waits : []
    if case .some = batch.failure { batch.failure = nil }
    if !batch.ends.isEmpty { batch.ends.removeAll(keepingCapacity: batch.ends.count <= 64) }
    for index in changes.indices {
      var flags = batch.flags
      if index > 0 { flags.insert(.continuesBatch) }
      if index < changes.count - 1 { flags.insert(.moreFollows) }
      try append(changes[index].newValue, forKey: changes[index].key, flags, to: log)
      if changes.count > 1 { batch.ends.append(buffer.count) }
    }
    let length = log.end + buffer.count
    guard length <= CommitPointer.maximumLength else {
      throw DefaultsError.system(operation: "pwrite", path: path, code: SystemCode.fileTooLarge)
    }
    guard header.load() == log.pointer else { throw context.withLock { abandonOverwrittenFile() } }
    batch.size = waits ? preallocatedSize(for: length, in: log) : max(length, log.size)
    do throws(DefaultsError) {
      try buffer.withBytes { (bytes) throws(DefaultsError) in try log.file.write(bytes, at: log.end) }
    } catch {
      context.withLock { rollBack(log, to: log.end) }
      guard error.meansNoSpace, changes.allSatisfy({ $0.newValue == nil }) else { throw error }
      batch.failure = error
    }
  }

  /// The error of a write whose file was compacted and could then not be mapped.
  ///
  /// The next access opens it again. It names the path that was given, because other threads may change the other one now.
  var closed: DefaultsError { .system(operation: "mmap", path: givenPath, code: SystemCode.noMemory) }

  /// Publishes what was appended; call this in the turn, with memory locked.
  ///
  /// - Returns: The part of the file that the caller has to wait for, if it waits for the disk.
  func apply(_ changes: [DefaultsChange]) throws -> Unsynchronized? {
    // Before it is published, so that whoever finds the commit does not take a former value for true. And before anything can
    // fail, because removals succeed without space.
    context.raise(changes)
    if let failure = batch.failure {
      guard removeWithoutSpace(changes) else { throw failure }
      if batch.waits { try synchronizeDirectories() }
      return nil
    }
    guard let log = lockedLog else { throw abandonOverwrittenFile() }
    let pointer = CommitPointer(length: log.end + buffer.count, generation: log.pointer.generation)
    let isPublished: Bool
    do {
      head.pointee.willPublish(pointer.rawValue.littleEndian)
      isPublished = try header.publish(pointer, over: log.pointer, of: log.file)
    } catch {
      // Before the file is unlocked, because another process may publish the same pointer.
      head.pointee.hasNotPublished()
      rollBack(log, to: log.end)
      throw error
    }
    guard isPublished else { throw abandonOverwrittenFile() }
    // A write that does not wait counts at once, so those before it are not rolled back any more.
    log.firstWaiting = batch.waits ? log.firstWaiting ?? log.pointer : nil
    log.end = pointer.length
    log.size = batch.size
    log.pointer = pointer
    // It was held against the file before the write, under the lock.
    if log.isDoubtful { log.stamp = try? FileStamp(of: log.file) }
    contents.checksum &+= batch.checksum
    if changes.count == 1 {
      contents.set(changes[0].newValue, forKey: changes[0].key, recordLength: buffer.count, batch.flags)
    } else {
      var start = 0
      for index in changes.indices {
        let end = batch.ends[index]
        contents.set(changes[index].newValue, forKey: changes[index].key, recordLength: end - start, batch.flags)
        start = end
      }
    }
    head.pointee.see(pointer.rawValue.littleEndian)
    return batch.waits ? Unsynchronized(file: log.file, pointer: log.pointer) : nil
  }

  /// Whether everything in the open file was on the disk.
  private func isSynchronized(_ log: Log) -> Bool {
    facts.synchronized == log.pointer || log.pointer.synchronizedEnd(by: header.synchronized) >= log.end
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

  /// Preallocates space behind the records that are about to be written.
  ///
  /// fdatasync(2) takes half as long again if the file's size has changed. With preallocated space most writes do not
  /// change it.
  ///
  /// - Returns: The size of the file once it has been written up to `length`.
  private func preallocatedSize(for length: Int, in log: Log) -> Int {
    guard length > log.size else { return log.size }
    let step = 16 << 10
    let size = (length / step + 1) * step
    // Beyond its file size limit a process would be ended by a signal.
    guard size <= OpenFile.sizeLimit else { return length }
    let filler = [UInt64](repeating: log.seed.filler.littleEndian, count: (size - length) / 8)
    do {
      try filler.withUnsafeBytes { try log.file.write($0, at: length) }
      return size
    } catch {
      // The write that follows works without preallocated space, or fails itself.
      try? log.file.truncate(to: log.end)
      return length
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

  /// Rolls back what was committed, or written, from an offset on.
  func rollBack(_ log: Log, to end: Int) {
    guard header.hasSalt(log.seed.salt) else {
      _ = abandonOverwrittenFile()
      return
    }
    log.firstWaiting = nil
    if header.load() != log.pointer || end < log.end {
      // Other processes may have read the commit. The new generation makes them read the file again. The pointer is
      // written before the file is cut. Otherwise a kill in between would leave a pointer beyond the end of the file.
      do {
        log.pointer = try takeBack(log, to: end)
        head.pointee.see(log.pointer.rawValue.littleEndian)
      } catch {
        // Memory and file differ now, so the next access reads the whole file again.
        return close()
      }
    }
    log.size = end
    do {
      try log.file.truncate(to: end)
      // As in `recoverTail`. The error may be that of bytes that were written before.
      if facts.failure == nil { try? synchronize(log) }
    } catch {
      // The next writer would keep a whole batch. Zeros in place of the first head make sure that there is none.
      try? log.file.write([UInt8](repeating: 0, count: RecordFormat.headSize), at: end)
      log.hasUncommittedBytes = true
    }
    // What was rolled back is in the contents.
    if end < log.end { close() }
  }
}
