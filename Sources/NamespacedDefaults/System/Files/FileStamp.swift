import NamespacedDefaultsPlatform

/// The state of a file when it was read; another one shows that some program has replaced or written it.
package struct FileStamp: Equatable {
  private let identity: FileIdentity
  package let size: Int
  private let modified: Int64
  private let changed: Int64

  /// Creates the stamp of the regular file at a path, or of whatever is there; `nil` if there is nothing.
  ///
  /// - Throws: An error if there is something else, or if the file cannot be found out about.
  package init?(path: String, ofAnyKind: Bool = false) throws(DefaultsError) {
    let status = try ifPresent { () throws(DefaultsError) in try stat.of(path, "stat") { stat(path, &$0) } }
    guard let status else { return nil }
    let known = FileStatus(status)
    guard known.isRegular || ofAnyKind else { throw known.irregularFile(path: path) }
    self.init(status)
  }

  /// Creates the stamp of an open file.
  package init(of file: OpenFile) throws(DefaultsError) {
    self.init(try stat.of(file.path, "fstat") { fstat(file.descriptor, &$0) })
  }

  init(_ status: stat) {
    let known = FileStatus(status)
    (identity, size) = (known.identity, known.size)
    #if canImport(Darwin)
      (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
    #else
      (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
    #endif
  }

  /// Whether a change of the file might leave its stamp as it is, because the clock of the file system ticks seldom.
  ///
  /// Some file systems count whole seconds, and FAT every other one.
  package var isRecent: Bool {
    let second: Int64 = 1_000_000_000
    let tick = modified % second == 0 && changed % second == 0 ? 2 * second : 0
    return timespec.now(CLOCK_REALTIME).nanoseconds - max(modified, changed) < tick + 100_000_000
  }

  /// Returns whether two stamps are of one file that nobody has written in between, whatever became of its names.
  package func isSameContents(as other: Self) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// Returns whether two stamps are of one file, at any time.
  package func isSameFile(as other: Self) -> Bool { identity == other.identity }
}

extension [FileStamp] {
  /// Creates the stamps of the directories in which a file and the links to it are.
  package init(directoriesOf paths: [String]) {
    self = paths.compactMap { try? FileStamp(path: parentDirectory(of: $0), ofAnyKind: true) }
  }

  /// Returns whether a file that is missing at a path was removed from one of these directories.
  ///
  /// If not, it is out of sight with its directory, as after an unmount or in a process that has changed its root.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - directory: The directory from which it is removed; its own by default.
  /// - Returns: Whether it was removed from one of them.
  package func haveLostFile(at path: String, from directory: String? = nil) -> Bool {
    guard let directory = try? FileStamp(path: directory ?? parentDirectory(of: path), ofAnyKind: true) else {
      return false
    }
    // A link on the way may lead back there only now.
    return contains { $0.isSameFile(as: directory) } && (try? FileStamp(path: path, ofAnyKind: true)) == nil
  }
}
