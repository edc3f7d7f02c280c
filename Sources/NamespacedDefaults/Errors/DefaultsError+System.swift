import NamespacedDefaultsPlatform

extension DefaultsError {
  /// Returns an error about a system call that failed.
  ///
  /// - Parameters:
  ///   - operation: The call's name.
  ///   - path: The path that the call concerned, or another name where it has none.
  ///   - code: The call's `errno`.
  ///   - advice: What a person can do about it, if the text of the code is not enough.
  /// - Returns: An error with the code ``Code/failedSystemCall``.
  static func system(operation: String, path: String, code: Int32, advice: String?) -> Self {
    let text = description(of: code) ?? "error \(code)"
    let advice = advice.map { " (\($0))" } ?? ""
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

  /// Returns the error with one more clause.
  package func adding(_ clause: String) -> Self {
    Self(code, "\(message); \(clause)", path: path, operation: operation, systemCode: systemCode)
  }

  package var meansExistingFile: Bool { systemCode == EEXIST }
  package var meansNoFile: Bool { systemCode == ENOENT || systemCode == ENOTDIR }
  /// Whether a symbolic link was where a file was to be opened, which is not followed there.
  package var meansLink: Bool { systemCode == ELOOP && operation == "open" }
  package var meansReadOnly: Bool { systemCode == EACCES || systemCode == EPERM || systemCode == EROFS }

  /// Whether the process, the user or the system has too much in use.
  var meansExhaustion: Bool {
    systemCode == EMFILE || systemCode == ENFILE || systemCode == ENOMEM || systemCode == ENOSPC
  }

  var meansNoSpace: Bool { systemCode == ENOSPC || systemCode == EDQUOT || systemCode == EFBIG }
}
