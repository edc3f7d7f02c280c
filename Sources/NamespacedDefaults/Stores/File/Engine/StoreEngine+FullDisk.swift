// Removes values where there is no space for the records of their removal.
extension StoreEngine {
  /// Commits removals by writing the values that are left to a new file or, if none is left, by emptying the file.
  ///
  /// - Returns: Whether that was possible.
  func removeWithoutSpace(_ changes: [DefaultsChange]) -> Bool {
    guard lockedLog != nil, contents.damage.isEmpty, changes.allSatisfy({ $0.newValue == nil }) else { return false }
    guard (try? readAgain()) != nil, contents.damage.isEmpty else { return false }
    let old = contents
    for change in changes { contents.set(nil, forKey: change.key, recordLength: 0) }
    let isDone = (try? replaceFile()) != nil || contents.entries.isEmpty && (try? emptyInPlace()) != nil
    if !isDone { contents = old }
    return isDone
  }

  /// Replaces the header, so that no record counts any more, and then cuts them off.
  ///
  /// The header lies in one sector, which a loss of power leaves as it was or as it is now. With the new salt no checksum
  /// of the old records is right. The header is on the disk before the file is cut. Otherwise a loss of power could leave
  /// the old header, and some of its records.
  private func emptyInPlace() throws {
    guard let log else { return }
    let oldHeader = FileHeader(salt: log.seed.salt).bytes(pointer: header.load(), synchronized: header.synchronized)
    let new = FileHeader(salt: .random(in: .min ... .max))
    let pointer = CommitPointer(length: FileHeader.size, generation: log.pointer.generation &+ 1)
    do {
      try log.file.write(new.bytes(pointer: pointer), at: 0)
      try recordFailure(of: log.file) { () throws(DefaultsError) in try log.file.synchronize() }
    } catch {
      try? log.file.write(oldHeader, at: 0)
      throw error
    }
    // The header is on the disk. `take` says so in it.
    let isCut = (try? log.file.truncate(to: FileHeader.size)) != nil
    take(log.file, new, pointer)
    self.log?.hasUncommittedBytes = !isCut
  }
}
