import NamespacedDefaults

/// The contents of a file in memory, and the state of the file when they were read.
///
/// It is not Sendable: ``JSONFile`` hands it out. Reading is in this file, and locks memory. Writing is in files of its own: who
/// has the write lock and the lock of the file reads what is here without, because nobody changes it meanwhile, and locks memory to
/// change it.
final class JSONEngine {
  /// The time in nanoseconds for which a file that is missing, empty or broken is taken for one that is being saved.
  ///
  /// Editors rename the old file away or empty it before they write the new one.
  static let savingTime: UInt64 = 100_000_000

  let path: String
  let context: DefaultsStoreContext
  private let watcher: LinkWatcher
  private let ownersInUse = Guarded(FileOwners.userAndRoot)
  private(set) var contents = JSONContents()
  /// What the file was when it was last looked at and taken for good; `nil` if there was none.
  private(set) var stamp: FileStamp?
  /// The directories of the file and of the links to it; empty if there was none.
  private var directories: [FileStamp] = []
  /// The error for which the file cannot be read, while the contents are the last good ones.
  private(set) var failure: DefaultsError?
  /// Whether the file's directory was there once, so that it is not made anew.
  var hasFoundDirectory = false
  /// Whether the file has ever been read, or found missing.
  private var hasContents = false
  /// Whether a store has the file open, so that somebody may have seen the contents.
  private var isOpen = false
  /// Whether the file may have been changed since without another stamp.
  private var mayBeOld = true
  /// The tick of the clock at which the file was last looked at.
  private var checkTime: UInt64 = 0
  /// The time since which the file is missing, empty or broken, unless that was taken for true.
  private var badSince: UInt64?
  /// What was written, and is not in memory yet.
  var written: (JSONContents, FileStamp)?
  /// The lock, while this process has it.
  var lock: OpenFile?
  /// The directory that could be synchronized, for the thread that has the write lock.
  var synchronizedDirectory: String?
  var queue = LockQueue(offset: JSONIntent.queueOffset, turnLimit: 4)

  init(path: String, context: DefaultsStoreContext, watcher: LinkWatcher) {
    self.path = path
    self.context = context
    self.watcher = watcher
  }

  /// The users whose files are used, which any thread may ask for.
  var owners: FileOwners {
    get { ownersInUse.withLock { $0 } }
    set { ownersInUse.withLock { $0 = newValue } }
  }

  /// Whether this process writes the file, so that its values are those that it has read.
  private var isWriting: Bool { lock.map { !$0.isInherited } ?? false }

  /// Returns the contents of the file, or the last good ones.
  ///
  /// - Throws: The error of a file that could never be read.
  func contents(refreshing: Bool) throws(DefaultsError) -> JSONContents {
    if refreshing { refresh() }
    if !hasContents, let failure { throw failure }
    return contents
  }

  /// Returns what the objects in the file stand for.
  func objects() throws(DefaultsError) -> JSONObjects {
    JSONObjects(try contents(refreshing: true), context.declaredNames)
  }

  /// Reads the file for who opens a store; call this without memory locked.
  ///
  /// - Throws: The error for which the file cannot be read.
  func open() throws(DefaultsError) {
    awaitSaving()
    if context.withLock({ failure }) != nil, (try? recover()) != nil { awaitSaving() }
    let error = context.withLock {
      isOpen = true
      return failure
    }
    if let error { throw error }
  }

  /// Reads the file, and waits until its name is on the disk; its content is.
  ///
  /// Call this without memory locked.
  func synchronize() throws(DefaultsError) {
    awaitSaving()
    let (error, isThere) = context.withLock { (failure, stamp != nil) }
    if let error { throw error }
    guard isThere else { return }
    try synchronizeDirectory(parentDirectory(of: canonicalPath(absolute: path, owners: owners).path))
  }

  /// Reads what others have written; does nothing until the next tick of the clock, unless it must.
  ///
  /// - Returns: Whether the file is no longer being saved.
  @discardableResult
  func refresh(isForced: Bool = false) -> Bool {
    if isWriting { return true }
    let now = CoarseClock.now
    guard isForced || now != checkTime else { return true }
    checkTime = now
    let isSaved = reload()
    context.recordCurrent(at: now)
    return isSaved
  }

  /// Reads what others have written, and waits while the file is being saved; call this without memory locked.
  ///
  /// - Parameter isWriter: Whether the thread has the write lock. If not, there is nothing to read while another one writes.
  func awaitSaving(asWriter isWriter: Bool = false) {
    var wait = LockWait(limit: .seconds(1))
    func isSaved() -> Bool {
      context.withLock {
        if isWriting, !isWriter { return true }
        checkTime = CoarseClock.now
        return reload()
      }
    }
    while !isSaved(), let pause = wait.nextPause() { pause.pass() }
  }

