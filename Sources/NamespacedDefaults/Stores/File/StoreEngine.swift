import Synchronization

/// The part that all stores of one path in a process share: the open file and its contents.
///
/// Reading is in this file. Recovery, writing, compaction and quarantine are in files of their own.
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
    // The file was replaced, rolled back or damaged. It is read again under a lock, so that no writer changes it.
    try log.file.lock(.shared)
    defer { log.file.unlock() }
    guard try FileStatus(path: path)?.identity == log.file.identity else { return try openForReading() }
    try catchUp(log)
  }

  /// Reads what other processes have written, even if another file is at the path now.
  func refreshLookingAtPath() throws {
    if !isExclusive, try FileStatus(path: path)?.identity != log?.file.identity { return try openForReading() }
    try refresh()
  }

  /// Reads what other processes have written; the watcher's thread calls this.
  private func takeInEvent() {
    // An error here occurs again at the next read, which throws it.
    let isBeingWritten = context.withLockIfFree {
      try? refreshLookingAtPath()
      return (try? log?.isBegun) ?? false
    }
    guard isBeingWritten != false else { return }
    // The event came from the bytes of a record. Their writer publishes the commit pointer before it unlocks the file,
    // so take the lock. It needs a descriptor of its own, because a lock belongs to a descriptor.
    guard isBeingWritten != nil, (try? OpenFile(path: path, for: .reading))?.tryLock(.shared) != false else {
      return watcher.postpone()
    }
    if context.withLockIfFree({ try? refreshLookingAtPath() }) == nil { watcher.postpone() }
  }

  /// Reads what other processes have written; call this with the file locked.
  func catchUp(_ log: Log) throws {
    let pointer = mappedHeader.load()
    if pointer == seenPointer { return }
    if try !replay(to: pointer, of: log) { try attach(log.file) }
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

  /// Opens the file that is at the path now, and reads it.
  private func openForReading() throws {
    restartWatcherAfterFork()
    while true {
      guard let status = try FileStatus(path: path), status.size > 0 else { return try detach() }
      let file: OpenFile
      do {
        file = try OpenFile(path: path, for: .reading)
      } catch let error where error.meansNoFile {
        continue
      }
      // Without a lock, so that a writer that holds it for long, or is stopped, keeps nobody from reading.
      if (try? attach(file, isLocked: false)) == true { return }
      try file.lock(.shared)
      defer { file.unlock() }
      guard let status = try FileStatus(path: path), status.identity == file.identity else { continue }
      guard try !file.isBlank(size: status.size) else { return try detach() }
      try attach(file)
      return
    }
  }

  /// Replaces the open file by another one, reads it, and announces the differences.
  ///
  /// - Parameters:
  ///   - file: The new file.
  ///   - isLocked: Whether the caller has locked it. If not, the file is read as far as it is committed.
  /// - Returns: Whether the file was attached. Without a lock it is not if it may have been replaced or rolled back
  ///   meanwhile, or has anything wrong in it.
  /// - Throws: An error if the file cannot be read.
  @discardableResult
  func attach(_ file: OpenFile, isLocked: Bool = true) throws -> Bool {
    context.version?.pointee.recordPresence()
    log = nil
    seenPointer = .absent
    let reading = try file.readHeader()
    try mappedHeader.show(file)
    let pointer = mappedHeader.load()
    let new = try LogContents(of: file, reading: reading, pointer: pointer)
    if !isLocked {
      let now = mappedHeader.load()
      guard now.isValid, !now.isSuperseded, now.generation == pointer.generation, new.isSound else { return false }
    }
    take(new)
    let salt = if case .header(let header, _) = reading { header.salt } else { UInt64(0) }
    let length = contents.isCut ? contents.end : pointer.isValid ? pointer.length : FileHeader.size
    let size = try file.status().size
    let seed = RecordSeed(salt: salt)
    log = Log(
      file: file,
      seed: seed,
      length: length,
      size: size,
      hasUncommittedBytes: try !LogScan.isPreallocated(min(length, size)..<size, in: file, seed: seed),
      isCut: contents.isCut,
      generation: pointer.generation
    )
    seenPointer = pointer
    directoriesToSynchronize.insert(parentDirectory(of: path))
    reportDamage(of: file)
    return true
  }

  func restartWatcherAfterFork() {
    guard forkCount != ForkCounter.count else { return }
    forkCount = ForkCounter.count
    watcher.restart()
  }

  /// Closes the open file and empties the contents in memory, because there is no file at the path.
  private func detach() throws {
    context.version?.pointee.recordAbsence()
    guard log != nil || !contents.entries.isEmpty || mappedHeader.load() != .absent else { return }
    log = nil
    seenPointer = .absent
    try mappedHeader.showNothing()
    take(LogContents())
  }

  private func take(_ new: LogContents) {
    let old = contents
    contents = new
    if context.changes.isObserved { return context.announce(new.changes(since: old)) }
    context.forgetReadings()
    context.dropCopies { copies in copies.drop { new.entries[$0] == nil } }
  }
}
