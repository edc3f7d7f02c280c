/// An error that is thrown when a value cannot be stored or read.
///
/// ```swift
/// do {
///   try Account.key(.profile).write(profile)
/// } catch let error as DefaultsError where error.code == .failedSystemCall {
///   print("not saved: \(error)")
/// }
/// ```
///
/// An error describes a value by its kind and size. Only the errors and problems of a key hold a short value that it cannot
/// read, and none of a key that is secret: `DefaultsKey<String?>("token").secret()`.
public struct DefaultsError: Error, Sendable, Equatable {
  /// The kind of the error, by which a program decides what to do.
  public let code: Code
  /// One sentence about what went wrong and, where it helps, what a person can do about it.
  package internal(set) var message: String
  /// The path of the file or directory concerned, if there is one.
  ///
  /// If a failed call has no path, this is the name of what it concerned, such as a `UserDefaults` suite.
  public let path: String?
  /// The name of the system or library call that failed, such as `open`, `rename` or `realpath`.
  package let operation: String?
  /// The `errno` of the failed call.
  public let systemCode: Int32?
  /// Whether the error is about one stored value, whatever else of its store can be read.
  package var isOfOneValue = false
  /// What does not fit in a value, as the message says it; see `misfit`.
  var detail: (any Sendable)?

  /// Creates an error that a store or a value type of your own throws.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: One sentence about what went wrong, without the value.
  ///   - path: The path of the file or directory concerned.
  public init(_ code: Code, _ message: String, path: String? = nil) {
    self.init(code, message, path: path, operation: nil, systemCode: nil)
  }

  init(_ code: Code, _ message: String, path: String?, operation: String?, systemCode: Int32?) {
    self.code = code
    self.message = message.printableMessage
    self.path = path
    self.operation = operation
    self.systemCode = systemCode
  }
}

extension DefaultsError {
  /// Returns whether two errors are of one kind and say the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message && left.path == right.path
      && left.operation == right.operation && left.systemCode == right.systemCode
  }
}

extension DefaultsError {
  /// The kind of an error.
  ///
  /// A later version of the library may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code for the errors of a store or a value type of your own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code of a stored value that cannot be read as the expected type.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// The code of a value that has no stored form or that the store cannot hold.
    public static let unencodableValue = Code(rawValue: "unencodableValue")
    /// The code of a value that the validation of its key does not allow.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// The code of an object that other code stored and that is no property list.
    public static let notPropertyList = Code(rawValue: "notPropertyList")
    /// The code of a name or a path that cannot be a store's.
    ///
    /// A name must not hold NUL, and no part of it may be empty, `.` or `..`. A path must not be empty or hold NUL. The
    /// name of a `UserDefaults` suite must hold no `/` and no `..`, and not be one that Foundation keeps for itself, nor
    /// that of an app group to which the program is not entitled. On macOS the system does not say so of an app group.
    public static let invalidStoreName = Code(rawValue: "invalidStoreName")
    /// The code of a file that is no store, or that has an unknown format version.
    ///
    /// The file is left untouched.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// The code of a write during which a program that does not use this library changed the file.
    ///
    /// Nothing was stored. The next call reads what the file holds now.
    public static let overwrittenFile = Code(rawValue: "overwrittenFile")
    /// The code of a write that has waited too long for another process to unlock the store.
    ///
    /// Nothing was stored. The message names the process, if the system reports which one it is.
    public static let lockTimeout = Code(rawValue: "lockTimeout")
    /// The code of a file, or of a link on the way to it, that another user may have put there.
    public static let foreignFile = Code(rawValue: "foreignFile")
    /// The code of a process in which neither `XDG_CONFIG_HOME` nor `HOME` names a directory for settings.
    public static let noHomeDirectory = Code(rawValue: "noHomeDirectory")
    /// The code of a value that an administrator has set by a configuration profile, so that a program cannot change it.
    public static let managedValue = Code(rawValue: "managedValue")
    /// The code of a write that exceeds what the store may hold, as one with a quota.
    public static let exceededQuota = Code(rawValue: "exceededQuota")
    /// The code of settings that the device keeps from the program until it is unlocked, as before its first unlocking after
    /// a restart.
    ///
    /// They are not lost, and nothing was stored. Try again when the device is unlocked.
    public static let notReadableYet = Code(rawValue: "notReadableYet")
    /// The code of a call for an object in a file that people edit, of which no declaration says whether it is one value or
    /// a namespace.
    ///
    /// Nothing was changed.
    public static let undeclaredObject = Code(rawValue: "undeclaredObject")
    /// The code of a call that the operating system refused.
    public static let failedSystemCall = Code(rawValue: "failedSystemCall")
  }
}

extension DefaultsError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension DefaultsError {
  /// Returns an error about a value that has no stored form.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - reason: The reason why it cannot be stored, without the value.
  /// - Returns: An error with the code ``Code/unencodableValue``.
  package static func notEncodable(type: String, reason: String) -> Self {
    Self(.unencodableValue, "\(type) cannot be stored: \(reason)")
  }

