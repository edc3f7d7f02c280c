import NamespacedDefaults

// Locking, and replacing the file.
extension JSONEngine {
  /// The time for which a write waits for a program that has the file open for writing, and may keep it so for ever.
  private static let patience = Duration.seconds(1)

  /// Locks the file against other processes with this library, and reads what others have written.
  func beginWriting(_ options: WriteOptions) throws {
    let target = try canonicalPath(absolute: path, owners: owners).path
    // Who may write the directory could replace a file that nobody is to write.
    try checkWritable(target)
    // A directory that has gone may have moved, and nobody would find what is written into another one.
    if !hasFoundDirectory { try createDirectories(parentDirectory(of: target), options.permissions) }
    hasFoundDirectory = true
    let file = try lockedFile(besides: target, options)
    lock = file
    do {
      try clear(hiddenPath(of: target, suffix: ".new"), beside: target, file)
    } catch {
      endWriting()
      throw error
    }
    awaitSaving()
    // What this process has in memory now is what the file has, until the lock is released.
    guard let failure else { return }
    endWriting()
    throw failure
  }

  func endWriting() {
    if let lock, !lock.isInherited { lock.unlock() }
    lock = nil
  }

  /// Returns the locked file by which processes take turns.
  ///
  /// It cannot be the JSON file itself, because an editor may put another one in its place at any time.
  private func lockedFile(besides target: String, _ options: WriteOptions) throws -> OpenFile {
    let lockPath = hiddenPath(of: target, suffix: ".lock")
    var wait = LockWait(limit: options.lockTimeout)
    while true {
      let file = try openOrCreate(lockPath, besides: target, options.permissions)
      try file.checkOwner(owners)
      // Who waits makes the file longer, which shows without a call of the system; see `LockQueue`.
      let isAwaited = file.openedSize > JSONIntent.recordSize
      if try !isAwaited && file.tryLock() || queue.tryLock(file, &wait) {
        // Someone may have removed the file after it was opened.
        guard try FileStamp(path: lockPath)?.isSameFile(as: FileStamp(of: file)) == true else { continue }
        if isAwaited, queue.isEmpty { try? file.truncate(to: JSONIntent.recordSize) }
        return file
      }
      if wait.isNew, let other = JSONFile.pathLockedByCurrentThread(lockPath, besides: path) {
        throw DefaultsError.lockedByThisThread(path: path, otherPath: other)
      }
      guard let pause = wait.nextPause() else { throw file.lockTimeout(options.lockTimeout) }
      context.pause(pause.pass)
    }
  }

  /// Opens the lock, or creates one that belongs to whom the file belongs, so that whoever may write one may lock the other.
  private func openOrCreate(
    _ path: String,
    besides target: String,
    _ permissions: FilePermissions
  ) throws(DefaultsError) -> OpenFile {
    while true {
      do throws(DefaultsError) {
        return try OpenFile(path: path, for: .reading)
      } catch {
        guard error.meansNoFile else { throw error }
      }
      do throws(DefaultsError) {
        let file = try OpenFile(path: path, for: .creating)
        if let owner = try openedIfPresent(target) {
          try file.adopt(owner)
        } else {
          try file.setPermissions(permissions)
        }
        return file
      } catch {
        // Another process has come first.
        guard error.meansExistingFile else { throw error }
      }
    }
  }

  /// Writes the changes into the text as it is now, and the file anew; call this in the turn, without memory locked.
  func persist(_ changes: [DefaultsChange], _ options: WriteOptions) throws {
    var wait = LockWait(limit: Self.patience)
    while true {
      let new = try JSONEditor.contents(contents, applying: changes, path: path)
      // The text of a value may stay as it is: data that were an object of JSON are one already.
      guard new.bytes != contents.bytes else { return written = nil }
      let pause = wait.nextPause()
      if let stamp = try replaceFile(by: new.bytes, options, isPatient: pause != nil) { return written = (new, stamp) }
      // Another program saves the file.
      pause?.pass()
      context.withLock(awaitSaving)
      if let failure { throw failure }
      guard pause != nil, changes.allSatisfy({ contents.value(forKey: $0.key) == $0.oldValue }) else {
        throw DefaultsError.overwrittenFile(path: path)
      }
    }
  }

