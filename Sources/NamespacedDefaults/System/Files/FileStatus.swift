import NamespacedDefaultsPlatform

/// The status of a file.
struct FileStatus {
  let identity: FileIdentity
  let size: Int
  /// The number of the file's names; 0 for one that was deleted, or replaced where it was mounted from.
  let linkCount: Int
  let mode: mode_t
  let owner: uid_t
  let group: gid_t

  var isRegular: Bool { mode & S_IFMT == S_IFREG }
  var isLink: Bool { mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { mode & 0o777 }

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
  func irregularFile(path: String) -> DefaultsError { .unreadableFile(path: path, reason: "it is \(kind)") }

  /// What is there, in words.
  var kind: String {
    switch mode & S_IFMT {
    case mode_t(S_IFREG): "a file"
    case mode_t(S_IFLNK): "a symbolic link"
    case mode_t(S_IFDIR): "a directory"
    case mode_t(S_IFIFO): "a pipe"
    case mode_t(S_IFSOCK): "a socket"
    default: "a device"
    }
  }
}

/// Returns the permissions of the file at a path; `nil` if there is none.
package func permissions(ofFile path: String) throws(DefaultsError) -> Int? {
  try (FileStatus(path: path)?.permissions).map(Int.init)
}

extension FileStatus {
  /// Creates the status of the file at a path; `nil` if there is none.
  init?(path: String) throws(DefaultsError) {
    guard let status = try ifPresent({ () throws(DefaultsError) in try Self(nil, path) }) else { return nil }
    self = status
  }

  /// Creates the status of what is at a path, without following a link there; `nil` if there is nothing.
  init?(ofLinkOr path: String) throws(DefaultsError) {
    let status = try ifPresent { () throws(DefaultsError) in try stat.of(path, "lstat") { lstat(path, &$0) } }
    guard let status else { return nil }
    self.init(status)
  }

  init(descriptor: Int32, path: String) throws(DefaultsError) { try self.init(descriptor, path) }

  private init(_ descriptor: Int32?, _ path: String) throws(DefaultsError) {
    try announceCall("statx", path)
    #if os(Linux) || os(Android)
      if let status = try Self.statx(descriptor, path, Self.init(statx:)) {
        self = status
        return
      }
    #endif
    self.init(
      try stat.of(path, "stat") { status in
        if let descriptor { fstat(descriptor, &status) } else { stat(path, &status) }
      }
    )
  }

  #if os(Linux) || os(Android)
    // The type is that of section 2 of the manual, with an untyped pointer in place of the structure.
    private typealias Statx =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32
    private static let statxCall = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }

    /// Reads a file's status by statx(2), which can leave out the times.
    ///
    /// The times are left out because reading them makes writes slower. Since Linux 6.13, the next write after a read
    /// of the times, which stat(2) includes, records a new time. That costs more than reading the status itself
    /// (Documentation/filesystems/multigrain-ts.rst).
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the file; `nil` for the one at the path.
    ///   - path: The path.
    ///   - read: A closure that gets the `struct statx`, whose layout is the same on every Linux.
    /// - Returns: Its result, or `nil` where stat(2) must be called instead: on an old system, in a sandbox, or to find
    ///   the reason of a failure.
    /// - Throws: ``DefaultsError/Code/failedSystemCall`` if there is no file.
    @inline(__always)  // on the way of every write
    static func statx<Status>(
      _ descriptor: Int32?,
      _ path: String,
      _ read: (UnsafeRawBufferPointer) -> Status
    ) throws(DefaultsError) -> Status? {
      guard let statxCall else { return nil }
      let emptyPath: Int32 = 0x1000  // AT_EMPTY_PATH: the status of the descriptor itself
      let wanted: UInt32 = 0x31F  // STATX_TYPE, _MODE, _NLINK, _UID, _GID, _INO, _SIZE
      var status: Status?
      var code: Int32 = 0
      withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { answer in
        // A string that is passed as it is would be copied.
        let result = (descriptor == nil ? path : "").withCString { path in
          statxCall(descriptor ?? AT_FDCWD, path, descriptor == nil ? 0 : emptyPath, wanted, answer.baseAddress!)
        }
        if result == 0 { status = read(UnsafeRawBufferPointer(answer)) } else { code = errno }
      }
      if code == ENOENT || code == ENOTDIR { throw .system(operation: "statx", path: path, code: code) }
      return status
    }

    /// Creates the status from a `struct statx`.
    private init(statx answer: UnsafeRawBufferPointer) {
      let major = answer.load(fromByteOffset: 136, as: UInt32.self)
      let minor = answer.load(fromByteOffset: 140, as: UInt32.self)
      self.init(
        identity: FileIdentity(
          device: UInt64(major) << 32 | UInt64(minor),
          inode: answer.load(fromByteOffset: 32, as: UInt64.self)
        ),
        size: Int(answer.load(fromByteOffset: 40, as: UInt64.self)),
        linkCount: Int(answer.load(fromByteOffset: 16, as: UInt32.self)),
        mode: mode_t(answer.load(fromByteOffset: 28, as: UInt16.self)),
        owner: answer.load(fromByteOffset: 20, as: UInt32.self),
        group: answer.load(fromByteOffset: 24, as: UInt32.self)
      )
    }
  #endif

  init(_ status: stat) {
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

extension stat {
  /// Returns the status that a system call reports of a file.
  static func of(
    _ path: String,
    _ operation: String,
    _ call: (inout stat) -> Int32
  ) throws(DefaultsError) -> stat {
    var status = stat()
    try systemCall(operation, path) { call(&status) }
    return status
  }
}

/// Returns the result of a function; `nil` if it fails because there is no file.
package func ifPresent<Result>(_ body: () throws(DefaultsError) -> Result) throws(DefaultsError) -> Result? {
  do {
    return try body()
  } catch {
    if error.meansNoFile { return nil }
    throw error
  }
}

/// The identity of a file, which no other file has as long as this one is open in some process.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
