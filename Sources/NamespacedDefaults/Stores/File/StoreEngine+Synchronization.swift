// Waits for the disk.
extension StoreEngine {
  /// Waits until all committed changes would survive a loss of power.
  func synchronize() throws {
    let pending = try context.withLock { () -> (OpenFile, CommitPointer)? in
      try refreshLookingAtPath()
      let pointer = seenPointer
      guard let log, pointer != synchronizedPointer || !directoriesToSynchronize.isEmpty else { return nil }
      return (log.file, pointer)
    }
    guard let (file, pointer) = pending else { return }
    do {
      // Outside the lock, so that readers do not wait for the disk.
      try file.synchronize()
      try context.withLock {
        synchronizationCount += 1
        try synchronizeDirectories()
        synchronizedPointer = pointer
      }
    } catch {
      context.withLock { unsynchronizableFile = file.identity }
      throw error
    }
  }

  /// Waits until what was written to the file would survive a loss of power, inside the lock.
  func synchronize(_ file: OpenFile) throws(DefaultsError) {
    do {
      try file.synchronize()
      synchronizationCount += 1
      try synchronizeDirectories()
    } catch {
      unsynchronizableFile = file.identity
      throw error
    }
  }

  func synchronizeDirectories() throws(DefaultsError) {
    for directory in directoriesToSynchronize { try synchronizeDirectory(directory) }
    synchronizeDirectoriesAbove()
    directoriesToSynchronize = []
  }

  /// Synchronizes the directories above, once, because another process may just have created them.
  ///
  /// Those that may not be opened are older than this user's files.
  private func synchronizeDirectoriesAbove() {
    guard !hasSynchronizedDirectoriesAbove, !directoriesToSynchronize.isEmpty else { return }
    hasSynchronizedDirectoriesAbove = true
    var directory = parentDirectory(of: path)
    while directory != "/" {
      directory = parentDirectory(of: directory)
      if !directoriesToSynchronize.contains(directory) { try? synchronizeDirectory(directory) }
    }
  }
}
