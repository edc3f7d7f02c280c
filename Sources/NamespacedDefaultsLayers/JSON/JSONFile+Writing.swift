import NamespacedDefaults

// Locking, and replacing the file. All of it runs with the write lock, and locks memory for moments only.
extension JSONFile {
  /// The time for which a write waits for a program that has the file open for writing, and may keep it so for ever.
  static let patience = Duration.seconds(1)

  /// Locks the file against other processes with this library, and reads what others have written.
  func beginWriting(_ options: WriteOptions) throws {
    let target = try canonicalPath(absolute: path, owners: owners).path
    // Who may write the directory could replace a file that nobody is to write.
    do { try checkWritable(target) } catch { throw error.reached(by: path) }
    // A directory that has gone may have moved, and nobody would find what is written into another one.
    if !context.withLock({ edited.hasFoundDirectory }) {
      try createDirectories(parentDirectory(of: target), options.permissions)
      context.withLock { edited.hasFoundDirectory = true }
    }
    do {
      try takeLock(target, options)
      edited.awaitSaving(asWriter: true)
      // What this process has in memory now is what the file has, until the lock is released.
      if let failure = edited.failure { throw failure }
    } catch {
      endWriting()
      throw error
    }
  }

  func endWriting() {
    if let lock = edited.lock, !lock.isInherited { lock.unlock() }
    context.withLock { edited.lock = nil }
  }

  /// Takes the lock of a file, and takes in what a killed process has left there.
  private func takeLock(_ target: String, _ options: WriteOptions) throws {
    let file = try lockedFile(besides: target, options)
    context.withLock { edited.lock = file }
    try clear(hiddenPath(of: target, suffix: ".new"), beside: target, file)
  }

  /// Returns whether this process has the lock of a file, which somebody may have removed.
  private func isLocked(_ target: String) throws -> Bool {
    guard let lock = edited.lock, lock.path == hiddenPath(of: target, suffix: ".lock") else { return false }
    return try lock.isAtPath
  }

  /// Returns the locked file by which processes take turns.
  ///
  /// It cannot be the JSON file itself, because an editor may put another one in its place at any time.
  private func lockedFile(besides target: String, _ options: WriteOptions) throws -> OpenFile {
    let lockPath = hiddenPath(of: target, suffix: ".lock")
    var wait = LockWait(limit: options.lockTimeout)
    while true {
      let file: OpenFile
      do {
        file = try openedOrCreated(lockPath, besides: target, options.permissions)
      } catch {
        // Another process has created or removed it meanwhile.
        guard error.meansExistingFile, let pause = wait.nextPause() else { throw error }
        pause.pass()
        continue
      }
      // Who waits makes the file longer, which shows without a call of the system; see `LockQueue`.
      let isAwaited = file.openedSize > JSONIntent.recordSize
      // Someone may have removed the file after it was opened.
      if try !isAwaited && file.tryLock() || queue.tryLock(file, &wait),
        try file.isAtPath
      {
        if isAwaited, queue.isEmpty { try? file.truncate(to: JSONIntent.recordSize) }
        share(file, like: target)
        return file
      }
      if wait.isNew, let other = JSONFile.pathLockedByCurrentThread(lockPath, besides: path) {
        throw DefaultsError.lockedByThisThread(path: path, otherPath: other)
      }
      guard let pause = wait.nextPause() else { throw file.lockTimeout(options.lockTimeout) }
      pause.pass()
    }
  }

  /// Lets those use a lock of this user who may use the file, which may be others than when the lock was made.
  private func share(_ lock: OpenFile, like target: String) {
    guard lock.isOwn, let file = try? edited.opened(target), (try? lock.isSharedLike(file)) == false,
      // Who may write the directory can put another file of this user here.
      let text = try? lock.readAll(upTo: JSONIntent.recordSize + 1), JSONIntent.isWhole(text)
    else { return }
    try? lock.adopt(file)
  }

