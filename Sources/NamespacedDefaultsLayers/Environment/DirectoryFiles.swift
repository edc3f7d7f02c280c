import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The files of a directory, as they were at one moment.
///
/// `@unchecked Sendable`: what changes is used with the memory of the context locked.
final class DirectoryFiles: ReadOnlyStorage, @unchecked Sendable {
  private static let fileLimit = 1 << 20
  private static let sizeLimit = 16 << 20

  /// What was read, or why not; `stamp` shows whether a file is still the same.
  private struct File {
    var stamp: FileStamp?
    var value: Result<PropertyListValue, DefaultsError>?
    /// The bytes of which the value was made.
    var bytes = Data()
    /// The file to which links lead.
    var target: String?
    /// The directories of the file and of the links to it.
    var directories: [FileStamp] = []
    var size = 0
    var isBeingWritten = false
  }

  /// What the directory was when it was read.
  private struct Version {
    /// The directory that has the files; `nil` if there is none.
    var stamp: FileStamp?
    /// Whether it is one that is exchanged as a whole, so that nobody writes into its files.
    var isExchanged = false
    var files: [String: File] = [:]
    /// Whether a change might have left all stamps as they are.
    var isRecent = false

    /// Returns whether it is of the same directory, whose names nobody has changed since.
    func isSameDirectory(as other: Self) -> Bool { stamp == other.stamp && isExchanged == other.isExchanged }
  }

  let path: String
  let context: DefaultsStoreContext
  private let owners: FileOwners
  private let watcher: LinkWatcher
  private var version: Version?
  /// The files as they were before, whose values observers may be about to get.
  private var formerFiles: [String: File] = [:]
  private var failure: DefaultsError?
  /// The error of files that have gone with their directory, and whose last values stay.
  private var vanished: DefaultsError?
  /// The tick of the clock at which the directory was last looked at.
  private var checkTime: UInt64 = 0

  init(path: String, owners: FileOwners) {
    (self.path, self.owners) = (path, owners)
    watcher = LinkWatcher(path: path)
    context = DefaultsStoreContext(askingForChanges: watcher, place: path)
    watcher.onEvent { [weak self] in self?.takeInEvent() ?? true }
    var wait = LockWait(limit: .seconds(1))
    while !context.withLock({ refresh(isForced: true) }), let pause = wait.nextPause() { pause.pass() }
  }

