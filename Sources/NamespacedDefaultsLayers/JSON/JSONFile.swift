import NamespacedDefaults

/// The file of a path, which all stores of it in a process share, and the state of its writer.
///
/// Recovery and writing are in files of their own.
///
/// `@unchecked Sendable`: only who has the write lock uses what is here, and ``EditedFile`` says who may use what is there.
final class JSONFile: @unchecked Sendable {
  let edited: EditedFile<JSONContents>
  /// What was written, and is not in memory yet.
  var written: (JSONContents, FileStamp)?
  /// The directory that could be synchronized.
  var synchronizedDirectory: String?
  var queue = LockQueue(offset: JSONIntent.queueOffset, turnLimit: 4)

  var path: String { edited.path }
  var context: DefaultsStoreContext { edited.context }
  var owners: FileOwners { edited.owners }
  var contents: JSONContents { edited.contents }

  /// The path of the lock by which the current thread writes the file; `nil` if it does not.
  private var lockOfCurrentThread: String? {
    guard context.hasWriteLock else { return nil }
    return context.withLock { edited.lock.flatMap { $0.isInherited ? nil : $0.path } }
  }

  /// Creates a file that was not read yet.
  ///
  /// - Parameter path: The absolute path as it was given.
  init(path: String) {
    edited = EditedFile(path: path)
    if let names = Self.declaredNames.withLock({ $0[path] }) { context.declare(names) }
  }

  deinit {
    let (path, names) = (path, context.declaredNames)
    Self.declaredNames.withLock { $0[path] = names }
  }

  /// Returns what the objects in the file stand for.
  func objects() throws(DefaultsError) -> JSONObjects { JSONObjects(try edited.current(), context.declaredNames) }

  /// Reads the file for who opens a store; call this without memory locked.
  ///
  /// - Throws: The error for which the file cannot be read.
  private func open() throws(DefaultsError) {
    do throws(DefaultsError) {
      try edited.open()
    } catch {
      guard (try? recover()) != nil else { throw error }
      try edited.open()
    }
  }

  /// Reads the file, and waits until its name is on the disk; its content is.
  ///
  /// Call this without memory locked.
  func synchronize() throws(DefaultsError) {
    try edited.synchronize()
    guard context.withLock({ edited.stamp }) != nil else { return }
    try synchronizeDirectory(parentDirectory(of: canonicalPath(absolute: path, owners: owners).path))
  }

  /// Goes on with what this process has written, if it is new, and announces what has changed with it besides the changes themselves.
  func apply(_ changes: [DefaultsChange]) {
    guard let (new, stamp) = written else { return }
    written = nil
    edited.takeWritten(new, stamp, except: Set(changes.map(\.key)))
  }
}

extension JSONFile {
  /// What this process has said of the names in files that it no longer has open, by their paths.
  private static let declaredNames = Guarded([String: DeclaredNames]())
  /// The files in use, one for each path as it was given; all stores of one path share it.
  private static let files = WeakTable()

  /// Returns the other path by which the current thread has a lock.
  static func pathLockedByCurrentThread(_ lockPath: String, besides path: String) -> String? {
    files.first { (file: JSONFile) in file.path != path && file.lockOfCurrentThread == lockPath ? file.path : nil }
  }

  /// Returns the file of a path, after it was read.
  ///
  /// A file that cannot be read is an error if it is required. If not, that is reported, and each read throws it.
  static func file(at path: String, owners: FileOwners, isRequired: Bool) throws -> JSONFile {
    let path = try givenPath(path, owners: owners)
    if isRequired { _ = try canonicalPath(absolute: path, owners: owners) }
    let file = files.value(for: path, life: \.context.problems) { JSONFile(path: path) }
    if owners == .anyone { file.edited.owners = .anyone }
    do throws(DefaultsError) {
      try file.open()
    } catch {
      if isRequired { throw error }
      file.edited.report(error)
    }
    return file
  }
}
