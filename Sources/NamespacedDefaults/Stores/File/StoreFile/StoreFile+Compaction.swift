extension StoreFile {
  /// Compacts the file whatever its size; called inside exclusive access.
  func compactNow() throws {
    try compact()
    try synchronizeDirectories()
  }

  /// Compacts the locked file as it is now, which removes damage, of which a copy is quarantined first.
  ///
  /// - Parameter changes: Removals that the new file commits.
  /// - Throws: An error if there is no new file.
  func compact(removing changes: [DefaultsChange] = []) throws {
    // Also if that cannot be found out, so that a file which cannot be read is let go.
    if (try? isAsInMemory) != true { try context.withLock(readAgain) }
    guard let log, !contents.damage.isEmpty else { return try replaceFile(removing: changes) }
    let copy = try quarantine(log.file)
    do {
      // Otherwise a loss of power could take the name of the copy and not the new file.
      try synchronizeDirectory(parentDirectory(of: path))
      try replaceFile(removing: changes)
    } catch {
      removeFile(copy)
      throw error
    }
  }

  /// Reads the locked file again, because another program may have copied something over it unnoticed.
  func readAgain() throws {
    // After a failed synchronization the system may have dropped what only the memory has then.
    guard let log = lockedLog, facts.failure == nil else { return }
    do {
      try attach(log.file, .exclusive)
      lock()
    } catch {
      log.file.unlock()
      throw error
    }
  }

  /// Whether the locked file is what this process has read and written; call this with the write lock, without memory locked.
  private var isAsInMemory: Bool {
    get throws {
      let synchronized = header.synchronized
      guard let log = lockedLog, contents.isSound, !log.isDoubtful, header.load() == log.pointer,
        synchronized.isValid || synchronized == .absent,
        try log.file.readHeader() == .header(FileHeader(salt: log.seed.salt), isDamaged: false)
      else { return false }
      return try LogScan.checksum(of: log.file, in: FileHeader.size..<log.end, seed: log.seed) == contents.checksum
    }
  }

  /// Writes the live values to a new file, which then replaces the old one.
  ///
  /// Call this with the file locked. A kill at any moment leaves one of the two files at the path, and it is whole. The
  /// new file is on the disk before it is renamed.
  ///
  /// The old file gets the superseded flag before the rename. If the flag came later, a kill could prevent it, and
  /// other processes would read the old file for ever. A flag without a rename does no harm. Readers that find it look
  /// at the path again, and the next writer clears it.
  private func replaceFile(removing changes: [DefaultsChange]) throws {
    guard let old = lockedLog else { throw closed }
    let oldPointer = header.load()
    // Removals are committed with the file.
    var values = contents
    for change in changes { values.set(nil, forKey: change.key, recordLength: 0) }
    do {
      try replace(old, by: values, removing: changes, insteadOf: oldPointer)
    } catch {
      guard values.entries.isEmpty, lockedLog === old else { throw error }
      return try emptyInPlace(removing: changes)
    }
    // If this fails, the next synchronization tries again.
    try? synchronizeDirectories()
  }

  private func replace(
    _ old: Log,
    by values: LogContents,
    removing changes: [DefaultsChange],
    insteadOf oldPointer: CommitPointer
  ) throws {
    let temporary = try OpenFile.createLocked(path: Self.newPath(besides: path, salt: old.seed.salt), owners)
    do {
      try temporary.adopt(old.file)
      guard try temporary.canReplace(old.file) else { throw DefaultsError.irreplaceableFile(path: path) }
      let newHeader = FileHeader(salt: .random(in: .min ... .max))
      let (pointer, checksum) = try write(values, newHeader, to: temporary, generation: old.pointer.generation &+ 1)
      // On Darwin a barrier (F_BARRIERFSYNC) would be enough for the order of this and the rename, but not for what follows:
      // the new file counts as one that is on the disk, and the next synchronization does not wait for it again.
      try temporary.synchronize()
      try context.withLock {
        try rename(temporary, over: old, insteadOf: oldPointer)
        take(temporary, newHeader, pointer, checksum: checksum, removing: changes)
      }
    } catch {
      // The new file is still locked, so no other process has removed it and created one of that name.
      if log != nil { removeFile(temporary.path) }
      throw error
    }
  }

  private func rename(_ temporary: OpenFile, over old: Log, insteadOf oldPointer: CommitPointer) throws {
    // What another program has copied over the file meanwhile must not be replaced.
    guard header.load() == oldPointer else { throw DefaultsError.overwrittenFile(path: path) }
    // A wrong length must not get a good check, which a kill before the rename would leave.
    let length = oldPointer.isValid ? oldPointer.length : contents.end
    try old.file.publish(CommitPointer(length: length, generation: oldPointer.generation, isSuperseded: true))
    do {
      try renameFile(temporary.path, to: path)
    } catch {
      try? old.file.publish(oldPointer)
      throw error
    }
  }

  /// Returns the path of the file that a compaction of a file writes.
  ///
  /// The salt in its name makes it the name of this file's compaction. A file of that name is what a killed compaction has
  /// left, and never another store.
  static func newPath(besides path: String, salt: UInt64) -> String {
    siblingPath(of: path, suffix: ".new-" + String(salt, radix: 16))
  }

  /// Goes on with a file that was just written, and holds the contents in memory but for what was removed; call this with
  /// memory locked.
  func take(
    _ file: OpenFile,
    _ newHeader: FileHeader,
    _ pointer: CommitPointer,
    checksum: UInt64 = 0,
    removing changes: [DefaultsChange]
  ) {
    if !changes.isEmpty { context.raise(changes) }
    for change in changes { contents.set(nil, forKey: change.key, recordLength: 0) }
    contents.forgetDamage()
    contents.checksum = checksum
    // If this fails, the next access opens the new file.
    guard (try? header.show(file)) != nil else { return close() }
    let seed = RecordSeed(salt: newHeader.salt)
    let old = self.log?.file
    let log = Log(file, seed, pointer: pointer, end: pointer.length)
    replace(by: log)
    // What the system may have dropped is not in a new file.
    if file !== old { facts.failure = nil }
    recordSynchronized(pointer, of: log)
  }

  /// Writes the header, all live values, and then the commit pointer.
  ///
  /// The values are on the disk before any program opens the file, so the synchronized pointer says so.
  private func write(_ values: LogContents, _ header: FileHeader, to file: OpenFile, generation: UInt8) throws -> (
    CommitPointer, UInt64
  ) {
    let seed = RecordSeed(salt: header.salt)
    let beginning = header.bytes(pointer: CommitPointer(length: FileHeader.size, generation: generation))
    var bytes = ByteBuffer()
    beginning.withUnsafeBytes { bytes.append($0) }
    var (offset, checksum) = (0, UInt64(0))
    func flush() throws(DefaultsError) {
      try bytes.withBytes { (bytes) throws(DefaultsError) in try file.write(bytes, at: offset) }
      offset += bytes.count
      bytes.removeAll(from: 0)
    }
    for (key, entry) in values.entries {
      let start = offset + bytes.count
      // As a batch of its own.
      let added = try RecordFormat.append(key: key, kind: 1, at: start, seed: seed, to: &bytes) {
        entry.compactValue.append(to: &$0)
      }
      checksum &+= UInt64(added)
      if bytes.count >= 256 << 10 { try flush() }
    }
    try flush()
    let pointer = CommitPointer(length: offset, generation: generation)
    try file.publish(pointer, synchronized: pointer)
    return (pointer, checksum)
  }
}

extension DefaultsError {
  fileprivate static func irreplaceableFile(path: String) -> Self {
    let reason = "it belongs to another user or group, or has several names"
    return Self(.failedSystemCall, "no other file can take the place of \(path): \(reason)", path: path)
  }
}

extension OpenFile {
  /// Creates and locks a file that no other process uses.
  ///
  /// An existing file that nobody has locked is assumed to be left by a process that has ended, and is removed.
  ///
  /// - Throws: `EEXIST` if another process uses the file, or the errors of ``helper(_:for:_:)``.
  static func createLocked(path: String, _ owners: FileOwners) throws(DefaultsError) -> OpenFile {
    let file: OpenFile
    do {
      file = try OpenFile(path: path, for: .creating)
    } catch {
      guard error.systemCode == SystemCode.fileExists else { throw error }
      if let left = try helper(path, for: .reading, owners) {
        guard try left.tryLock(), try left.isAtPath else { throw error }
        removeFile(path)
      }
      file = try OpenFile(path: path, for: .creating)
    }
    // Before the file was locked, another process may have removed it as one that was left.
    guard try file.tryLock(), try file.isAtPath else {
      throw .system(operation: "flock", path: path, code: SystemCode.fileExists)
    }
    return file
  }
}
