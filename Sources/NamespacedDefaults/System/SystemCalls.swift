#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes a system call, again for as long as a signal interrupts it.
///
/// - Returns: What the call returns.
/// - Throws: ``DefaultsError/Code/failedSystemCall`` when the call returns -1.
@discardableResult
func systemCall<Result: FixedWidthInteger>(
  _ operation: String,
  _ path: String,
  _ call: () -> Result
) throws(DefaultsError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw .system(operation: operation, path: path, code: code) }
  }
}

/// Opens a file as none of the standard streams: where one of those is closed, the system would give the file its
/// place, and what the program prints would go into the file.
///
/// - Returns: The descriptor.
/// - Throws: ``DefaultsError/Code/failedSystemCall`` when the file cannot be opened.
func openedFile(_ path: String, _ open: () -> Int32) throws(DefaultsError) -> Int32 {
  let descriptor = try systemCall("open", path, open)
  guard descriptor <= STDERR_FILENO else { return descriptor }
  defer { close(descriptor) }
  return try systemCall("fcntl", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
}

/// Makes the names in a directory survive a loss of power.
func synchronizeDirectory(_ path: String) throws(DefaultsError) {
  let descriptor = try openedFile(path) { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
  defer { close(descriptor) }
  try systemCall("fsync", path) { fsync(descriptor) }
}

/// The path of the directory that holds a path's last component.
func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Writes a text to standard error in one call, so that the lines of several threads do not mix.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
