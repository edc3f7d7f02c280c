import NamespacedDefaults

/// What a store reads from a file that other programs edit, or from a directory of such files.
protocol EditedContents: Sendable {
  /// Creates the contents of what does not exist.
  init()

  /// Reads a file that is another one than was read last, and passes what is in it to ``EditedFile/take(_:_:mayBeOld:failure:except:)``.
  ///
  /// - Returns: Whether it is no longer being saved.
  /// - Throws: The error for which it cannot be read.
  static func reload(_ file: EditedFile<Self>) throws(DefaultsError) -> Bool

  /// Returns the changes that lead here from other contents.
  func changes(since old: Self, in context: DefaultsStoreContext) -> [DefaultsChange]
}

/// A file that other programs edit, or a directory of such files: where it is, what was read from it, why it cannot be read,
/// and when it is read again.
///
/// Its contents are the last good ones. It is looked at once for each tick of the clock, and at each event while the store is
/// observed. An error is reported once, until the file was read well.
///
/// `@unchecked Sendable`: what changes is used with the memory of the context locked. Who has the write lock and ``lock`` reads
/// it without, because nobody changes it meanwhile, and locks memory to change it.
final class EditedFile<Contents: EditedContents>: @unchecked Sendable {
  /// The absolute path as it was given.
  let path: String
  let context: DefaultsStoreContext
  let watcher: LinkWatcher
  private let ownersInUse: Guarded<FileOwners>
  private(set) var contents = Contents()
  /// The error for which the file cannot be read, while the contents are the last good ones.
  private(set) var failure: DefaultsError?
  /// What the file was when it was last looked at and taken for good; `nil` if there was none.
  private(set) var stamp: FileStamp?
  /// Whether the file may have been changed since without another stamp.
  private(set) var mayBeOld = true
  /// The directories of the file and of the links to it; empty if there was none.
  private var directories: [FileStamp] = []
  /// Whether the file's directory was there once, so that it is not made anew.
  var hasFoundDirectory = false
  /// Whether the file has ever been read, or found missing.
  private var hasContents = false
  /// Whether a store has the file open, so that somebody may have seen the contents.
  private var isOpen = false
  /// The tick of the clock at which the file was last looked at.
  private var checkTime: UInt64 = 0
  /// The time since which the file is missing, empty or broken, unless that was taken for true.
  private var badSince: UInt64?
  /// The lock by which this process keeps others from writing the file, while it has it.
  var lock: OpenFile?

  /// Creates a file that was not read yet.
  init(path: String, owners: FileOwners = .userAndRoot) {
    self.path = path
    ownersInUse = Guarded(owners)
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(askingForChanges: watcher, place: path)
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
  }

  /// The users whose files are used, which any thread may ask for.
  var owners: FileOwners {
    get { ownersInUse.withLock { $0 } }
    set { ownersInUse.withLock { $0 = newValue } }
  }

  /// Reads the file for who opens a store; call this without memory locked.
  ///
  /// - Throws: The error for which the file cannot be read.
  func open() throws(DefaultsError) {
    defer { context.withLock { isOpen = true } }
    try synchronize()
  }

  /// Reads the file, and waits while it is being saved; call this without memory locked.
  ///
  /// - Throws: The error for which the file cannot be read.
  func synchronize() throws(DefaultsError) {
    awaitSaving()
    if let error = context.withLock({ failure }) { throw error }
  }

  /// Returns the contents of the file, or the last good ones.
  ///
  /// - Throws: The error of a file that could never be read.
  func current() throws(DefaultsError) -> Contents {
    refresh()
    if !hasContents, let failure { throw failure }
    return contents
  }

  // MARK: When it is read

  /// Whether this process writes the file, so that its values are those that it has read.
  private var isWriting: Bool { lock.map { !$0.isInherited } ?? false }

  /// Reads what others have written; the watcher's thread calls this.
  ///
  /// - Returns: Whether there is nothing to wait for. If not, the watcher calls again in a short while.
  private func takeInEvent() -> Bool { context.withLockIfFree { refresh(isForced: true) } ?? false }

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

