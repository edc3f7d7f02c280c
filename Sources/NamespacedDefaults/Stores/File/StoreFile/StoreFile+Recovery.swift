// What is left to do at the end of a file after a killed writer, or after a loss of power.
extension StoreFile {
  /// Recovers the end of the locked file after a writer was killed or the power was lost.
  ///
  /// Whole batches behind the committed length are kept. After a loss of power they may belong to writes that had returned.
  /// The other uncommitted bytes are cut off. Both are on the disk before anything is published: no reader sees what a loss of
  /// power could take, and sectors of what was cut off cannot come back between those of the next record.
  ///
  /// This also clears the superseded flag of a compaction that was killed before its rename.
  func recoverEnd(of log: Log, size: Int) throws {
    let length = try LogScan.endOfWholeBatches(in: log.file, from: log.end, seed: log.seed)
    // Before the file is cut, so that a kill in between leaves none that is shorter than what was committed.
    if contents.isCut { _ = try takeBack(log, to: length) }
    if size > length { try log.file.truncate(to: length) }
    // What a failed synchronization may have lost is in memory, and goes to a new file.
    if facts.failure == nil { try synchronize(log) }
    try inMemory {
      let pointer = CommitPointer(length: length, generation: log.pointer.generation)
      if !contents.isCut, pointer != log.pointer { try log.file.publish(pointer) }
      try catchUp(log)
      lock()
    }
  }
}
