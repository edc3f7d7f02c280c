/// An error on the way between a value and its store.
///
///     do {
///       try Account.key(.profile).write(profile)
///     } catch let error as DefaultsError where error.code == .failedSystemCall {
///       print("not saved: \(error)")
///     }
///
/// An error describes a value by its kind and size and never holds it, because errors are logged and a setting may be
/// a secret.
public struct DefaultsError: Error, Sendable, Equatable {
  /// What went wrong, to decide by.
  public let code: Code
  /// What went wrong and, where it helps, what a person can do about it; one sentence.
  public let message: String
  /// The file or directory concerned, if there is one.
  public let path: String?
  /// The name of the system call that failed, as in section 2 of the manual: `open`, `rename`.
  public let operation: String?
  /// The `errno` of the failed system call.
  public let systemCode: Int32?

  /// Creates an error, for stores and values of your own.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - message: The same in a sentence, without the value.
  ///   - path: The file or directory concerned.
  public init(_ code: Code, _ message: String, path: String? = nil) {
    self.init(code, message, path: path, operation: nil, systemCode: nil)
  }

  init(_ code: Code, _ message: String, path: String?, operation: String?, systemCode: Int32?) {
    self.code = code
    self.message = message
    self.path = path
    self.operation = operation
    self.systemCode = systemCode
  }
}

extension DefaultsError {
  /// The kind of an error.
  ///
  /// More of them may come with a later version.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code, for stores and values of your own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A stored value is not of the wanted type and cannot be read as one.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// A value has no stored form, or the store cannot hold it.
    public static let notEncodable = Code(rawValue: "notEncodable")
    /// Other code has stored an object that is no property list.
    public static let notPropertyList = Code(rawValue: "notPropertyList")
    /// A store's name holds a slash, `..` or a NUL, or is empty.
    public static let invalidStoreName = Code(rawValue: "invalidStoreName")
    /// A file is of another program, or of a version that this library does not know; it is left untouched.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// Neither `XDG_CONFIG_HOME` nor `HOME` names a directory for settings.
    public static let noHomeDirectory = Code(rawValue: "noHomeDirectory")
    /// The operating system refused a call.
    public static let failedSystemCall = Code(rawValue: "failedSystemCall")
  }
}

extension DefaultsError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension DefaultsError {
  /// Returns the error of a value that has no stored form.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - reason: Why it cannot be stored, without the value.
  /// - Returns: An error with the code ``Code/notEncodable``.
  public static func notEncodable(type: String, reason: String) -> Self {
    Self(.notEncodable, "\(type) cannot be stored: \(reason)")
  }

  /// Returns the error of a file that is not one of the store's.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - reason: Why it cannot be read.
  /// - Returns: An error with the code ``Code/unreadableFile``.
  public static func unreadableFile(path: String, reason: String) -> Self {
    Self(.unreadableFile, "\(path) was left untouched: \(reason)", path: path)
  }

  /// Returns the error of a name that could lead to another place than is meant.
  ///
  /// - Parameter name: The store's name.
  /// - Returns: An error with the code ``Code/invalidStoreName``.
  public static func invalidStoreName(_ name: String) -> Self {
    Self(
      .invalidStoreName,
      "\(name.debugDescription) cannot name a store: a name is not empty or \".\", and has no \"..\", \"/\" or NUL"
    )
  }

  /// The error of a process without a directory for settings.
  public static let noHomeDirectory = Self(
    .noHomeDirectory,
    "there is no directory for settings: set HOME, or XDG_CONFIG_HOME to an absolute path"
  )
}
