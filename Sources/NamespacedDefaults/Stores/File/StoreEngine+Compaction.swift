extension StoreEngine {
  /// A file is left as it is up to this size, for a rewrite waits for the disk.
  static let minimumCompactionSize = 256 << 10

  /// Compacts the file when most of it is dead: after as many bytes again as are live, so the cost per write is constant.
  ///
  /// A failure is no concern of the write that was committed before; it is tried again when the file has doubled.
  func compactIfWorthwhile() {
    guard let log, log.length > max(Self.minimumCompactionSize, nextCompactionSize),
      log.length - FileHeader.size > 2 * contents.liveSize
    else { return }
    do {
      try compact()
      nextCompactionSize = 0
    } catch {
      nextCompactionSize = log.length * 2
    }
  }

  /// Puts a damaged file aside and a sound one in its place.
  func repair() throws {
    guard let log else { return }
    let copy = try quarantine(log.file)
    do {
      try compact()
    } catch {
      removeFile(copy)
      throw error
    }
  }

  /// Writes what is live into a new file, which takes the old one's place; called with the file locked.
  ///
  /// A kill at any moment leaves one of the two at the path, whole: the new one is on the disk before it gets the name.
  /// The old one is marked before that, for a mark that came after might never come, and others would read it for ever.
  /// Where the mark has come and the name has not, it does no harm: those who see it look at the path, and the next
  /// writer takes it away.
  private func compact() throws {
    guard let old = log else { return }
    let temporary = try OpenFile.createLocked(path: path + ".new")
    do {
      try adoptOwner(of: old.file, for: temporary)
      let header = FileHeader(salt: .random(in: .min ... .max))
      let pointer = try write(header, to: temporary, generation: old.generation &+ 1)
      try temporary.synchronize()
      let oldPointer = mappedHeader.load()
      try old.file.publish(oldPointer.superseded)
      do {
        try renameFile(temporary.path, to: path)
      } catch {
        try? old.file.publish(oldPointer)
        throw error
      }
      take(temporary, header, pointer)
    } catch {
      // It is still locked, so nobody else has taken its name.
      if log != nil { removeFile(temporary.path) }
      throw error
    }
  }

  private func take(_ file: OpenFile, _ header: FileHeader, _ pointer: CommitPointer) {
    contents.forgetDamage()
    log = nil
    seenPointer = .absent
    // Where this fails the next access opens the new file again.
    guard (try? mappedHeader.show(file)) != nil else { return }
    log = Log(
      file: file,
      seed: RecordSeed(salt: header.salt),
      length: pointer.length,
      size: pointer.length,
      hasUncommittedBytes: false,
      generation: pointer.generation
    )
    seenPointer = pointer
    directoriesToSynchronize.insert(parentDirectory(of: path))
    synchronizedPointer = pointer
    // A directory that cannot be synchronized now stays on the list for the next call that has to.
    try? synchronizeDirectories()
  }

  /// Writes all live values and then the commit pointer.
  private func write(_ header: FileHeader, to file: OpenFile, generation: UInt8) throws -> CommitPointer {
    let seed = RecordSeed(salt: header.salt)
    var bytes = header.bytes(pointer: CommitPointer(length: FileHeader.size, generation: generation))
    var offset = 0
    for (key, entry) in contents.entries {
      let start = offset + bytes.count
      try RecordFormat.append(key: key, value: entry.value, moreFollows: false, at: start, seed: seed, to: &bytes)
      guard bytes.count >= 256 << 10 else { continue }
      try file.write(bytes, at: offset)
      offset += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    try file.write(bytes, at: offset)
    let pointer = CommitPointer(length: offset + bytes.count, generation: generation)
    try file.publish(pointer)
    return pointer
  }

  /// Gives a new file the permissions and the owner of the one whose place it takes.
  private func adoptOwner(of old: OpenFile, for new: OpenFile) throws(DefaultsError) {
    let (oldStatus, newStatus) = (try old.status(), try new.status())
    if (oldStatus.owner, oldStatus.group) != (newStatus.owner, newStatus.group) {
      try new.setOwner(oldStatus.owner, group: oldStatus.group)
    }
    if oldStatus.permissions != newStatus.permissions {
      try new.setPermissions(oldStatus.permissions)
    }
  }
}

extension OpenFile {
  /// Creates and locks a file that no other process uses.
  ///
  /// A file that is there already and that nobody has locked was left by a process that is gone.
  ///
  /// - Throws: `EEXIST` when another process is using it.
  static func createLocked(path: String) throws(DefaultsError) -> OpenFile {
    let file: OpenFile
    do {
      file = try OpenFile(path: path, creating: .exclusively)
    } catch {
      guard error.systemCode == SystemCode.fileExists else { throw error }
      let left = try OpenFile(path: path, creating: .never)
      guard left.tryLock(), try FileStatus(path: path)?.identity == left.identity else { throw error }
      removeFile(path)
      file = try OpenFile(path: path, creating: .exclusively)
    }
    // Between creation and lock another process may have taken it for one that was left.
    guard file.tryLock(), try FileStatus(path: path)?.identity == file.identity else {
      throw .system(operation: "flock", path: path, code: SystemCode.fileExists)
    }
    return file
  }
}
