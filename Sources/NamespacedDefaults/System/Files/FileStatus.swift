import NamespacedDefaultsPlatform

/// The identity of a file, which no other file has as long as this one is open in some process.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

/// The status of a file.
struct FileStatus {
  let identity: FileIdentity
  let size: Int
  /// The number of the file's names; 0 for one that was deleted, or replaced where it was mounted from.
  let linkCount: Int
  private let kind: mode_t
  let permissions: mode_t
  let owner: uid_t
  let group: gid_t

  init(identity: FileIdentity, size: Int, linkCount: Int = 1, mode: mode_t, owner: uid_t, group: gid_t) {
    self.identity = identity
    self.size = size
    self.linkCount = linkCount
    kind = mode & S_IFMT
    permissions = mode & 0o777
    self.owner = owner
    self.group = group
  }

  var isRegular: Bool { kind == S_IFREG }

  /// Throws an error if the file has no name, so that nobody else could find what is written there.
  ///
  /// That is so where a file alone is mounted, and another one has taken its place where it comes from.
  func checkName(path: String) throws(DefaultsError) {
    guard linkCount == 0 else { return }
    let reason =
      "\(path) was replaced or removed where it is mounted from; mount its directory, and not the file alone"
    throw DefaultsError(.overwrittenFile, reason, path: path)
  }

  /// Returns the error about what is in place of a regular file.
  func irregularFile(path: String) -> DefaultsError {
    let name =
      switch kind {
      case mode_t(S_IFDIR): "a directory"
      case mode_t(S_IFIFO): "a pipe"
      case mode_t(S_IFSOCK): "a socket"
      default: "a device"
      }
    return .unreadableFile(path: path, reason: "it is \(name)")
  }

  /// Creates the status of the file at a path; `nil` if there is none.
  init?(path: String) throws(DefaultsError) {
    do {
      try self.init(asking: .path(path), path: path)
    } catch {
      if error.meansNoFile { return nil }
      throw error
    }
  }

  init(descriptor: Int32, path: String) throws(DefaultsError) {
    try self.init(asking: .descriptor(descriptor), path: path)
  }

  /// The form in which a system call gets a file.
  enum Name {
    case path(String)
    case descriptor(Int32)
  }

  private init(asking name: Name, path: String) throws(DefaultsError) {
    #if os(Linux) || os(Android)
      if let status = try LinuxCalls.status(of: name, path: path) {
        self = status
        return
      }
    #endif
    var status = stat()
    try systemCall("stat", path) {
      switch name {
      case .path(let path): stat(path, &status)
      case .descriptor(let descriptor): fstat(descriptor, &status)
      }
    }
    self.init(
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        inode: UInt64(truncatingIfNeeded: status.st_ino)
      ),
      size: Int(clamping: status.st_size),
      linkCount: Int(clamping: status.st_nlink),
      mode: status.st_mode,
      owner: status.st_uid,
      group: status.st_gid
    )
  }
}
