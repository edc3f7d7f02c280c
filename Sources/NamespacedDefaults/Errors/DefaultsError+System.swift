import NamespacedDefaultsPlatform

extension DefaultsError {
  /// Returns an error about a system call that failed.
  ///
  /// - Parameters:
  ///   - operation: The call's name.
  ///   - path: The path that the call concerned, or another name where it has none.
  ///   - code: The call's `errno`.
  /// - Returns: An error with the code ``Code/failedSystemCall``.
  package static func system(operation: String, path: String, code: Int32) -> Self {
    let text = description(of: code) ?? "error \(code)"
    let advice = advice(on: code).map { " (\($0))" } ?? ""
    return Self(
      .failedSystemCall,
      "\(operation) \(path): \(text)\(advice)",
      path: path,
      operation: operation,
      systemCode: code
    )
  }

  private static func description(of code: Int32) -> String? {
    // Not optional on Android.
    let text: UnsafeMutablePointer<CChar>? = strerror(code)
    return text.map { String(cString: $0) }
  }

  package var meansExistingFile: Bool { systemCode == EEXIST }
  package var meansNoFile: Bool { systemCode == ENOENT || systemCode == ENOTDIR }
  /// Whether a symbolic link was where a file was to be opened, which is not followed there.
  package var meansLink: Bool { systemCode == ELOOP && operation == "open" }
  var meansReadOnly: Bool { systemCode == EACCES || systemCode == EPERM || systemCode == EROFS }

  /// Whether the process, the user or the system has too much in use.
  var meansExhaustion: Bool {
    systemCode == EMFILE || systemCode == ENFILE || systemCode == ENOMEM || systemCode == ENOSPC
  }

  var meansNoSpace: Bool { systemCode == ENOSPC || systemCode == EDQUOT || systemCode == EFBIG }

  /// Returns what a person can do about an error, or `nil` if the text of its code is enough.
  private static func advice(on code: Int32) -> String? {
    switch code {
    case EACCES, EPERM: "look at the owner and the permissions of the file and of its directories"
    case ENOSPC, EDQUOT: "free some space"
    case EROFS: "choose a place that may be written"
    case EBUSY: "where the file alone is mounted, mount its directory"
    case EMFILE: "raise the limit of open files, ulimit -n"
    default: nil
    }
  }
}
