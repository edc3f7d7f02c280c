import NamespacedDefaultsPlatform

/// What tells whether a file that is replaced or written by any program is still the one that was read.
package struct FileStamp: Equatable {
  let identity: FileIdentity
  package let size: Int
  private let modified: Int64
  private let changed: Int64

  /// Creates the stamp of the regular file at a path; `nil` if there is none.
  ///
  /// - Throws: An error if there is something else, or if the file cannot be found out about.
  package init?(path: String) throws(DefaultsError) {
    var status = stat()
    do {
      try systemCall("stat", path) { stat(path, &status) }
    } catch {
      if error.meansNoFile { return nil }
      throw error
    }
    self.init(status)
    try Self.checkKind(of: status, path: path)
  }

  /// Creates the stamp of an open file.
  package init(of file: OpenFile) throws(DefaultsError) {
    var status = stat()
    try systemCall("fstat", file.path) { fstat(file.descriptor, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino)
    )
    size = Int(clamping: status.st_size)
    #if canImport(Darwin)
      (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
    #else
      (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
    #endif
  }

  private static func checkKind(of status: stat, path: String) throws(DefaultsError) {
    guard status.st_mode & S_IFMT != S_IFREG else { return }
    throw FileStatus(
      identity: FileIdentity(device: 0, inode: 0),
      size: 0,
      mode: status.st_mode,
      owner: status.st_uid,
      group: status.st_gid
    ).irregularFile(path: path)
  }

  /// Whether a change of the file might leave its stamp as it is, because the clock of the file system ticks seldom.
  package var isRecent: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.nanoseconds - max(modified, changed) < 100_000_000
  }

  /// Returns whether two stamps are of one file, at any time.
  package func isSameFile(as other: Self) -> Bool { identity == other.identity }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
