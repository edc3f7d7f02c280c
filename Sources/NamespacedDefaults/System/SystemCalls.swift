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
/// - Throws: ``DefaultsError/system(operation:path:code:)`` when the call returns -1.
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

extension DefaultsError {
  /// The `errno` of a refused system call.
  var systemCode: Int32? {
    if case .system(_, _, let code) = self { code } else { nil }
  }

  var meansNoFile: Bool { systemCode == ENOENT || systemCode == ENOTDIR }
  var meansReadOnly: Bool { systemCode == EACCES || systemCode == EPERM || systemCode == EROFS }
}

/// Opens a file as none of the standard streams: where one of those is closed, the system would give the file its
/// place, and what the program prints would go into the file.
///
/// - Returns: The descriptor.
/// - Throws: ``DefaultsError/system(operation:path:code:)`` when the file cannot be opened.
func openedFile(_ path: String, _ open: () -> Int32) throws(DefaultsError) -> Int32 {
  let descriptor = try systemCall("open", path, open)
  guard descriptor <= STDERR_FILENO else { return descriptor }
  defer { close(descriptor) }
  return try systemCall("open", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
}

/// Makes the names in a directory survive a loss of power.
func synchronizeDirectory(_ path: String) throws(DefaultsError) {
  let descriptor = try openedFile(path) { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
  defer { close(descriptor) }
  try systemCall("synchronize", path) { fsync(descriptor) }
}

/// The path of the directory that holds a path's last component.
func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
