import Synchronization

/// The part that all stores of one path in a process share: the open file and its contents.
///
/// Reading is in this file. Opening, recovery, writing, compaction and quarantine are in files of their own.
final class StoreEngine: Sendable {
  /// An open file and how much of it has been read.
  struct Log {
    let file: OpenFile
    let seed: RecordSeed
    /// The length of the file up to which its records are in `contents`.
    var length: Int
    /// The file's size, as this process last read or set it; preallocated space lies between `length` and it.
    var size: Int
    /// Whether there are uncommitted bytes in the preallocated space, as after a kill or a loss of power.
    var hasUncommittedBytes: Bool
    /// Whether the commit pointer lies behind `length`, because a loss of power has taken a part of the last batches.
    var isCut: Bool
    var generation: UInt8

    /// Whether a writer has begun a record behind `length`.
    var isBegun: Bool {
      get throws(DefaultsError) {
        try !LogScan.isPreallocated(length..<length + RecordFormat.alignment, in: file, seed: seed)
      }
    }
  }

  let path: String
  let context: DefaultsStoreContext
  let mappedHeader: MappedHeader
  let watcher: FileWatcher
  /// The raw value of the commit pointer to which ``contents`` belongs.
  ///
  /// The contents may be out of date if ``committed`` holds another value, or one that is ``CommitPointer/absent`` or
  /// superseded.
  let seen = Atomic<UInt64>(CommitPointer.absent.rawValue)

  nonisolated(unsafe) var log: Log?  // guarded by the context's lock
  nonisolated(unsafe) var contents = LogContents()  // guarded by the context's lock
  nonisolated(unsafe) var owners = FileOwners.userAndRoot  // guarded by the context's lock
  nonisolated(unsafe) var isExclusive = false  // guarded by the context's lock
  nonisolated(unsafe) var buffer: [UInt8] = []  // guarded by the context's lock
  nonisolated(unsafe) var nextCompactionSize = 0  // guarded by the context's lock
  nonisolated(unsafe) var synchronizedPointer = CommitPointer.absent  // guarded by the context's lock
  nonisolated(unsafe) var directoriesToSynchronize: Set<String> = []  // guarded by the context's lock
  nonisolated(unsafe) var hasSynchronizedDirectoriesAbove = false  // guarded by the context's lock
  nonisolated(unsafe) var unrepairableFile: FileIdentity?  // guarded by the context's lock
  nonisolated(unsafe) var reportedDamage: (FileIdentity, [LogScan.Damage])?  // guarded by the context's lock
  /// The file of which a synchronization has failed.
  ///
  /// The system may have dropped what it could not write, and still let the next synchronization succeed (Rebello et al.,
  /// "Can Applications Recover from fsync Failures?", USENIX ATC 2020). So the values are written to a new file.
  nonisolated(unsafe) var unsynchronizableFile: FileIdentity?  // guarded by the context's lock
  nonisolated(unsafe) var forkCount = ForkCounter.count  // guarded by the context's lock
  nonisolated(unsafe) var synchronizationCount = 0  // guarded by the context's lock; for tests

