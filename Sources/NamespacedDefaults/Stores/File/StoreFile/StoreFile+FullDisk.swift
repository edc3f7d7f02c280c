// Writes where there is no space for their records.
extension StoreFile {
  /// Commits changes that could not be appended, or makes room and appends them; call this as `persist`.
  ///
  /// Removals are committed by a new file of the values that are left. For other changes the space of dead records is freed,
  /// if there are any, and what is live takes less than the changes: there may be room for so much.
  ///
  /// - Throws: The error of the append, if there is no other way.
  func freeSpace(for changes: [DefaultsChange], after error: DefaultsError) throws {
    let areRemovals = changes.allSatisfy { $0.newValue == nil }
    let hasDead = lockedLog.map { $0.end - FileHeader.size > contents.liveSize } ?? false
    guard areRemovals || hasDead && contents.liveSize < buffer.count,
      (try? compact(removing: areRemovals ? changes : [])) != nil, let log = lockedLog
    else { throw error }
    batch.isCommitted = areRemovals
    if areRemovals { return }
    // As in `persist`: what throws must not be stored.
    if batch.waits { try synchronizeDirectories() }
    try append(changes, to: log)
  }

  /// Replaces the header, so that no record counts any more, and then cuts them off.
  ///
  /// The header lies in one sector, which a loss of power leaves as it was or as it is now. With the new salt no checksum
  /// of the old records is right. The header is on the disk before the file is cut. Otherwise a loss of power could leave
  /// the old header, and some of its records.
  ///
  /// - Parameter changes: The removals after which nothing is left.
  /// - Throws: An error if the header cannot be written; the old one is back then.
  func emptyInPlace(removing changes: [DefaultsChange]) throws {
    guard let log = lockedLog, header.load() == log.pointer else { throw closed }
    let oldHeader = FileHeader(salt: log.seed.salt).bytes(pointer: log.pointer, synchronized: header.synchronized)
    let new = FileHeader(salt: .random(in: .min ... .max))
    let pointer = CommitPointer(length: FileHeader.size, generation: log.pointer.generation &+ 1)
    do {
      try log.file.write(new.bytes(pointer: pointer), at: 0)
      try recordingFailure(of: log.file) { () throws(DefaultsError) in try log.file.synchronize() }
    } catch {
      try? log.file.write(oldHeader, at: 0)
      throw error
    }
    context.withLock { take(log.file, new, pointer, removing: changes) }
    // The next writer cuts off what is left.
    try? log.file.truncate(to: FileHeader.size)
  }
}
