import Synchronization

/// What all stores of one path in a process share: the open file and what it holds.
///
/// Reading is here; writing, rewriting and what to do about damage are in files of their own.
final class StoreEngine: Sendable {
  /// An open file and how much of it is known.
  struct Log {
    let file: OpenFile
    let seed: RecordSeed
    /// How much of the file is in `contents`.
    var length: Int
    /// The file's size, as the last writer of this process found or made it: behind `length` there is preallocated space.
    var size: Int
    /// Whether the preallocated space holds something, as after a loss of power.
    var hasUncommittedBytes: Bool
    var generation: UInt8

    /// Whether a writer has begun a record behind what is known.
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
  /// While ``committed`` holds another value, or one
  /// that is ``CommitPointer/absent`` or superseded, what is in memory may be old.
  let seen = Atomic<UInt64>(CommitPointer.absent.rawValue)

  nonisolated(unsafe) var log: Log?  // guarded by the context's lock
  nonisolated(unsafe) var contents = LogContents()  // guarded by the context's lock
  nonisolated(unsafe) var isExclusive = false  // guarded by the context's lock
  nonisolated(unsafe) var buffer: [UInt8] = []  // guarded by the context's lock
  nonisolated(unsafe) var nextCompactionSize = 0  // guarded by the context's lock
  nonisolated(unsafe) var synchronizedPointer = CommitPointer.absent  // guarded by the context's lock
  nonisolated(unsafe) var directoriesToSynchronize: Set<String> = []  // guarded by the context's lock
  nonisolated(unsafe) var reportedDamage: (FileIdentity, [LogScan.Damage])?  // guarded by the context's lock
  nonisolated(unsafe) var forkCount = ForkCounter.count  // guarded by the context's lock
  nonisolated(unsafe) var synchronizationCount = 0  // guarded by the context's lock; for tests

  var seenPointer: CommitPointer {
    get { CommitPointer(rawValue: seen.load(ordering: .relaxed)) }
    set { seen.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The commit pointer of whichever file is open, at an address that stays for the engine's life.
  var committed: UnsafePointer<Atomic<UInt64>> { mappedHeader.word }

  /// Makes an engine that has not looked at the path yet.
  ///
  /// - Parameter path: Absolute and without symbolic links; see `canonicalPath`.
  /// - Throws: What kept a page of memory from being mapped.
  init(path: String) throws(DefaultsError) {
    self.path = path
    mappedHeader = try MappedHeader()
    watcher = FileWatcher(path: path)
    context = DefaultsStoreContext(announcesEveryChange: true, sharedVersion: mappedHeader.word, changeSource: watcher)
    context.onForeignChange(of: self) { $0.takeInEvent() }
  }

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

  /// Takes in what other processes have written; one atomic load when that is nothing.
  func refresh() throws {
    // Nobody else writes meanwhile.
    if isExclusive { return }
    guard let log, log.file.forkCount == ForkCounter.count else {
      if log == nil, context.version?.pointee.isKnownAbsent == true { return }
      return try openForReading()
    }
    let pointer = mappedHeader.load()
    if pointer == seenPointer, !pointer.isSuperseded { return }
    if try replay(to: pointer, of: log) { return }
    // Replaced, taken back or damaged: no writer may be in the middle of it.
    try log.file.lock(.shared)
    defer { log.file.unlock() }
    guard try FileStatus(path: path)?.identity == log.file.identity else { return try openForReading() }
    try catchUp(log)
  }

  /// Takes in what has happened to the file, even that it is another one now.
  func refreshLookingAtPath() throws {
    if !isExclusive, try FileStatus(path: path)?.identity != log?.file.identity { return try openForReading() }
    try refresh()
  }

  /// Takes in what has happened to the file, on the watcher's thread.
  private func takeInEvent() {
    // What fails here fails again, and is thrown, at the next read.
    let isBeingWritten = context.withLock {
      try? refreshLookingAtPath()
      return (try? log?.isBegun) ?? false
    }
    guard isBeingWritten else { return }
    // The event is of a record's bytes, and their writer makes them count before it unlocks the file. A descriptor of
    // its own, for a lock belongs to a descriptor.
    if let file = try? OpenFile(path: path, creating: .never) { try? file.lock(.shared) }
    context.withLock { try? refreshLookingAtPath() }
  }

  /// Reads what has been added; called with the file locked.
  func catchUp(_ log: Log) throws {
    let pointer = mappedHeader.load()
    if pointer == seenPointer { return }
    if try !replay(to: pointer, of: log) { try attach(log.file) }
  }

  /// Takes in the records up to a committed length.
  ///
  /// - Returns: Whether the pointer and the records are as expected; if not, nothing has been taken in.
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
      let old = contents.entries[record.key]?.value
      contents.apply(record)
      if old != record.value {
        context.announce([DefaultsChange(key: record.key, oldValue: old, newValue: record.value)])
      }
    }
    self.log?.length = pointer.length
    seenPointer = pointer
    return true
  }

  /// Opens whatever file is at the path now.
  private func openForReading() throws {
    restartWatcherAfterFork()
    while true {
      guard let status = try FileStatus(path: path), status.size > 0 else { return try detach() }
      let file: OpenFile
      do {
        file = try OpenFile(path: path, creating: .never)
      } catch let error where error.meansNoFile {
        continue
      }
      try file.lock(.shared)
      defer { file.unlock() }
      guard let status = try FileStatus(path: path), status.identity == file.identity else { continue }
      // Another process has created it and not yet written its header.
      guard status.size > 0 else { return try detach() }
      return try attach(file)
    }
  }

  /// Takes a file, which must be locked, in place of what was open, and announces the differences.
  func attach(_ file: OpenFile) throws {
    context.version?.pointee.recordPresence()
    log = nil
    seenPointer = .absent
    let reading = try file.readHeader()
    try mappedHeader.show(file)
    let pointer = mappedHeader.load()
    let new = try LogContents(of: file, reading: reading, pointer: pointer)
    take(new)
    let salt = if case .header(let header, _) = reading { header.salt } else { UInt64(0) }
    let length = pointer.isValid ? pointer.length : FileHeader.size
    let size = try file.status().size
    let seed = RecordSeed(salt: salt)
    log = Log(
      file: file,
      seed: seed,
      length: length,
      size: size,
      hasUncommittedBytes: try !LogScan.isPreallocated(min(length, size)..<size, in: file, seed: seed),
      generation: pointer.generation
    )
    seenPointer = pointer
    directoriesToSynchronize.insert(parentDirectory(of: path))
    reportDamage(of: file)
  }

  func restartWatcherAfterFork() {
    guard forkCount != ForkCounter.count else { return }
    forkCount = ForkCounter.count
    watcher.restart()
  }

  /// There is no file.
  private func detach() throws {
    context.version?.pointee.recordAbsence()
    guard log != nil || !contents.entries.isEmpty else { return }
    log = nil
    seenPointer = .absent
    try mappedHeader.showNothing()
    take(LogContents())
  }

  private func take(_ new: LogContents) {
    let old = contents
    contents = new
    if context.changes.isObserved { context.announce(new.changes(since: old)) } else { context.forgetReadings() }
  }
}
