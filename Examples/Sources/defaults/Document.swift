/// A file named by an argument, where `-` is the input or the output.
enum Document {
  static func read(_ name: String) throws(FileFailure) -> Data {
    if name == "-" { return try readAll(STDIN_FILENO, path: "the input") }
    let file = open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .now("read", name) }
    defer { close(file) }
    return try readAll(file, path: name)
  }

  private static func readAll(_ file: Int32, path: String) throws(FileFailure) -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { readBytes(file, into: $0) }
      if count > 0 { data += chunk[..<count] }
      if count == 0 { return data }
      if count < 0, errno != EINTR { throw .now("read", path) }
    }
  }

  /// Writes a file, or leaves the one there was before where that fails.
  ///
  /// Settings may be secrets: a new file is its owner's alone, and one that is there keeps its owner and mode. One that another
  /// user may have put there is left alone, and so is what a link of that user leads to.
  static func write(_ data: Data, to name: String) throws(FileFailure) {
    if name == "-" { return try writeBytes(Array(data), to: STDOUT_FILENO, path: "the output") }
    if let file = openFile(of: name) { return try writeBytes(Array(data), to: file, path: name) }
    var status = stat()
    guard stat(name, &status) == 0 else { return try replace(name, with: data, like: nil) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      try checkOwner(of: name, status)
      return try writeInto(name, data)
    }
    let path = try followed(name)
    try checkOwner(of: path, status)
    try replace(path, with: data, like: status)
  }

  /// Returns the open file of this process that a name means; what others have written there stays.
  private static func openFile(of name: String) -> Int32? {
    switch name {
    case "/dev/stdout": STDOUT_FILENO
    case "/dev/stderr": STDERR_FILENO
    default:
      ["/dev/fd/", "/proc/self/fd/"].lazy.compactMap { name.hasPrefix($0) ? Int32(name.dropFirst($0.count)) : nil }
        .first
    }
  }

  /// Writes into a pipe or a device, in whose place no file may be put.
  private static func writeInto(_ name: String, _ data: Data) throws(FileFailure) {
    let file = open(name, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .now("write", name) }
    defer { close(file) }
    try writeBytes(Array(data), to: file, path: name)
  }

  private static func replace(_ path: String, with data: Data, like status: stat?) throws(FileFailure) {
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    // As mkstemp makes it: new, and its owner's alone.
    let template: UnsafeMutablePointer<CChar> = strdup(directory + ".defaults-XXXXXX")
    defer { free(template) }
    let file = mkstemp(template)
    guard file >= 0 else { throw .now("write", path) }
    let temporary = String(cString: template)
    do throws(FileFailure) {
      defer { close(file) }
      try writeBytes(Array(data), to: file, path: path)
      if let status {
        // Whoever may not give it away keeps it; the mode comes second, for a new owner takes bits away. A file system without
        // modes refuses them. Without the access control list, the bits of the group would open the file to more of them.
        let keepsGroup = fchown(file, status.st_uid, status.st_gid) == 0 || fchown(file, geteuid(), status.st_gid) == 0
        let keepsList = AccessControlList.copy(from: path, to: file)
        _ = fchmod(file, status.st_mode & (keepsGroup && keepsList ? 0o7777 : 0o7707))
      }
      guard fsync(file) == 0, rename(temporary, path) == 0 else { throw FileFailure.now("write", path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Returns the path of a file without links.
  private static func followed(_ name: String, _ count: Int = 0) throws(FileFailure) -> String {
    guard name.hasPrefix("/") else { return try followed(FileManager.default.currentDirectoryPath + "/" + name) }
    var path = ""
    var components = name.split(separator: "/")[...]
    while let component = components.popFirst() {
      let directory = path
      path += "/" + component
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      try checkOwner(of: path, status)
      guard count < 40, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        throw FileFailure(operation: "write", path: name, reason: "it leads through too many links")
      }
      let next = target.hasPrefix("/") ? target : directory + "/" + target
      return try followed(([next] + components.map(String.init)).joined(separator: "/"), count + 1)
    }
    return path
  }

  /// Throws an error if another user may have put something there, as the library does of a store.
  private static func checkOwner(of path: String, _ status: stat) throws(FileFailure) {
    func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == geteuid() }
    var directory = stat()
    if isTrusted(status.st_uid) { return }
    if stat(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", &directory) == 0, isTrusted(directory.st_uid),
      directory.st_mode & 0o022 == 0
    {
      return
    }
    let reason = "it belongs to another user (\(status.st_uid)), who may have put it there"
    throw FileFailure(operation: "write", path: path, reason: reason + "; remove it, or take another name")
  }
}

/// The system's `read`, which a type with a function of this name does not find.
private func readBytes(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

/// The users and groups that a file lets in besides those of its mode.
private enum AccessControlList {
  #if os(Linux)
    private typealias Get =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    private typealias Remove = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32
    private static let name = "system.posix_acl_access"

    // The types are those of section 2 of the manual; Swift imports none of these calls.
    private static func call<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Gives a new file the list of another one, or none, as that may have; a directory can have one for what is made in it.
    ///
    /// - Returns: Whether both have the same.
    static func copy(from path: String, to file: Int32) -> Bool {
      guard let get = call("getxattr", as: Get.self) else { return true }
      var list = [UInt8](repeating: 0, count: 1 << 16)
      let count = get(path, name, &list, list.count)
      if count >= 0 { return call("fsetxattr", as: Set.self)?(file, name, list, count, 0) == 0 }
      // There is none, or the file system has none.
      guard errno == ENODATA || errno == ENOTSUP else { return false }
      return call("fremovexattr", as: Remove.self)?(file, name) == 0 || errno == ENODATA || errno == ENOTSUP
    }
  #else
    static func copy(from path: String, to file: Int32) -> Bool {
      let old = open(path, O_RDONLY | O_CLOEXEC)
      guard old >= 0 else { return false }
      defer { close(old) }
      #if canImport(Darwin)
        return fcopyfile(old, file, nil, copyfile_flags_t(COPYFILE_ACL)) == 0
      #else
        return true
      #endif
    }
  #endif
}
