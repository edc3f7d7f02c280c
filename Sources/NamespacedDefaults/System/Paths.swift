#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits until the names in a directory would survive a loss of power.
func synchronizeDirectory(_ path: String) throws(DefaultsError) {
  let descriptor = try openedFile(path) { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
  defer { close(descriptor) }
  try systemCall("fsync", path) { fsync(descriptor) }
}

/// Creates a directory that only its owner may enter; does nothing if the path exists.
///
/// - Returns: Whether the directory was created.
@discardableResult
func createDirectory(_ path: String) throws(DefaultsError) -> Bool {
  do {
    try systemCall("mkdir", path) { mkdir(path, 0o700) }
    return true
  } catch {
    guard error.systemCode == EEXIST else { throw error }
    return false
  }
}

/// Renames a file, and replaces the file that has the new name.
func renameFile(_ path: String, to newPath: String) throws(DefaultsError) {
  try systemCall("rename", path) { rename(path, newPath) }
}

/// Removes a file if that is possible, and ignores errors.
func removeFile(_ path: String) { unlink(path) }

/// Returns the path of the directory that holds a path's last component.
func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