  private func reload() -> Bool {
    watcher.restartAfterFork()
    do throws(DefaultsError) {
      guard try Contents.reload(self) else { return false }
    } catch {
      // What is there next is read, though it be the same file.
      mayBeOld = true
      record(error)
    }
    badSince = nil
    return true
  }

  /// Returns whether a file that is missing, empty or broken may be so because it is being saved.
  ///
  /// Editors rename the old file away or empty it before they write the new one.
  private func isBeingSaved(_ found: FileStamp?) -> Bool {
    if let found, !found.isRecent { return false }
    let now = CoarseClock.now
    let since = badSince ?? now
    badSince = since
    return now - since < 100_000_000
  }

  // MARK: What was read

  /// Goes on with other contents, and announces what has changed.
  ///
  /// - Parameters:
  ///   - new: The contents.
  ///   - found: The stamp of what they were read from.
  ///   - mayBeOld: Whether that may have been changed since without another stamp.
  ///   - failure: The error for which some of it could not be read.
  ///   - names: The names whose changes somebody else announces.
  func take(
    _ new: Contents,
    _ found: FileStamp?,
    mayBeOld: Bool,
    failure: DefaultsError? = nil,
    except names: Set<String> = []
  ) {
    record(failure)
    (stamp, self.mayBeOld, hasContents) = (found, mayBeOld, true)
    // While the first store is opened, nobody has seen anything.
    let changes = isOpen ? new.changes(since: contents, in: context).filter { !names.contains($0.key) } : []
    contents = new
    if !changes.isEmpty { context.announce(changes) }
  }

  private func record(_ error: DefaultsError?) {
    if let error, error != failure, isOpen { report(error) }
    if error == nil, failure != nil { context.problems.recordSuccess(.failedRead) }
    failure = error
  }

  /// Reports that the file, or the one of a name, cannot be read.
  func report(_ error: DefaultsError, key: String? = nil) {
    context.problems.problem(.failedRead, key: key, error: error).report()
  }

  /// Opens a file for reading; `nil` if there is none.
  ///
  /// - Throws: `foreignFile` if another user may have put it there.
  func opened(_ target: String) throws(DefaultsError) -> OpenFile? {
    let file = try ifPresent { () throws(DefaultsError) in try OpenFile(path: target, for: .readingOnly) }
    try file?.checkOwner(owners)
    return file
  }

  /// Reads an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - path: Its path in words.
  ///   - limit: The largest size that is read.
  ///   - words: The limit in words.
  /// - Returns: The bytes, the stamp of the file, whether it may have been changed since without another one, and whether nobody
  ///   has written it meanwhile.
  /// - Throws: `unreadableFile` for a file that is larger, or the error of a call of the system.
  func read(
    _ file: OpenFile,
    as path: String,
    upTo limit: Int,
    _ words: String
  ) throws(DefaultsError) -> (bytes: [UInt8], stamp: FileStamp, isRecent: Bool, isWhole: Bool) {
    let before = try FileStamp(of: file)
    let bytes = before.size > limit ? [] : try file.readAll(size: before.size, limit: limit)
    let size = max(before.size, bytes.count)
    guard size <= limit else {
      let reason = "\(path) has \(size) bytes, and \(words) are read at most; the file was left untouched"
      throw DefaultsError(.unreadableFile, reason, path: path)
    }
    let after = try FileStamp(of: file)
    let named = before == after ? nil : try FileStamp(path: file.path)
    // A file that another one has replaced meanwhile is whole, and only its name has changed.
    let isSame = before == after || before.isSameContents(as: after) && named != after
    return (bytes, after, after.isRecent, isSame && (bytes.count == before.size || before.size == 0))
  }

  /// Watches the file and the links to it, and returns where it is.
  func follow() throws(DefaultsError) -> (target: String, directories: [FileStamp]) {
    let (target, links) = try canonicalPath(absolute: path, owners: owners)
    watcher.follow(links + [target])
    hasFoundDirectory = hasFoundDirectory || isDirectory(parentDirectory(of: target))
    return (target, [FileStamp](directoriesOf: links + [target]))
  }
}

