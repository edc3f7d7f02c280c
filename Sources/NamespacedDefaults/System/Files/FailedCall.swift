import NamespacedDefaultsPlatform

extension DefaultsError {
  /// Returns an error about a system call that failed, with what a person can do about it.
  ///
  /// - Parameters:
  ///   - operation: The call's name.
  ///   - path: The path that the call concerned, or another name where it has none.
  ///   - code: The call's `errno`.
  /// - Returns: An error with the code ``Code/failedSystemCall``.
  package static func system(operation: String, path: String, code: Int32) -> Self {
    let call = FailedCall(operation: operation, path: path)
    return system(operation: operation, path: path, code: code, advice: call.advice(on: code))
  }

  /// Returns the error with the link that leads to the file that it is about, if the program has named that.
  package func reached(by path: String) -> Self { linkTarget(of: path) == nil ? self : adding("\(path) leads there") }
}

/// A call that the system has refused, and the file or directory for which it has.
private struct FailedCall {
  let operation: String
  let path: String

  /// Returns what a person can do about an error, or `nil` if the text of its code is enough.
  func advice(on code: Int32) -> String? {
    switch code {
    case EACCES, EPERM:
      (code == EPERM ? protection : nil) ?? missingPermission
        ?? "look at the owner and the permissions of the file and of its directories"
    case ENOSPC where hasNoFilesLeft: "the file system can hold no more files: remove some; df -i counts them"
    case ENOSPC, EDQUOT: "free some space"
    case EROFS: "choose a place that may be written"
    case EBUSY: "where the file alone is mounted, mount its directory"
    case EMFILE: "raise the limit of open files, ulimit -n"
    default: nil
    }
  }

  /// The file, or the nearest directory above it that exists and may be looked at; `nil` if the call has no path.
  ///
  /// A name, and a file that does not exist, are the matter of the directory.
  private var obstacle: (path: String, status: stat)? {
    guard path.hasPrefix("/") else { return nil }
    var path = ["mkdir", "rename", "unlink"].contains(operation) ? parentDirectory(of: path) : path
    var status = stat()
    while stat(path, &status) != 0 {
      guard path != "/" else { return nil }
      path = parentDirectory(of: path)
    }
    return (path, status)
  }

  /// The owner of what may not be used, and who may not use it for what; `nil` if the permissions are not the reason.
  private var missingPermission: String? {
    guard let (path, status) = obstacle else { return nil }
    let (enter, read, write) = ((X_OK, "enter"), (R_OK, "read"), (W_OK, "write"))
    let uses =
      if status.st_mode & S_IFMT != S_IFDIR {
        [read, write]
      } else {
        // A directory is read only where the call is about itself.
        path == self.path ? [enter, read, write] : [enter, write]
      }
    guard let use = uses.first(where: { access(path, $0.0) != 0 }) else { return nil }
    let mode = "mode " + String(status.st_mode & 0o777, radix: 8, digits: 4)
    let user = Self.name(of: geteuid())
    // Nobody wants settings there.
    let remedy = path == "/" ? "; set HOME, or XDG_CONFIG_HOME, to a directory of that user" : ""
    return "\(path) belongs to \(Self.name(of: status.st_uid)), \(mode), and \(user) may not \(use.1) it\(remedy)"
  }

  /// Names no other user than root, because the list of users may be on a server.
  private static func name(of user: uid_t) -> String { user == 0 ? "root" : "user \(user)" }

  #if os(Linux) || os(Android)
    /// The mark that keeps everyone from changing the file or its directory; `nil` if there is none.
    private var protection: String? {
      guard path.hasPrefix("/") else { return nil }
      for path in [path, parentDirectory(of: path)] {
        guard let attributes = LinuxCalls.attributes(of: path) else { continue }
        if attributes & 0x10 != 0 { return "\(path) is immutable; chattr -i takes that away" }
        if attributes & 0x20 != 0 { return "\(path) can only be appended to; chattr -a takes that away" }
      }
      return nil
    }

    /// Whether there is no room for another file, however much space is left.
    private var hasNoFilesLeft: Bool {
      guard ["open", "mkdir"].contains(operation), let obstacle else { return false }
      var system = statvfs()
      return statvfs(obstacle.path, &system) == 0 && system.f_files > 0 && system.f_ffree == 0
    }
  #else
    private var protection: String? { nil }
    // On Apple platforms the call needs a reason in the privacy manifest.
    private var hasNoFilesLeft: Bool { false }
  #endif
}