  /// Returns an error about a file that cannot be read as a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reason: The reason why it cannot be read.
  /// - Returns: An error with the code ``Code/unreadableFile``.
  package static func unreadableFile(path: String, reason: String) -> Self {
    Self(.unreadableFile, "\(path) was left untouched: \(reason)", path: path)
  }

  /// Returns an error about a file that another program changed during a write.
  package static func overwrittenFile(path: String) -> Self {
    Self(
      .overwrittenFile,
      "\(path) was overwritten by another program during this write; nothing was stored",
      path: path
    )
  }

  /// Returns an error about a file that others have kept locked.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The time for which the caller has waited.
  ///   - holders: The ids of the processes that hold the lock, as far as they are known.
  ///   - systemCode: The `errno` of the last attempt.
  /// - Returns: An error with the code ``Code/lockTimeout``.
  static func lockTimeout(path: String, limit: Duration, holders: [Int], systemCode: Int32) -> Self {
    let others =
      switch holders.count {
      case 0: "another process has"
      case 1: "process \(holders[0]) has"
      default: "processes \(holders.map(\.description).joined(separator: ", ")) have"
      }
    return Self(
      .lockTimeout,
      "flock \(path): \(others) kept the file locked for \(limit)",
      path: path,
      operation: "flock",
      systemCode: systemCode
    )
  }

  /// Returns an error about a store that another thread of this process has kept locked.
  ///
  /// - Parameters:
  ///   - path: The path of the store's file, if it has one.
  ///   - limit: The time for which the caller has waited.
  ///   - mayBeCircle: Whether the waiting thread has locked another store, for which the other thread may wait.
  /// - Returns: An error with the code ``Code/lockTimeout``.
  static func lockTimeout(of path: String?, limit: Duration, mayBeCircle: Bool) -> Self {
    let circle =
      mayBeCircle
      ? """
       This thread has locked another store itself, so two threads may each wait for the store of the other: let all \
      threads use several stores in one order.
      """ : ""
    return Self(
      .lockTimeout,
      """
      another thread of this process has kept \(path ?? "the store") locked for \(limit).\(circle) If it changes a \
      setting in place and waits for something meanwhile: do not pass a setting inout to an async function; pass a copy, \
      and assign the result
      """,
      path: path
    )
  }

  /// The error of a transaction that began in the parent of this process.
  static let forkedTransaction = Self(
    .lockTimeout,
    "the transaction began before a fork, and its store is locked by the parent, which commits it; nothing was changed here"
  )

  /// The error of a forked child whose store is in memory only.
  static let lostInFork = Self(
    .lockTimeout,
    """
    another thread was using the store when this process was forked, so what it has in memory may be half changed; use it in \
    one process only, or a FileStore, which reads its file again
    """
  )

  /// Returns an error about a file that this thread has locked already under another name.
  package static func lockedByThisThread(path: String, otherPath: String) -> Self {
    Self(
      .lockTimeout,
      "\(path): this thread is changing the same file as \(otherPath), and would wait for itself for ever",
      path: path
    )
  }

  static func foreignFile(path: String, owner: Int) -> Self {
    Self(
      .foreignFile,
      "\(path) was left untouched: it belongs to another user (\(owner)), who may have put it there; "
        + "open the store with owners: .anyone if that is meant",
      path: path
    )
  }

  /// Returns an error about what is in place of a file that the library makes for itself.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - owner: The user that it belongs to.
  ///   - kind: What it is.
  /// - Returns: An error with the code ``Code/foreignFile``.
  static func foreignHelper(path: String, owner: Int, _ kind: String) -> Self {
    Self(
      .foreignFile,
      "\(path) was left untouched: \(kind) of the user \(owner) is where the library keeps a file of its own; remove it, "
        + "or if it is the file of a user who shares the store, open the store with owners: .anyone",
      path: path
    )
  }

  /// Returns an error about a name that could lead to another place than the intended one.
  ///
  /// - Parameter name: The store's name.
  /// - Returns: An error with the code ``Code/invalidStoreName``.
  package static func invalidStoreName(_ name: String) -> Self {
    Self(
      .invalidStoreName,
      "\(name.debugDescription) cannot name a store: a name has no NUL, and no part of it is empty, \".\" or \"..\""
    )
  }

  /// Returns an error about a path that means no file.
  static func invalidStorePath(_ path: String, _ reason: String) -> Self {
    Self(.invalidStoreName, "\(path.debugDescription) cannot be the path of a store: \(reason)", path: path)
  }

  /// The error of a process that has no directory for settings.
  package static let noHomeDirectory = Self(
    .noHomeDirectory,
    "there is no directory for settings: the user has no home; set HOME, or XDG_CONFIG_HOME to an absolute path"
  )
}
