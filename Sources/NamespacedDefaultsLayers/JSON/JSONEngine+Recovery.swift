import NamespacedDefaults

// What a process has left beside the file that was killed while it wrote, or whose write has failed.
extension JSONEngine {
  /// Records in the lock file what is about to be written.
  ///
  /// That fails if the lock file is another user's. What a kill leaves is kept then.
  func record(_ intent: JSONIntent, in lock: OpenFile) { try? lock.write(intent.record, at: 0) }

  /// Mends a file that cannot be read because a write in place was interrupted; does nothing while another process writes.
  func recover() throws {
    let target = try canonicalPath(absolute: path, owners: owners).path
    let newPath = hiddenPath(of: target, suffix: ".new")
    guard try FileStamp(path: newPath) != nil,
      let lock = try openedIfPresent(hiddenPath(of: target, suffix: ".lock")), try lock.tryLock()
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
    do {
      try file.write(bytes, at: 0)
      try file.truncate(to: bytes.count)
      try file.synchronize()
    } catch {
      if let old {
        try? file.write(old, at: 0)
        try? file.truncate(to: old.count)
      }
      throw error
    }
    return try FileStamp(of: file)
  }

  /// Takes in what is left under the name of the new file, which may be what another program saved right before a write.
  ///
  /// Call this with the lock.
  ///
  /// - Throws: The error of a call of the system; nothing is lost then.
  func clear(_ newPath: String, beside target: String, _ lock: OpenFile) throws {
    while let left = try openedIfPresent(newPath) {
      let bytes = try left.readAll(size: FileStamp(of: left).size)
      let file = try openedIfPresent(target).map { try $0.readAll(size: FileStamp(of: $0).size) }
      let intent = JSONIntent(record: try lock.readAll(size: JSONIntent.recordSize))
      switch JSONIntent.use(of: bytes, isBeingWritten: left.isOpenForWriting, beside: file, intent) {
      case .remove: return removeFile(newPath)
      // What comes out is looked at in turn, because somebody may have saved it just now.
      case .putBack: guard try exchangeFiles(newPath, target) else { return try keep(newPath, target) }
      case .writeAgain:
        _ = try overwrite(target, by: bytes)
        return removeFile(newPath)
      case .keep: return try keep(newPath, target)
      }
    }
  }

  /// Gives what is left a name beside the file, and reports that.
  private func keep(_ left: String, _ target: String) throws {
    for number in 1... {
      let path = siblingPath(of: target, suffix: ".saved-\(number)")
      do throws(DefaultsError) {
        if try !renameFileWithoutReplacing(left, to: path) { try renameFile(left, to: path) }
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

  func openedIfPresent(_ path: String) throws(DefaultsError) -> OpenFile? {
    try ifPresent { () throws(DefaultsError) in try OpenFile(path: path, for: .readingOnly) }
  }
}

extension DefaultsProblem.Kind {
  /// A file that was kept because it may be what another program has saved.
  fileprivate static let keptSave = Self(rawValue: "keptSave")
}
