import Synchronization

/// The open file of a path, its state, and its contents, which all stores of one path in a process share.
///
/// Reading is in this file. Opening, the beginning of a write, recovery, writing, compaction and quarantine are in files of
/// their own.
///
/// `@unchecked Sendable`: what changes is used with memory locked, or, as each function says, with the write lock. With the
/// file locked nobody else changes what is in memory. So who has the write lock may read it, but for what a read changes too.
final class StoreFile: @unchecked Sendable {
  /// The absolute path of the file as it was given; the file is looked for there.
  let givenPath: String
  /// The path to which the links on the way led when the file was last looked for.
  @exclusivity(unchecked) private(set) var path: String  // as `contents` below
  let context: DefaultsStoreContext
  let header: MappedHeader
  /// What says to readers whether memory has all that was committed.
  let head: UnsafePointer<StoreHead>  // valid as long as the context
  let watcher: LinkWatcher
  /// Whether the file's directory was there once, so that it is not made anew.
  var hasFoundDirectory = false
  /// Whether a file was read yet.
  var hasAttached = false
  /// Whether the links on the way to the file were followed yet.
  private(set) var hasFollowed = false

  /// The open file, if there is one; `Formats.md` has the chart of its states.
  @exclusivity(unchecked) private(set) var log: Log?  // as `contents` below
  /// Whether this process has locked the open file, and read it to its end.
  ///
  /// Only the thread that has the write lock changes it: with memory locked when it locks, and without when it unlocks. Readers look
  /// at it with memory locked, and read on in the file only where it is not set.
  ///
  ///     writer                               reader
  ///     log, contents, under the lock        isLocked
  ///     isLocked = false                     the file, then log and contents, under the lock
  ///     the file's lock
  ///
  /// If it were cleared after the file's lock, a reader could miss what another process has committed and reported. The system
  /// call that unlocks the file orders the two, so that the flag itself is relaxed.
  private let isLocked = Atomic(false)
  // Unchecked: a check at each access would be a tenth of the work of a write. The store's lock keeps other threads out,
  // and nothing that is called during a change of one of them reaches the file.
  @exclusivity(unchecked) var contents = LogContents()
  @exclusivity(unchecked) var facts = FileFacts()
  @exclusivity(unchecked) var buffer = ByteBuffer()
  @exclusivity(unchecked) var batch = Batch()
  /// Whether a record was cut off the locked file, which may still be on the disk.
  @exclusivity(unchecked) var isRolledBack = false
  var owners = FileOwners.userAndRoot
  var queue = LockQueue(offset: FileHeader.queueOffset, turnLimit: 3)

  /// Creates a file that was not read yet.
  ///
  /// - Parameter path: The absolute path as it was given.
  /// - Throws: An error if the memory of the mapped header cannot be reserved.
  init(path: String) throws(DefaultsError) {
    (givenPath, self.path) = (path, path)
    header = try MappedHeader()
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(
      announcesEveryChange: true,
      sharedVersion: header.word,
      changeSource: watcher,
      place: path
    )
    head = context.names.head
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
    context.memory.lost.set { [weak self] in if let self { context.withLock { forget() } } }
    context.onCatchUp { [weak self] in
      guard let self else { return }
      // What fails is reported by the read that follows, which also waits for a writer.
      context.memory.withLockIfFree { try? refresh() }
    }
  }

  deinit {
    // The head of the context refers to the commit pointer.
    if context.names.keepsMemory { header.keepAddress() }
  }

  /// Follows the links on the way to the file, which may lead elsewhere than before.
  func follow() throws(DefaultsError) {
    let (target, links) = try canonicalPath(absolute: givenPath, owners: owners)
    hasFollowed = true
    if !links.isEmpty || target != path { watcher.follow(links + [target]) }
    path = target
    hasFoundDirectory = hasFoundDirectory || isDirectory(parentDirectory(of: target))
  }

  // MARK: Transitions

  /// The open file, if this process has locked it.
  @inline(__always)  // on the way of every write
  var lockedLog: Log? {
    // A child that was forked inside exclusive access does not own the lock, and must take its own.
    if isLocked.load(ordering: .relaxed), let log, !log.file.isInherited { log } else { nil }
  }

  /// Goes on with a file that was read, whose lock this process may or may not have.
  func open(_ log: Log) {
    assert(lockedLog == nil)
    isLocked.store(false, ordering: .relaxed)
    self.log = log
    // While the file is read again nothing is published, as where there is none, and the clock may not have ticked since.
    head.pointee.recordAbsence(at: 0)
    head.pointee.see(log.pointer.rawValue.littleEndian)
    recordIdentity(of: log.file)
  }

  /// Records that the open file is locked now.
  func lock() {
    precondition(log != nil, "only an open file is locked")
    isLocked.store(true, ordering: .relaxed)
  }

  /// Unlocks the open file if it is locked; call this with the write lock, or with memory locked.
  func unlock() {
    guard isLocked.load(ordering: .relaxed), let log else { return }
    isLocked.store(false, ordering: .relaxed)
    // A forked child must not release the lock that it has inherited, because it is its parent's.
    if !log.file.isInherited { log.file.unlock() }
  }

  /// Goes on with another file, which has taken the place of the locked one and is locked too.
  func replace(by log: Log) {
    assert(lockedLog != nil)
    self.log = log
    head.pointee.see(log.pointer.rawValue.littleEndian)
    let directories = max(facts.directories, .own)
    recordIdentity(of: log.file)
    facts.directories = directories
  }

