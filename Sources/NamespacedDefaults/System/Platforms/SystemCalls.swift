import NamespacedDefaultsPlatform
import Synchronization

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

/// A change that this process makes in the file system.
///
/// Tests observe the changes of a workload. They build from them what a loss of power or a kill may leave.
struct FileSystemChange: Sendable {
  enum Kind: Sendable {
    case creation(FileIdentity)
    case write(FileIdentity, [UInt8], offset: Int)
    case truncation(FileIdentity, size: Int)
    case synchronization(FileIdentity)
    case directoryCreation
    case rename(newPath: String)
    case exchange(otherPath: String)
    case removal
    case directorySynchronization
    /// A call of the system, whatever it does; see ``observe(callsToo:_:during:)``.
    case call(_ operation: String)
  }

  /// A closure that gets each change before it is made; the error that it throws is that of the system call.
  typealias Observer = @Sendable (FileSystemChange) throws(DefaultsError) -> Void

  let path: String
  let kind: Kind

  private static let isObserved = Atomic(false)
  private static let observers = Guarded((byID: [Int: (observer: Observer, hasCalls: Bool)](), lastID: 0))

  /// Calls the observers, if there are any.
  @inline(__always)
  static func announce(_ path: String, _ kind: @autoclosure () -> Kind) throws(DefaultsError) {
    if isObserved.load(ordering: .relaxed) { try callObservers(FileSystemChange(path: path, kind: kind())) }
  }

  private static func callObservers(_ change: FileSystemChange) throws(DefaultsError) {
    let isCall = if case .call = change.kind { true } else { false }
    for (observer, hasCalls) in observers.withLock({ Array($0.byID.values) }) where hasCalls || !isCall {
      try observer(change)
    }
  }

  /// Calls an observer for each change that any thread of the process makes while the body runs.
  ///
  /// - Parameters:
  ///   - hasCalls: Whether the observer gets each call of the system too, in a debug build.
  ///   - observer: The observer.
  ///   - body: The body.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  static func observe<Result>(
    callsToo hasCalls: Bool = false,
    _ observer: @escaping Observer,
    during body: () throws -> Result
  ) rethrows -> Result {
    let id = observers.withLock {
      $0.lastID += 1
      $0.byID[$0.lastID] = (observer, hasCalls)
      isObserved.store(true, ordering: .relaxed)
      return $0.lastID
    }
    defer {
      observers.withLock {
        $0.byID[id] = nil
        isObserved.store(!$0.byID.isEmpty, ordering: .relaxed)
      }
    }
    return try body()
  }
}