  var seenPointer: CommitPointer {
    get { CommitPointer(rawValue: seen.load(ordering: .relaxed)) }
    set { seen.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The address of the open file's commit pointer, which stays the same as long as the engine lives.
  var committed: UnsafePointer<Atomic<UInt64>> { mappedHeader.word }

  /// Creates an engine that has not read the file yet.
  ///
  /// - Parameter path: An absolute path without symbolic links; see `canonicalPath`.
  /// - Throws: An error if the memory of the mapped header cannot be reserved.
  init(path: String) throws(DefaultsError) {
    self.path = path
    mappedHeader = try MappedHeader()
    watcher = FileWatcher(path: path)
    context = DefaultsStoreContext(announcesEveryChange: true, sharedVersion: mappedHeader.word, changeSource: watcher)
    context.onForeignChange(of: self) { $0.takeInEvent() }
  }

  deinit {
    // The version of the context refers to the commit pointer.
    if context.keepsVersion { mappedHeader.keepAddress() }
  }

  /// Whether the file must be compacted, because synchronizing it is not enough.
  var needsNewFile: Bool { unsynchronizableFile != nil && log?.file.identity == unsynchronizableFile }

  func value(forKey name: String) throws -> PropertyListValue? {
    try context.withLock {
      try refresh()
      return contents.entries[name]?.value
    }
  }

  func keys() throws -> [String] {
    try context.withLock {
      try refresh()
      return Array(contents.entries.keys)
    }
  }

  /// Reads what other processes have written.
  ///
  /// If there is an open file and nothing new in it, this costs one atomic load.
  func refresh() throws {
    // No other process can write now.
    if isExclusive { return }
    guard let log, log.file.forkCount == ForkCounter.count else { return try openForReading() }
    let pointer = mappedHeader.load()
    if pointer == seenPointer, !pointer.isSuperseded { return }
    if try replay(to: pointer, of: log) { return }
    // The file was replaced, rolled back, damaged, or overwritten by another program.
    try openForReading()
  }

  /// Reads what other processes have written, even if another file is at the path now.
  func refreshLookingAtPath() throws {
    if isExclusive { return }
    let status = try FileStatus(path: path)
    if status?.identity != log?.file.identity || contents.lacksEnd && status?.size != log?.size {
      return try openForReading()
    }
    if let log, !log.file.isWritable { try reopenAfterCopyUp(log) }
    try refresh()
  }

  /// Opens the file again if it has become another one that the system calls the same.
  ///
  /// On overlayfs a mapping goes on to show the file of the lower layer when a process writes the file for the first time.
  /// Who may write the file has made the system copy it by opening it.
  private func reopenAfterCopyUp(_ log: Log) throws(DefaultsError) {
    let file = try OpenFile(path: path, for: .reading)
    if try file.readPointer() != mappedHeader.load() { self.log = nil }
  }

  /// Reads what other processes have written; the watcher's thread calls this.
  private func takeInEvent() {
    let isBeingWritten = refreshIfFree { (try? log?.isBegun) ?? false }
    guard isBeingWritten != false else { return }
    // The event came from the bytes of a record. Their writer publishes the commit pointer before it unlocks the file,
    // so take the lock. It needs a descriptor of its own, because a lock belongs to a descriptor.
    let isLockFree = (try? OpenFile(path: path, for: .reading).tryLock(.shared)) ?? true
    guard isBeingWritten != nil, isLockFree else { return watcher.postpone() }
    if refreshIfFree({}) == nil { watcher.postpone() }
  }

  /// Reads what other processes have written, unless another thread has the lock.
  ///
  /// An error is reported, because a program may use the store by its observers alone.
  ///
  /// - Returns: The result of `body`, which is called afterwards, or `nil` if another thread has the lock.
  private func refreshIfFree<Result>(_ body: () -> Result) -> Result? {
    var failure: (any Error)?
    let result = context.withLockIfFree {
      do { try refreshLookingAtPath() } catch { failure = error }
      return body()
    }
    // Outside of the lock, because the handler is the program's code.
    if let failure {
      context.problems.problem(.failedRead, key: nil, error: failure).report()
    } else if result != nil {
      context.problems.recordSuccess(.failedRead)
    }
    return result
  }

  /// Reads what other processes have written; call this with the file locked.
  func catchUp(_ log: Log) throws {
    let pointer = mappedHeader.load()
    // Another program may have copied a file over this one whose commit pointer is the same by chance.
    let isSameFile = mappedHeader.hasSalt(log.seed.salt)
    if isSameFile, pointer == seenPointer { return }
    if try !isSameFile || !replay(to: pointer, of: log) { try attach(log.file) }
  }

  /// Applies the new records up to a commit pointer, and announces their changes.
  ///
  /// - Returns: Whether the pointer follows the last one and the records are undamaged. If not, nothing is applied.
  private func replay(to pointer: CommitPointer, of log: Log) throws(DefaultsError) -> Bool {
    guard pointer.isValid, !pointer.isSuperseded, pointer.generation == log.generation, pointer.length >= log.length
    else {
      return false
    }
    var records: [Record] = []
    var isSound = true
    try LogScan.items(of: log.file, in: log.length..<pointer.length, seed: log.seed) { item in
      if case .record(let record) = item { records.append(record) } else { isSound = false }
    }
    guard isSound else { return false }
    for record in records {
      let old = contents.entries[record.key]?.compactValue
      contents.apply(record)
      if old != record.compactValue { announce(record.key, old, record.compactValue) }
    }
    self.log?.length = pointer.length
    seenPointer = pointer
    return true
  }

  private func announce(_ key: String, _ old: CompactValue?, _ new: CompactValue?) {
    // A change that nobody observes needs no values, which may take much memory.
    let isObserved = context.changes.isObserved
    let (oldValue, newValue) = (isObserved ? old?.decoded : nil, isObserved ? new?.decoded : nil)
    if isObserved || new == nil {
      context.announce([DefaultsChange(key: key, oldValue: oldValue, newValue: newValue)])
    } else {
      context.forgetReadings()
    }
  }
}
