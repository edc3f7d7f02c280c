/// What can go wrong between a value and its store.
public enum DefaultsError: Error, Sendable, Equatable {
  /// A stored value is not of the wanted type and cannot be read as one.
  case typeMismatch(expected: String, found: PropertyListValue)
  /// A value has no stored form.
  case notEncodable(type: String, reason: String)
  /// A store's name holds a slash, `..` or a NUL, or is empty.
  case invalidStoreName(String)
  /// A file is not one of ours, or of a version that this library does not know; it is left untouched.
  case unreadableFile(path: String, reason: String)
  /// Neither `XDG_CONFIG_HOME` nor `HOME` says where a user's settings are.
  case noHomeDirectory
  /// The operating system refused a call.
  case system(operation: String, path: String, code: Int32)
}

extension DefaultsError: CustomStringConvertible {
  /// One sentence a person can act on.
  public var description: String {
    switch self {
    case .typeMismatch(let expected, let found): "expected \(expected), found \(found.kind) \(found.excerpt)"
    case .notEncodable(let type, let reason): "\(type) cannot be stored: \(reason)"
    case .invalidStoreName(let name):
      "\(name.debugDescription) cannot name a store: a name is not empty or \".\", and has no \"..\", \"/\" or NUL"
    case .unreadableFile(let path, let reason): "\(path) was left untouched: \(reason)"
    case .noHomeDirectory: "there is no directory for settings: set HOME, or XDG_CONFIG_HOME to an absolute path"
    case .system(let operation, let path, let code): "\(operation) \(path): \(systemMessage(code))"
    }
  }
}