/// The text of one file that other programs edit.
protocol EditedText: EditedContents {
  /// The largest size in bytes of a file, which is a megabyte by default.
  static var sizeLimit: Int { get }
  /// The text, from which the contents can be read again.
  var bytes: [UInt8] { get }
  /// Whether the text has nothing in it, as that with which an editor begins.
  var isEmpty: Bool { get }

  /// Reads the text of a file.
  ///
  /// - Throws: The error of a text that cannot be read, with the path.
  init(_ bytes: [UInt8], of path: String) throws(DefaultsError)
}

extension EditedText {
  static var sizeLimit: Int { 1 << 20 }

  var isEmpty: Bool { bytes.isEmpty }

  static func reload(_ file: EditedFile<Self>) throws(DefaultsError) -> Bool { try file.reloadText() }
}

extension EditedFile where Contents: EditedText {
  fileprivate func reloadText() throws(DefaultsError) -> Bool {
    guard let found = try FileStamp(path: path) else {
      return stamp == nil && failure == nil && hasContents ? true : try takeMissing()
    }
    if found == stamp, !mayBeOld { return true }
    let (target, directories) = try follow()
    do throws(DefaultsError) {
      // It was there a moment ago.
      guard let file = try opened(target) else { return false }
      ProblemOfProcess(networkOf: file)?.report()
      self.directories = directories
      let words = "\(Contents.sizeLimit >> 20) MiB"
      let (bytes, stamp, isRecent, isWhole) = try read(file, as: path, upTo: Contents.sizeLimit, words)
      return isWhole && take(bytes, stamp, isRecent)
    } catch {
      // A link, where there was a file a moment ago.
      guard error.meansLink else { throw error }
      return false
    }
  }

  private func take(_ bytes: [UInt8], _ found: FileStamp, _ isRecent: Bool) -> Bool {
    if bytes == contents.bytes, hasContents, failure == nil {
      (stamp, mayBeOld) = (found, isRecent)
      return true
    }
    do throws(DefaultsError) {
      let new = try Contents(bytes, of: path)
      // An empty file is what an editor begins with. Its times say nothing: some file systems change the size before them.
      if new.isEmpty, !contents.isEmpty || !hasContents, isBeingSaved(nil) { return false }
      take(new, found, mayBeOld: isRecent)
    } catch {
      if isBeingSaved(found) { return false }
      (stamp, mayBeOld) = (found, isRecent)
      record(error)
    }
    return true
  }

  /// Takes in that there is no file: it was removed, or has gone with its directory.
  private func takeMissing() throws(DefaultsError) -> Bool {
    let target = try follow().target
    let isRemoved = directories.isEmpty || directories.haveLostFile(at: target)
    let reason =
      "\(path) has gone with its directory, or another directory is there now; its last values stay until the file is there "
      + "again, and an empty file has none"
    let error = isRemoved ? nil : DefaultsError(.unreadableFile, reason, path: path)
    if let error, error == failure { return true }
    // A file that was there may be on its way back, unless its name has long gone.
    let directory = isRemoved ? try? FileStamp(path: parentDirectory(of: target), ofAnyKind: true) : nil
    if stamp != nil || failure != nil, isBeingSaved(directory) { return false }
    if let error { throw error }
    directories = []
    take(Contents(), nil, mayBeOld: false)
    return true
  }

  /// Goes on with what this process has written, and announces what has changed with it besides the given names.
  func takeWritten(_ new: Contents, _ found: FileStamp, except names: Set<String>) {
    if stamp == nil, let place = try? follow() { directories = place.directories }
    take(new, found, mayBeOld: found.isRecent, except: names)
  }
}

extension [String: PropertyListValue] {
  /// Returns the changes that lead here from other values.
  func changes(since old: Self) -> [DefaultsChange] {
    Set(old.keys).union(keys).sorted().compactMap { name in
      old[name] == self[name] ? nil : DefaultsChange(key: name, oldValue: old[name], newValue: self[name])
    }
  }
}