  /// Opens the lock, or creates one that belongs to whom the file belongs, so that whoever may write one may lock the other.
  ///
  /// - Throws: `EEXIST` if another process has created or removed it meanwhile, or what is in its place.
  private func openedOrCreated(
    _ path: String,
    besides target: String,
    _ permissions: FilePermissions
  ) throws(DefaultsError) -> OpenFile {
    do {
      if let file = try OpenFile.helper(path, for: .reading, owners) { return file }
    } catch {
      guard error.meansReadOnly, (try? FileStamp(path: path)) != nil else { throw error }
      throw error.adding("remove it: the next write makes a lock for all who may write the file")
    }
    let file = try OpenFile(path: path, for: .creating)
    if let old = try edited.opened(target) { try file.adopt(old) } else { try file.setPermissions(permissions) }
    return file
  }

  /// Writes the changes into the text as it is now, and the file anew; call this with the write lock, without memory locked.
  func persist(_ changes: [DefaultsChange], _ options: WriteOptions) throws {
    defer {
      // An object of a name that nobody declares is one value, for that was stored.
      let objects = changes.filter { $0.newValue?.dictionary != nil }
      if !objects.isEmpty { context.declare(DeclaredNames(stored: objects.map(\.key))) }
    }
    var wait = LockWait(limit: Self.patience)
    while true {
      let new = try JSONEditor.contents(contents, applying: changes, context.declaredNames, path: path)
      // The text of a value may stay as it is: data that were an object of JSON are one already.
      guard new.bytes != contents.bytes else { return written = nil }
      let pause = wait.nextPause()
      if let stamp = try replaceFile(by: new.bytes, options, isPatient: pause != nil) { return written = (new, stamp) }
      // Another program saves the file, or has removed the lock.
      pause?.pass()
      let target = try canonicalPath(absolute: path, owners: owners).path
      if try !isLocked(target) { try takeLock(target, options) }
      edited.awaitSaving(asWriter: true)
      if let failure = edited.failure { throw failure }
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
  /// - Throws: The error of a call of the system; the old file is in place then.
  private func replaceFile(by bytes: [UInt8], _ options: WriteOptions, isPatient: Bool) throws -> FileStamp? {
    let target = try canonicalPath(absolute: path, owners: owners).path
    // A link elsewhere is another file, for which this process does not have the lock.
    guard let lock = edited.lock, try isLocked(target) else { return nil }
    let directory = options.durability == .powerLoss ? try synchronizableDirectory(of: target) : nil
    let newPath = hiddenPath(of: target, suffix: ".new")
    do {
      // What a killed process has left was cleared; nobody else writes it while this one has the lock.
      let new = try OpenFile(path: newPath, for: .creating)
      let stamp = try write(bytes, to: new, replacing: target, in: directory, options, lock, isPatient: isPatient)
      // Without the lock, what has that name may be another writer's.
      if stamp == nil, try new.isAtPath || lock.isAtPath { removeFile(newPath) }
      record(nil, in: lock)
      return stamp
    } catch {
      // An exchange may have been made, and not taken back.
      if (try? lock.isAtPath) == true { try? clear(newPath, beside: target, lock) }
      guard let error = error as? DefaultsError, error.meansNoFile || error.meansExistingFile || error.meansLink
      else { throw error }
      return nil
    }
  }

  /// Opens the directory of a file before anything is stored there, because it may be one that cannot be synchronized.
  private func synchronizableDirectory(of target: String) throws(DefaultsError) -> OpenDirectory {
    let directory = try OpenDirectory(parentDirectory(of: target))
    if synchronizedDirectory != directory.path { try directory.synchronize() }
    synchronizedDirectory = directory.path
    return directory
  }

  /// Writes the new file, and puts it in place of the old one; see ``replaceFile(by:_:isPatient:)``.
  private func write(
    _ bytes: [UInt8],
    to new: OpenFile,
    replacing target: String,
    in directory: OpenDirectory?,
    _ options: WriteOptions,
    _ lock: OpenFile,
    isPatient: Bool
  ) throws -> FileStamp? {
    let old = edited.stamp == nil ? nil : try edited.opened(target)
    if let old { try new.adopt(old) } else { try new.setPermissions(options.permissions) }
    let isInPlace = try old.map { try !new.canReplace($0) } ?? false
    record(JSONIntent(old: contents.bytes, new: bytes, isInPlace: isInPlace), in: lock)
    try new.write(bytes, at: 0)
    try new.synchronize()
    guard try FileStamp(path: target) == edited.stamp, try lock.isAtPath else { return nil }
    if isInPlace {
      let stamp = try overwrite(target, by: bytes, insteadOf: contents.bytes)
      removeFile(new.path)
      return stamp
    }
    let placement = try put(new, in: target, insteadOf: old, isPatient: isPatient)
    guard placement != .none else { return nil }
    let replaced = hiddenPath(of: target, suffix: ".old")
    var left = new.path
    do {
      // So that after a loss of power nobody takes it for what another program has saved.
      if placement == .exchanged {
        try renameFile(new.path, to: replaced)
        left = replaced
      }
      try directory?.synchronize()
      let stamp = try FileStamp(of: new)
      removeFile(replaced)
      return stamp
    } catch {
      try takeBack(new, in: target, left, placement)
      throw error
    }
  }

  /// How a new file has got the name of the old one.
  private enum Placement {
    /// It has not: what another program has saved last has it.
    case none
    /// There was no old one.
    case created
    /// The old one has the name of the new one.
    case exchanged
    /// The old one is gone, because the file system cannot exchange files.
    case replaced
  }

  /// Gives a new file the name of the old one, which gets the name of the new one.
  private func put(
    _ new: OpenFile,
    in target: String,
    insteadOf old: OpenFile?,
    isPatient: Bool
  ) throws -> Placement {
    guard let old else {
      try move(new.path, to: target)
      return .created
    }
    guard try exchangeFiles(new.path, target) else {
      // Without an exchange, a save after the look above is lost.
      try renameFile(new.path, to: target)
      return .replaced
    }
    let isUnchanged = Result {
      // Who has it open may write it still. Nobody can open it any more, so this is asked before its content is.
      try FileStamp(path: new.path)?.isSameFile(as: FileStamp(of: old)) == true && !(isPatient && old.isOpenForWriting)
        && old.readAll(size: FileStamp(of: old).size) == contents.bytes
    }
    if (try? isUnchanged.get()) == true { return .exchanged }
    try takeBack(new, in: target, new.path, .exchanged)
    _ = try isUnchanged.get()
    return .none
  }

  /// Puts back the old file, or what another program has saved.
  ///
  /// - Parameters:
  ///   - new: The file that has its name.
  ///   - target: That name.
  ///   - left: The name that it has now, which the new file gets.
  ///   - placement: How the new file has got there.
  /// - Throws: The error of a call of the system.
  private func takeBack(_ new: OpenFile, in target: String, _ left: String, _ placement: Placement) throws {
    var placed = try FileStamp(of: new)
    switch placement {
    case .exchanged:
      // What comes out must be what was put in, or it was saved after that.
      while let taken = try FileStamp(path: left), try exchangeFiles(left, target) {
        if try FileStamp(path: left)?.isSameFile(as: placed) == true { break }
        placed = taken
      }
      if left != new.path { removeFile(left) }
    case .created:
      try move(target, to: left)
      if try FileStamp(path: left)?.isSameFile(as: placed) == false { try move(left, to: target) }
    case .none, .replaced: break
    }
  }
}

/// Returns the path of a hidden file beside another one.
func hiddenPath(of path: String, suffix: String) -> String {
  let directory = parentDirectory(of: path)
  let name = path.split(separator: "/").last ?? ""
  return siblingPath(of: (directory == "/" ? "" : directory) + "/." + name, suffix: suffix)
}