  /// Replaces the file by one with other content, unless it is no longer as it was read.
  ///
  /// The new file is on the disk before it has the name, so that a loss of power leaves one of the two, and it is whole.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - options: The options of the store.
  ///   - isPatient: Whether to leave a file alone that another program has open for writing.
  /// - Returns: The stamp of the new file; `nil` if another program has changed the file meanwhile, and nothing was written.
  /// - Throws: The error of a call of the system; the old file is still in place then.
  private func replaceFile(by bytes: [UInt8], _ options: WriteOptions, isPatient: Bool) throws -> FileStamp? {
    let target = try canonicalPath(absolute: path, owners: owners).path
    let directory = parentDirectory(of: target)
    let newPath = hiddenPath(of: target, suffix: ".new")
    // A link elsewhere is another file, for which this process does not have the lock.
    guard let lock, lock.path == hiddenPath(of: target, suffix: ".lock") else { return nil }
    // What a killed process has left was cleared; nobody else writes it while this one has the lock.
    let new = try OpenFile(path: newPath, for: .creating)
    do {
      let old = try stamp.map { _ in try OpenFile(path: target, for: .readingOnly) }
      if let old { try new.adopt(old) } else { try new.setPermissions(options.permissions) }
      let isInPlace = try old.map { try !new.canReplace($0) } ?? false
      record(JSONIntent(old: contents.bytes, new: bytes, isInPlace: isInPlace), in: lock)
      try new.write(bytes, at: 0)
      try new.synchronize()
      guard try FileStamp(path: target) == stamp else {
        removeFile(newPath)
        return nil
      }
      if isInPlace {
        let stamp = try overwrite(target, by: bytes, insteadOf: contents.bytes)
        removeFile(newPath)
        return stamp
      }
      guard try put(new, in: target, insteadOf: old, isPatient: isPatient) else {
        removeFile(newPath)
        return nil
      }
    } catch {
      // An exchange may have been made, and not taken back.
      try? clear(newPath, beside: target, lock)
      guard let error = error as? DefaultsError, error.meansNoFile || error.meansExistingFile else { throw error }
      return nil
    }
    removeFile(newPath)
    if options.durability == .powerLoss { try synchronizeDirectory(directory) }
    return try FileStamp(of: new)
  }

  /// Gives a new file the name of the old one, which gets the name of the new one.
  ///
  /// - Returns: Whether it has it. If not, what another program has saved last has it.
  private func put(_ new: OpenFile, in target: String, insteadOf old: OpenFile?, isPatient: Bool) throws -> Bool {
    guard let old else {
      if try !renameFileWithoutReplacing(new.path, to: target) { try renameFile(new.path, to: target) }
      return true
    }
    guard try exchangeFiles(new.path, target) else {
      // Without an exchange, a save after the look above is lost.
      try renameFile(new.path, to: target)
      return true
    }
    // Who has it open may write it still. Nobody can open it any more, so this is asked before its content is.
    if try FileStamp(path: new.path)?.isSameFile(as: FileStamp(of: old)) == true, !(isPatient && old.isOpenForWriting),
      try old.readAll(size: FileStamp(of: old).size) == contents.bytes
    {
      return true
    }
    // Put back what another program has saved. What comes out must be what was put in, or it was saved after that.
    var placed = try FileStamp(of: new)
    while let taken = try FileStamp(path: new.path), try exchangeFiles(new.path, target) {
      if try FileStamp(path: new.path)?.isSameFile(as: placed) == true { break }
      placed = taken
    }
    return false
  }

  /// Reads the file, and waits until its name is on the disk; its content is.
  func synchronize() throws {
    if lock == nil { awaitSaving() }
    if let failure { throw failure }
    guard stamp != nil else { return }
    try synchronizeDirectory(parentDirectory(of: canonicalPath(absolute: path, owners: owners).path))
  }
}

/// Returns the path of a hidden file beside another one.
func hiddenPath(of path: String, suffix: String) -> String {
  let directory = parentDirectory(of: path)
  let name = path.split(separator: "/").last ?? ""
  return siblingPath(of: (directory == "/" ? "" : directory) + "/." + name, suffix: suffix)
}
