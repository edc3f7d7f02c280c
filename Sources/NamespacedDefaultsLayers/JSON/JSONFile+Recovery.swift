import NamespacedDefaults

// What a process has left beside the file that was killed while it wrote, or whose write has failed.
extension JSONFile {
  /// Records in the lock file what is about to be written, or that nothing is any more.
  ///
  /// A record counts only while its write runs. That it cannot be made, as in a lock file of another user, is no error: what a
  /// kill leaves is kept then.
  func record(_ intent: JSONIntent?, in lock: OpenFile) {
    try? lock.write(intent?.record ?? JSONIntent.noRecord, at: 0)
  }

  /// Mends a file that cannot be read because a write in place was interrupted; does nothing while another process writes.
  ///
  /// The lock keeps away the writers of this process too, so this may be called without the write lock.
  func recover() throws {
    let target = try canonicalPath(absolute: path, owners: owners).path
    let newPath = hiddenPath(of: target, suffix: ".new")
    guard try FileStamp(path: newPath, ofAnyKind: true) != nil,
      let lock = try OpenFile.helper(hiddenPath(of: target, suffix: ".lock"), for: .reading, owners),
      try lock.tryLock(), try lock.isAtPath
    else { return }
    defer { lock.unlock() }
    try clear(newPath, beside: target, lock)
  }

  /// Writes a file in place, while the new file beside it has the same content.
  ///
  /// - Parameters:
  ///   - target: The path of the file.
  ///   - bytes: The new content.
  ///   - old: What the file gets back if the write fails.
  /// - Returns: The stamp of the file.
  /// - Throws: The error of a call of the system.
  func overwrite(_ target: String, by bytes: [UInt8], insteadOf old: [UInt8]? = nil) throws -> FileStamp {
    let file = try OpenFile(path: target, for: .writing)
    try file.checkOwner(owners)
    do {
      try file.write(bytes, at: 0)
      try file.truncate(to: bytes.count)
      try file.synchronize()
      return try FileStamp(of: file)
    } catch {
      if let old {
        try? file.write(old, at: 0)
        try? file.truncate(to: old.count)
      }
      throw error
    }
  }

  /// Takes in what is left under the name of the new file, which may be what another program saved right before a write.
  ///
  /// Call this with the lock.
  ///
  /// - Throws: The error of a call of the system, or `foreignFile` for what another user may have put there; nothing is lost
  ///   then.
  func clear(_ newPath: String, beside target: String, _ lock: OpenFile) throws {
    var wait = LockWait(limit: Self.patience)
    while let left = try OpenFile.helper(newPath, for: .readingOnly, owners) {
      let bytes = try left.readAll(size: FileStamp(of: left).size)
      let file = try edited.opened(target).map { try $0.readAll(size: FileStamp(of: $0).size) }
      let intent = JSONIntent(record: try lock.readAll(size: JSONIntent.recordSize))
      let isBeingWritten = left.isOpenForWriting
      // By a process whose lock was removed, which finds that out and takes it away.
      if intent == nil, isBeingWritten, let pause = wait.nextPause() {
        pause.pass()
        continue
      }
      switch JSONIntent.use(of: bytes, isBeingWritten: isBeingWritten, beside: file, intent) {
      case .remove: removeFile(newPath)
      case .putBack:
        // What comes out is looked at in turn, because somebody may have saved it just now.
        if try exchangeFiles(newPath, target) { continue }
        try keep(newPath, target)
      case .writeAgain:
        _ = try overwrite(target, by: bytes)
        removeFile(newPath)
      case .keep: try keep(newPath, target)
      }
      return record(nil, in: lock)
    }
  }

  /// Gives what is left a name beside the file, and reports that.
  private func keep(_ left: String, _ target: String) throws {
    for number in 1... {
      let path = siblingPath(of: target, suffix: ".saved-\(number)")
      do throws(DefaultsError) {
        try move(left, to: path)
      } catch {
        guard error.meansExistingFile else { throw error }
        continue
      }
      let reason =
        "a process was killed while it wrote \(target), and another program had saved that right before, or half of it was "
        + "written: it is in \(path)"
      context.problems.problem(.keptSave, key: nil, error: DefaultsError(.overwrittenFile, reason, path: path)).report()
      return
    }
  }

  /// Gives a file a name that no other file has, as far as the file system can promise that.
  func move(_ path: String, to newPath: String) throws(DefaultsError) {
    if try !renameFileWithoutReplacing(path, to: newPath) { try renameFile(path, to: newPath) }
  }
}

extension DefaultsProblem.Kind {
  /// A file that was kept because it may be what another program has saved.
  fileprivate static let keptSave = Self(rawValue: "keptSave")
}

extension OpenFile {
  /// Returns the bytes of the file, up to a little more than the limit of the reader.
  func readAll(size: Int) throws(DefaultsError) -> [UInt8] { try readAll(size: size, limit: JSONContents.sizeLimit) }
}