  /// Reads the file if it is another one.
  ///
  /// - Returns: Whether the file is no longer being saved.
  private func reload() -> Bool {
    do throws(DefaultsError) {
      guard let found = try FileStamp(path: path) else {
        if stamp == nil, failure == nil, hasContents { return endSaving() }
        return loadMissing(at: try follow().target)
      }
      if found == stamp, !mayBeOld { return endSaving() }
      let (target, links) = try follow()
      let file = try OpenFile(path: target, for: .readingOnly)
      try file.checkOwner(owners)
      directories = [FileStamp](directoriesOf: links + [target])
      ProblemOfProcess(networkOf: file)?.report()
      let before = try FileStamp(of: file)
      guard before.size <= JSONContents.sizeLimit else { throw tooLarge(before.size) }
      let bytes = try file.readAll(size: before.size)
      let after = try FileStamp(of: file)
      // A file that another one has replaced meanwhile is whole, and only its name has changed.
      if before != after {
        guard before.isSameContents(as: after), try FileStamp(path: path) != after else { return false }
      }
      guard bytes.count == before.size || before.size == 0 else { return false }
      return load(bytes, after)
    } catch {
      // It was there a moment ago.
      if error.meansNoFile || error.meansLink { return false }
      return recordFailure(error, nil)
    }
  }

  private func tooLarge(_ size: Int) -> DefaultsError {
    let limit = JSONContents.sizeLimit >> 20
    let reason = "\(path) has \(size) bytes, and a JSONStore reads \(limit) MiB at most; the file was left untouched"
    return DefaultsError(.unreadableFile, reason, path: path)
  }

  private func follow() throws(DefaultsError) -> (target: String, links: [String]) {
    let (target, links) = try canonicalPath(absolute: path, owners: owners)
    watcher.follow(links + [target])
    hasFoundDirectory = hasFoundDirectory || isDirectory(parentDirectory(of: target))
    return (target, links)
  }

  private func load(_ bytes: [UInt8], _ found: FileStamp) -> Bool {
    if bytes == contents.bytes, hasContents, failure == nil {
      recordStamp(found)
      return endSaving()
    }
    do throws(JSONSyntaxError) {
      let new = try JSONContents(bytes)
      // An empty file is what an editor begins with. Its times say nothing: some file systems change the size before them.
      if new.text.root == nil, contents.text.root != nil || !hasContents, isBeingSaved(nil) { return false }
      recordStamp(found)
      show(new)
      return endSaving()
    } catch {
      let (line, column) = error.place(in: bytes)
      let reason = "\(path):\(line):\(column): \(error.reason); the file was left untouched"
      return recordFailure(DefaultsError(.unreadableFile, reason, path: path), found)
    }
  }

  /// Takes in that there is no file: it was removed, or has gone with its directory.
  private func loadMissing(at target: String) -> Bool {
    let isRemoved = directories.isEmpty || directories.haveLostFile(at: target)
    let error = isRemoved ? nil : vanished
    if let error, error == failure { return endSaving() }
    // A file that was there may be on its way back, unless its name has long gone.
    let directory = isRemoved ? try? FileStamp(path: parentDirectory(of: target), ofAnyKind: true) : nil
    if stamp != nil || failure != nil, isBeingSaved(directory) { return false }
    if let error { return recordFailure(error, nil) }
    (stamp, directories) = (nil, [])
    show(JSONContents())
    return endSaving()
  }

  /// The error of a file that has gone with its directory.
  private var vanished: DefaultsError {
    let reason =
      "\(path) has gone with its directory, or another directory is there now; its last values stay until the file is there "
      + "again, and {} is an empty one"
    return DefaultsError(.unreadableFile, reason, path: path)
  }

  /// Takes in that the file cannot be read.
  private func recordFailure(_ error: DefaultsError, _ found: FileStamp?) -> Bool {
    // What is there next is read, though it be the same file, if it was not read now.
    if found == nil { mayBeOld = true }
    if let found {
      if isBeingSaved(found) { return false }
      recordStamp(found)
    }
    if failure != error, hasContents { context.problems.problem(.failedRead, key: nil, error: error).report() }
    failure = error
    return endSaving()
  }

  private func show(_ new: JSONContents) {
    hasContents = true
    if failure != nil {
      failure = nil
      context.problems.recordSuccess(.failedRead)
    }
    // While the first store is opened, nobody has seen anything.
    let changes = isOpen ? new.changes(since: contents, of: context.observedNames, context.declaredNames) : []
    take(new)
    if !changes.isEmpty { context.announce(changes) }
  }

  private func take(_ new: JSONContents) {
    contents = new
    // Each part of a value is a name too, which the changes do not list.
    context.raiseAll { new.value(forKey: $0) == nil }
  }

  private func endSaving() -> Bool {
    badSince = nil
    return true
  }

  /// Returns whether a file that is missing, empty or broken may be so because it is being saved.
  private func isBeingSaved(_ found: FileStamp?) -> Bool {
    if let found, !found.isRecent { return false }
    let now = CoarseClock.now
    let since = badSince ?? now
    badSince = since
    return now - since < Self.savingTime
  }

  private func recordStamp(_ found: FileStamp) {
    stamp = found
    mayBeOld = found.isRecent
  }

  /// Goes on with what this process has written, if it is new, and announces what has changed with it besides the changes themselves.
  func apply(_ changes: [DefaultsChange]) {
    guard let (new, found) = written else { return }
    written = nil
    if stamp == nil, let (target, links) = try? follow() { directories = [FileStamp](directoriesOf: links + [target]) }
    let names = Set(changes.map(\.key))
    let others = new.changes(since: contents, of: context.observedNames, context.declaredNames)
      .filter { !names.contains($0.key) }
    take(new)
    recordStamp(found)
    if !others.isEmpty { context.announce(others) }
  }
}

extension OpenFile {
  /// Returns the bytes of the file, up to a little more than the limit of the reader.
  func readAll(size: Int) throws(DefaultsError) -> [UInt8] { try readAll(size: size, limit: JSONContents.sizeLimit) }
}
