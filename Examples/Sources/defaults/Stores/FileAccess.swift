/// Who may read and write a file, in words.
struct FileAccess {
  private let path: String
  /// Whether a write puts another file in its place, for which the directory must be writable.
  private let isReplaced: Bool

  init(path: String, isReplaced: Bool) {
    self.path = path
    self.isReplaced = isReplaced
  }

  var words: String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "not there; you may\(mayCreate ? "" : " not") create it" }
    let (owner, group) = (Self.user(status.st_uid), Self.group(status.st_gid))
    let writers = Self.people(status.st_mode >> 1, owner, group)
    let readers = Self.people(status.st_mode >> 2, owner, group)
    let permissions =
      writers == readers
      ? "\(writers) may read and write it" : "\(writers) may write it, \(readers) may read it"
    return "belongs to \(owner); \(permissions); you may\(mayWrite ? "" : " not") write it"
  }

  /// Those who have a permission, whose bit for others is the lowest one.
  private static func people(_ mode: mode_t, _ owner: String, _ group: String) -> String {
    if mode & 0o1 != 0 { return "everyone" }
    let isGroup = mode & 0o10 != 0
    guard mode & 0o100 != 0 else { return isGroup ? "the group \(group)" : "nobody" }
    return isGroup ? "\(owner) and the group \(group)" : "\(owner) alone"
  }

  private var mayWrite: Bool { Self.mayWrite(path) && (!isReplaced || Self.mayWrite(directory)) }

  /// Whether the first directory on the way up that is there may be written.
  private var mayCreate: Bool {
    var directory = directory
    while access(directory, F_OK) != 0, directory != "/" { directory = FileAccess.parent(of: directory) }
    return Self.mayWrite(directory)
  }

  private var directory: String { Self.parent(of: path) }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func mayWrite(_ path: String) -> Bool { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

  private static func user(_ id: uid_t) -> String {
    // The entry lasts until the next call, and the tool makes its calls one after the other.
    getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "user \(id)"
  }

  private static func group(_ id: gid_t) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
  }
}