  /// Leaves the open file, which is about to be read again by who may have locked it.
  func leave() {
    isLocked.store(false, ordering: .relaxed)
    log = nil
    head.pointee.see(0)
  }

  /// Unlocks the open file and closes it, so that the next access opens the one at the path.
  func close() {
    unlock()
    leave()
  }

  /// Closes the file and forgets its contents, in a forked child whose parent's thread may have been changing them.
  func forget() {
    close()
    // The former ones are never released, because they may be half changed.
    withUnsafeMutablePointer(to: &contents) { $0.initialize(to: LogContents()) }
    withUnsafeMutablePointer(to: &buffer) { $0.initialize(to: ByteBuffer()) }
    withUnsafeMutablePointer(to: &batch) { $0.initialize(to: Batch()) }
    // What is read next is compared with nothing.
    context.raiseAll()
  }

  private func recordIdentity(of file: OpenFile) {
    if facts.identity != file.identity {
      facts = FileFacts(identity: file.identity)
    } else if facts.file == nil {
      // It may be another file, or in other directories.
      (facts.synchronized, facts.directories) = (.absent, .all)
    }
    facts.file = file
    facts.directories = max(facts.directories, .own)
  }

  // MARK: Reading

  func value(forKey name: String) throws -> PropertyListValue? {
    if lockedLog != nil, context.hasWriteLock { return contents.valueToReplace(forKey: name)?.decoded }
    try refresh()
    return contents.value(forKey: name)
  }

  func keys() throws -> [String] {
    try refresh()
    return Array(contents.entries.keys)
  }

  /// Reads what other processes have written.
  ///
  /// If there is an open file and nothing new in it, this costs one atomic load.
  func refresh() throws {
    // No other process can write now.
    if lockedLog != nil { return }
    guard let log, !log.file.isInherited else { return try openForReading() }
    let pointer = header.load()
    if pointer == log.pointer, !pointer.isSuperseded {
      // While another program copies a file over this one, the commit pointer is there before the records are.
      return try !log.isDoubtful || confirms(log) ? () : openForReading()
    }
    if try !log.isDoubtful && replay(to: CommitPointer.whole(header.load), of: log) { return }
    // The file was replaced, rolled back, damaged, or overwritten by another program.
    try openForReading()
  }

  /// Returns whether a doubtful file is still what it was before it was read, and takes what was read for true then.
  func confirms(_ log: Log) throws -> Bool {
    guard let stamp = log.stamp, try FileStamp(of: log.file) == stamp else { return false }
    reportDamage()
    guard contents.isSound else { return true }
    log.isDoubtful = false
    try header.show(log.file)
    return true
  }

  /// Whether another program may be copying a file over the one that was read.
  var mayBeCopiedOver: Bool { log.map { $0.isDoubtful && $0.stamp == nil } ?? false }

  /// Reads what other processes have written, even if another file is at the path now.
  func refreshFromPath() throws {
    if lockedLog != nil { return }
    if try FileStatus(path: givenPath)?.identity != log?.file.identity { return try openForReading() }
    try refresh()
  }

  /// Whether another process has begun a record.
  var isBeingWritten: Bool { (try? log?.isBegun) ?? false }

  /// Reads what other processes have written; call this with the file locked.
  func catchUp(_ log: Log) throws {
    let pointer = header.load()
    // Another program may have copied a file over this one whose commit pointer is the same by chance.
    let isSameFile = header.hasSalt(log.seed.salt)
    if isSameFile, pointer == log.pointer { return }
    if try !isSameFile || !replay(to: pointer, of: log) { try attach(log.file, .exclusive) }
  }

  /// Applies the new records up to a commit pointer, and announces their changes.
  ///
  /// - Returns: Whether the pointer follows the last one and the records are undamaged. If not, nothing is applied.
  private func replay(to pointer: CommitPointer, of log: Log) throws(DefaultsError) -> Bool {
    guard pointer.isValid, !pointer.isSuperseded, pointer.generation == log.pointer.generation,
      pointer.length >= log.end
    else {
      return false
    }
    var records: [Record] = []
    var isSound = true
    // A file that another program has cut meanwhile ends within a record, which is damage. To ask for its size would be a
    // system call more for each commit.
    try LogScan.items(of: log.file, in: log.end..<pointer.length, size: pointer.length, seed: log.seed) { item in
      if case .record(let record) = item { records.append(record) } else { isSound = false }
    }
    // The last record ends its batch, because a writer publishes no other length.
    guard isSound else { return false }
    for record in records {
      let old = contents.valueToReplace(forKey: record.key)
      contents.apply(record)
      if !record.isIgnored, old != record.compactValue { announce(record.key, old, record.compactValue) }
    }
    log.end = pointer.length
    log.pointer = pointer
    head.pointee.see(pointer.rawValue.littleEndian)
    return true
  }

  private func announce(_ key: String, _ old: CompactValue?, _ new: CompactValue?) {
    // A change that nobody observes needs no values, which may take much memory.
    // Nor is the record of a replica a setting.
    let isObserved = context.changes.isObserved && key != ReservedName.replica
    let (oldValue, newValue) = (isObserved ? old?.decoded : nil, isObserved ? new?.decoded : nil)
    if isObserved || new == nil {
      context.announce([DefaultsChange(key: key, oldValue: oldValue, newValue: newValue)])
    } else {
      context.names.raise(key)
    }
  }
}
