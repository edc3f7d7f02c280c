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

  private init(_ status: stat) {
    let known = FileStatus(status)
    (identity, size) = (known.identity, known.size)
    #if canImport(Darwin)
      (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
    #else
      (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
    #endif
  }

  /// Whether a change of the file might leave its stamp as it is, because the clock of the file system ticks seldom.
  package var isRecent: Bool {
    timespec.now(CLOCK_REALTIME).nanoseconds - max(modified, changed) < 100_000_000
  }

  /// Returns whether two stamps are of one file that nobody has written in between, whatever became of its names.
  package func isSameContents(as other: Self) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// Returns whether two stamps are of one file, at any time.
  package func isSameFile(as other: Self) -> Bool { identity == other.identity }
}
