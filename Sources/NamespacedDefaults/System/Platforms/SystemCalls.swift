import NamespacedDefaultsPlatform

/// Makes a system call, and repeats it as long as a signal interrupts it.
///
/// - Returns: The result of the call.
/// - Throws: ``DefaultsError/Code/failedSystemCall`` when the call returns -1.
@inline(__always)  // on the way of every write to a file
@discardableResult
func systemCall<Result: FixedWidthInteger>(
  _ operation: String,
  _ path: String,
  _ call: () -> Result
) throws(DefaultsError) -> Result {
  try announceCall(operation, path)
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw .system(operation: operation, path: path, code: code) }
  }
}

/// Announces a system call to tests, which may let it fail.
@inline(__always)
func announceCall(_ operation: String, _ path: String) throws(DefaultsError) {
  #if DEBUG
    try FileSystemChange.announce(path, .call(operation))
  #endif
}

/// Makes a system call that changes the file system, after it has announced the change.
@inline(__always)  // as above
@discardableResult
func systemCall<Result: FixedWidthInteger>(
  _ operation: String,
  _ path: String,
  making change: @autoclosure () -> FileSystemChange.Kind,
  _ call: () -> Result
) throws(DefaultsError) -> Result {
  try FileSystemChange.announce(path, change())
  return try systemCall(operation, path, call)
}

/// Makes a system call, or another one if the file system does not support the first.
@discardableResult
func systemCall<Result: FixedWidthInteger>(
  _ operation: String,
  _ path: String,
  _ call: () -> Result,
  ifUnsupported otherOperation: String,
  _ otherCall: () -> Result
) throws(DefaultsError) -> Result {
  do {
    return try systemCall(operation, path, call)
  } catch {
    guard error.systemCode == ENOTSUP || error.systemCode == EINVAL else { throw error }
    return try systemCall(otherOperation, path, otherCall)
  }
}

/// Waits until a file or a directory would survive a loss of power.
///
/// - Parameters:
///   - descriptor: The descriptor of the file or directory.
///   - path: Its path.
///   - includesTimes: Whether to wait also for what is not needed to read the file again.
/// - Throws: ``DefaultsError/Code/failedSystemCall``.
func synchronize(_ descriptor: Int32, _ path: String, includingTimes includesTimes: Bool) throws(DefaultsError) {
  assertReadsGoOn()
  #if canImport(Darwin)
    // On Darwin, fsync(2) does not wait for the drive's own cache. Some network and external volumes have nothing better.
    try systemCall("fcntl", path, { fcntl(descriptor, F_FULLFSYNC) }, ifUnsupported: "fsync", { fsync(descriptor) })
  #else
    if includesTimes {
      try systemCall("fsync", path) { fsync(descriptor) }
    } else {
      try systemCall("fdatasync", path) { fdatasync(descriptor) }
    }
  #endif
}

/// Opens a file with a descriptor that is no standard stream.
///
/// If a standard stream is closed, the system gives its number to the next file that is opened. What the program prints
/// would then go into that file.
///
/// - Returns: The descriptor.
/// - Throws: ``DefaultsError/Code/failedSystemCall`` when the file cannot be opened.
func openedFile(_ path: String, _ open: () -> Int32) throws(DefaultsError) -> Int32 {
  let descriptor = try systemCall("open", path, open)
  guard descriptor <= STDERR_FILENO else { return descriptor }
  defer { close(descriptor) }
  return try systemCall("fcntl", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
}

/// Writes a string to standard error in one call, so that the lines of several threads do not mix.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Runs a body that makes system calls through other code, and returns the `errno` that it leaves, or 0.
func systemCode(of body: () -> Void) -> Int32 {
  errno = 0
  body()
  return errno
}

/// The codes of failed calls that other files compare with, or throw themselves.
enum SystemCode {
  static let inputOutput = EIO
  static let noSuchFile = ENOENT
  static let fileExists = EEXIST
  static let fileTooLarge = EFBIG
  static let noMemory = ENOMEM
  static let wouldBlock = EWOULDBLOCK
  static let tryAgain = EAGAIN
}