  // MARK: Reading

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    ReservedName.isReserved(name) ? nil : try current().files[name]?.value?.get()
  }

  func storedKeys() throws -> [String] { try current().files.filter { $1.value != nil }.map(\.key) }

  /// Returns the paths of files in directories of the directory; none if there is no such directory.
  func namesInDirectories() throws(DefaultsError) -> [String] {
    var names: [String] = []
    do { names = try namesInDirectory(path) } catch { guard error.meansNoFile else { throw error } }
    return names.filter { $0.first != "." && isDirectory("\(path)/\($0)") }.flatMap { name in
      ((try? namesInDirectory("\(path)/\(name)")) ?? []).filter { $0.first != "." }.map { "\(name)/\($0)" }
    }
  }

  func advice(_ names: [String]) -> String {
    let files = names.map { "\(path)/\($0)" }.joined(separator: ", ")
    return "a program does not write this directory: write or remove \(files) where it comes from"
  }

  func synchronize() throws(DefaultsError) {
    refresh(isForced: true)
    if let error = failure ?? vanished { throw error }
  }

  /// Returns the bytes of a file of which a value of it is the text.
  func bytes(ofText text: String, forKey name: String) -> Data? {
    [version?.files[name], formerFiles[name]].lazy.compactMap(\.self)
      .first { (try? $0.value?.get()) == .string(text) }?.bytes
  }

  private func current() throws(DefaultsError) -> Version {
    refresh()
    if version == nil, let failure { throw failure }
    return version ?? Version()
  }

  // MARK: Looking for changes

  /// Reads what has changed; the watcher's thread calls this.
  private func takeInEvent() -> Bool { context.withLockIfFree { refresh(isForced: true) } ?? false }

  /// Reads what has changed; does nothing until the next tick of the clock, unless it must.
  ///
  /// - Returns: Whether nothing is being written.
  @discardableResult
  private func refresh(isForced: Bool = false) -> Bool {
    let now = CoarseClock.now
    guard isForced || now != checkTime else { return true }
    checkTime = now
    defer { context.recordCurrent(at: now) }
    do throws(DefaultsError) {
      guard let new = try newVersion() else { return failure == nil }
      return try take(new)
    } catch {
      if failure != error { context.problems.problem(.failedRead, key: nil, error: error).report() }
      failure = error
      return true
    }
  }

  /// Returns which directory has the files now: that of `..data`, if there is one.
  private func find() throws(DefaultsError) -> Version {
    if let stamp = try FileStamp(path: path + "/..data", ofAnyKind: true) {
      return Version(stamp: stamp, isExchanged: true, isRecent: stamp.isRecent)
    }
    let stamp = try FileStamp(path: path, ofAnyKind: true)
    return Version(stamp: stamp, isRecent: stamp?.isRecent == true)
  }

  /// Returns what has not been read yet, without its files; `nil` if that is nothing.
  private func newVersion() throws(DefaultsError) -> Version? {
    let found = try find()
    guard let version, failure == nil, !version.isRecent, version.isSameDirectory(as: found) else { return found }
    if found.isExchanged { return nil }
    let isSame = version.files.allSatisfy { (try? FileStamp(path: "\(path)/\($0)")) == $1.stamp }
    return isSame ? nil : found
  }

  /// Reads the files of a version, and goes on with it.
  ///
  /// - Returns: Whether nothing is being written.
  private func take(_ found: Version) throws(DefaultsError) -> Bool {
    var new = found
    let source = path + (found.isExchanged ? "/..data" : "")
    let (directory, links) = try canonicalPath(absolute: source, owners: owners)
    let home = found.isExchanged ? try canonicalPath(absolute: path, owners: owners).path : directory
    var watched = [home + "/"] + links
    do throws(DefaultsError) {
      if found.stamp != nil { try read(directory, of: home, into: &new) }
    } catch {
      // It has just been exchanged, or has gone.
      let isAsFound = !found.isExchanged && (try? FileStamp(path: path, ofAnyKind: true)) == found.stamp
      guard error.meansNoFile, !isAsFound else { throw error }
      return false
    }
    // A part of what was read may be of another version, or was removed already.
    if found.isExchanged {
      guard try canonicalPath(absolute: source, owners: owners).path == directory else { return false }
    } else {
      watched += new.files.values.compactMap(\.target).sorted()
    }
    watcher.follow(watched)
    if failure != nil { context.problems.recordSuccess(.failedRead) }
    (failure, new) = (nil, keepingGoodValues(new))
    keepVanishedFiles(in: &new)
    let old = version
    version = new
    // Files that have just been written are read again, and are the same.
    for (name, file) in old?.files ?? [:] where file.bytes != new.files[name]?.bytes { formerFiles[name] = file }
    announce(old?.files ?? [:], new.files)
    return !new.files.values.contains(where: \.isBeingWritten)
  }

  /// Returns a version with the last good values of the files that cannot be read now.
  private func keepingGoodValues(_ version: Version) -> Version {
    var version = version
    for (name, file) in version.files {
      let old = self.version?.files[name]
      var isKept = file.isBeingWritten
      if case .failure(let error) = file.value, case .success = old?.value {
        context.problems.problem(.failedRead, key: name, error: error).report()
        isKept = true
      }
      if isKept {
        version.files[name]?.value = old?.value
        version.files[name]?.bytes = old?.bytes ?? Data()
      }
    }
    return version
  }

  /// Takes over the files that nobody has removed, and that have gone with their directory, or are not in another one there.
  private func keepVanishedFiles(in new: inout Version) {
    let lost = (version?.files ?? [:]).filter { name, file in
      guard new.files[name] == nil, file.value != nil else { return false }
      // What a directory that is exchanged as a whole no longer has was removed.
      if new.isExchanged { return !file.directories.haveLostFile(at: "\(path)/..data/\(name)", from: path) }
      guard let place = try? canonicalPath(absolute: "\(path)/\(name)", owners: owners).path else { return true }
      return !file.directories.haveLostFile(at: place)
    }
    for (name, var file) in lost {
      (file.stamp, file.isBeingWritten) = (nil, false)
      new.files[name] = file
    }
    let names = lost.keys.sorted().joined(separator: ", ")
    let reason =
      "\(path) has gone, or is another directory without \(names); the last values stay until the files are there again"
    let error = lost.isEmpty ? nil : DefaultsError(.unreadableFile, reason, path: path)
    if let error, error != vanished { context.problems.problem(.failedRead, key: nil, error: error).report() }
    if error == nil, vanished != nil { context.problems.recordSuccess(.failedRead) }
    vanished = error
  }

  private func announce(_ old: [String: File], _ new: [String: File]) {
    let changes = Set(old.keys).union(new.keys).sorted().compactMap { name -> DefaultsChange? in
      let (old, new) = (try? old[name]?.value?.get(), try? new[name]?.value?.get())
      return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
    }
    if !changes.isEmpty { context.announce(changes) }
  }

  // MARK: Reading the files

  private func read(_ directory: String, of home: String, into version: inout Version) throws(DefaultsError) {
    var size = 0
    for name in try namesInDirectory(directory).sorted() where name.first != "." && !ReservedName.isReserved(name) {
      guard let file = read("\(directory)/\(name)", in: home, isWhole: version.isExchanged, after: size) else {
        continue
      }
      size += file.size
      version.isRecent = version.isRecent || file.stamp?.isRecent == true
      version.files[name] = file
    }
  }

  /// Reads a file; `nil` if there is none, or a directory.
  private func read(_ path: String, in home: String, isWhole: Bool, after size: Int) -> File? {
    var file = File()
    do throws(DefaultsError) {
      let (target, links) = try canonicalPath(absolute: path, owners: owners)
      guard !isDirectory(target) else { return nil }
      file.target = target
      file.directories = [FileStamp](directoriesOf: links + [target, "\(home)/."])
      file.stamp = try FileStamp(path: target)
      guard let stamp = file.stamp else { return nil }
      let open = try OpenFile(path: target, for: .readingOnly)
      try open.checkOwner(owners)
      file.size = try FileStamp(of: open).size
      try checkSize(file.size, path, after: size)
      let bytes = try open.readAll(size: file.size, limit: Self.fileLimit)
      file.size = max(file.size, bytes.count)
      try checkSize(file.size, path, after: size)
      (file.value, file.bytes) = (.success(Self.value(of: bytes)), Data(bytes))
      if !isWhole {
        let isSame = try FileStamp(path: target) == stamp
        file.isBeingWritten = !isSame || bytes.isEmpty && stamp.isRecent
      }
    } catch {
      if error.meansNoFile { return nil }
      file.value = .failure(error)
    }
    return file
  }

  private func checkSize(_ size: Int, _ path: String, after others: Int) throws(DefaultsError) {
    guard size > Self.fileLimit || size + others > Self.sizeLimit else { return }
    let limits = "\(Self.fileLimit >> 20) MiB of a file at most, and \(Self.sizeLimit >> 20) MiB of all"
    throw DefaultsError(.unreadableFile, "\(path) has \(size) bytes, and a DirectoryStore reads \(limits)", path: path)
  }

  /// Returns the text without the mark of its byte order and one line end, or data that are no text.
  private static func value(of bytes: [UInt8]) -> PropertyListValue {
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let text = String(validating: text, as: UTF8.self) else { return .data(Data(bytes)) }
    return .string(text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text)
  }
}
