import NamespacedDefaultsPlatform

/// Waits until the names in a directory would survive a loss of power.
package func synchronizeDirectory(_ path: String) throws(DefaultsError) { try OpenDirectory(path).synchronize() }

/// An open directory, whose names can be synchronized.
package final class OpenDirectory {
  package let path: String
  private let descriptor: Int32

  package init(_ path: String) throws(DefaultsError) {
    self.path = path
    descriptor = try openedFile(path) { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
  }

  deinit { close(descriptor) }

  /// Waits until the names would survive a loss of power, if the file system has something to wait for.
  package func synchronize() throws(DefaultsError) {
    try FileSystemChange.announce(path, .directorySynchronization)
    do {
      try NamespacedDefaults.synchronize(descriptor, path, includingTimes: true)
    } catch {
      // There is no such call for a directory on it, as for one that a virtual machine shares.
      guard error.systemCode == EINVAL else { throw error }
    }
  }
}

/// The permissions of new files, and those of the directories that are created with them.
package struct FilePermissions: Equatable, Sendable {
  package static let ownerOnly = FilePermissions(0o600)

  let ofFile: mode_t

  package init(_ permissions: Int) {
    ofFile = mode_t(truncatingIfNeeded: permissions & 0o777)
  }

  /// Who may read the file may enter and list its directory, and who may write it may replace it there.
  var ofDirectory: mode_t { ofFile & 0o666 | (ofFile & 0o444) >> 2 | 0o700 }
}

/// Creates a directory; does nothing if there is one.
///
/// - Returns: Whether the directory was created.
@discardableResult
func createDirectory(_ path: String, _ permissions: FilePermissions) throws(DefaultsError) -> Bool {
  do {
    try systemCall("mkdir", path) { mkdir(path, permissions.ofDirectory) }
  } catch {
    guard error.systemCode == EEXIST else { throw error }
    return false
  }
  try FileSystemChange.announce(path, .directoryCreation)
  // mkdir(2) takes away what the umask of the process has. It gets the permissions all the same, so that with a usual
  // umask another process that waits for the directory can enter it at once. A bit that the directory above hands down
  // lets the files in here belong to its group.
  if permissions != .ownerOnly {
    let inherited = try stat.of(path, "stat") { stat(path, &$0) }.st_mode & 0o2000  // S_ISGID
    try ifSupported { () throws(DefaultsError) in
      try systemCall("chmod", path) { chmod(path, permissions.ofDirectory | inherited) }
    }
  }
  return true
}

/// Creates a directory and the missing ones above it.
package func createDirectories(_ directory: String, _ permissions: FilePermissions) throws(DefaultsError) {
  do {
    try createDirectory(directory, permissions)
  } catch {
    guard error.systemCode == SystemCode.noSuchFile, directory != "/" else { throw error }
    try createDirectories(parentDirectory(of: directory), permissions)
    try createDirectory(directory, permissions)
  }
}

/// Returns whether there is a directory at a path that the process may enter.
package func isDirectory(_ path: String) -> Bool { access(path + "/.", F_OK) == 0 }

/// Returns the names in a directory, of files and of directories; those that are not UTF-8 are left out.
package func namesInDirectory(_ path: String) throws(DefaultsError) -> [String] {
  guard let directory = opendir(path) else { throw .system(operation: "opendir", path: path, code: errno) }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    // In the entry itself, which is as long as the name, and not the whole tuple.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
    }
    if let name, name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Renames a file, and replaces the file that has the new name.
package func renameFile(_ path: String, to newPath: String) throws(DefaultsError) {
  try systemCall("rename", path, making: .rename(newPath: newPath)) { rename(path, newPath) }
}

/// Removes a file if that is possible, and ignores errors.
package func removeFile(_ path: String) {
  _ = try? systemCall("unlink", path, making: .removal) { unlink(path) }
}

/// Returns the path of the directory that holds a path's last component.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Returns the path of a file in the same directory, whose name is a file's name with a suffix.
///
/// A name that would be longer than the file system allows loses its last characters before the suffix. It gets a
/// checksum in their place, so that files whose names differ only there have different siblings.
package func siblingPath(of path: String, suffix: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return path + suffix }
  let name = path[path.index(after: slash)...]
  let length = name.utf8.count + suffix.utf8.count
  // The least that is known is 143, of eCryptfs.
  guard length > 128 else { return path + suffix }
  let found = pathconf(parentDirectory(of: path), Int32(_PC_NAME_MAX))
  let limit = found > 0 ? found : 255
  guard length > limit else { return path + suffix }
  let end = "~" + String(UInt32(truncatingIfNeeded: digest(of: name.utf8)), radix: 16) + suffix
  var start = name
  while start.utf8.count + end.utf8.count > limit { start.removeLast() }
  return path[...slash] + start + end
}

/// Returns the last part of a path, by which the label of a store names its file.
package func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// Returns the digest FNV-1a of bytes with 64 bits, for where nobody profits from bytes with the digest of others.
///
/// - Parameters:
///   - bytes: The bytes.
///   - start: The digest of the bytes before them; by default there are none.
/// - Returns: The digest.
package func digest(of bytes: some Sequence<UInt8>, after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
  bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
