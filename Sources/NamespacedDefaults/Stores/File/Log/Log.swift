/// An open file and how much of it has been read.
final class Log {
  let file: OpenFile
  let seed: RecordSeed
  /// The commit pointer up to which the contents in memory are those of the file.
  var pointer: CommitPointer
  /// The end of the records that count, which is the pointer's length unless a loss of power has taken a part of them.
  var end: Int
  /// Whether the header is on the disk.
  ///
  /// Records without a header could not be distinguished from the file of another program.
  var hasDurableHeader = false
  /// Whether another program may be copying a file over this one, so that what was read may not be what stands there.
  @exclusivity(unchecked) var isDoubtful = false  // as the contents of the file
  /// What a doubtful file was before it was read; `nil` if that does not show whether it has changed since.
  var stamp: FileStamp?

  init(_ file: OpenFile, _ seed: RecordSeed, pointer: CommitPointer, end: Int) {
    self.file = file
    self.seed = seed
    self.pointer = pointer
    self.end = end
  }

  /// Whether a writer has begun a record past the end.
  var isBegun: Bool {
    get throws(DefaultsError) {
      try file.readNumber(at: end) != nil
    }
  }
}

/// The facts about the file with one identity, which stay true when the file is opened again.
struct FileFacts {
  /// The directories whose entries may not be on the disk: none, the file's own, or all above it too.
  enum Directories: Comparable { case none, own, all }

  var identity: FileIdentity?
  /// The file, kept open while it is at the path, because another one may have its identity as soon as nobody has it open.
  var file: OpenFile?
  /// The last commit pointer for which this process has waited.
  var synchronized = CommitPointer.absent
  /// The error of a synchronization that has failed.
  ///
  /// The system may have dropped what it could not write, and still let the next synchronization succeed (Rebello et al.,
  /// "Can Applications Recover from fsync Failures?", USENIX ATC 2020). So the values are written to a new file.
  var failure: DefaultsError?
  /// Whether the file is damaged and cannot be replaced.
  var isUnrepairable = false
  /// What was reported last: the damage, and the number of bytes that the file lacks.
  var reported: (damage: [LogScan.Damage], missingSize: Int) = ([], 0)
  var directories = Directories.all
  /// The size from which a compaction that has failed is tried again.
  var nextCompactionSize = 0
}
