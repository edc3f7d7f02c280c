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

/// Writes a text to standard error in one call, so that the lines of several threads do not mix.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// The value of an environment variable.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Runs a body that calls the system by way of other code, and returns the `errno` that it has left, or 0.
func systemCode(of body: () -> Void) -> Int32 {
  errno = 0
  body()
  return errno
}

/// The codes of refused calls that others decide by, or make themselves.
enum SystemCode {
  static let inputOutput = EIO
  static let noSuchFile = ENOENT
  static let fileExists = EEXIST
  static let fileTooLarge = EFBIG
  static let noMemory = ENOMEM
}
