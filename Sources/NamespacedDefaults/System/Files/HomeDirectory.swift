import NamespacedDefaultsPlatform

/// Returns the value of an environment variable; `nil` if there is none, or if the environment is not to be believed.
///
/// - Throws: ``DefaultsError/Code/noHomeDirectory`` for a value that is not UTF-8, which can name no directory here.
package func environmentVariable(_ name: String) throws(DefaultsError) -> String? {
  guard !hasOtherRightsThanCaller, let value = getenv(name) else { return nil }
  guard let text = String(validatingCString: value) else {
    throw DefaultsError(.noHomeDirectory, "the environment variable \(name) is not UTF-8: set it to an absolute path")
  }
  return text
}

/// Whether the program runs with other rights than those of its caller, as a set-uid program does.
///
/// Then it must not take directions from the caller.
package var hasOtherRightsThanCaller: Bool { getuid() != geteuid() || getgid() != getegid() }

/// An environment variable that root does not follow, because the directory that it names belongs to another user.
package struct UntrustedVariable: Hashable, Sendable {
  let name: String
  let directory: String
  let owner: Int

  /// Creates the record of a variable; `nil` if root follows it, or if the process is not root's.
  init?(_ name: String, _ directory: String) {
    guard let owner = anotherOwner(of: directory) else { return nil }
    self.name = name
    self.directory = directory
    self.owner = owner
  }
}

/// Returns the home directory of the user: `$HOME`, or the one in the user database.
///
/// Root has its own home, and not the one of the user who has become root.
///
/// - Parameter ignore: Gets `HOME` if root does not follow it.
/// - Returns: The path of the directory.
/// - Throws: ``DefaultsError/Code/noHomeDirectory`` for a `HOME` that is relative, and for a user without a home.
package func homeDirectory(_ ignore: (UntrustedVariable) -> Void = { _ in }) throws(DefaultsError) -> String {
  if let home = try environmentVariable("HOME"), !home.isEmpty {
    guard home.hasPrefix("/") else {
      throw DefaultsError(.noHomeDirectory, "HOME is no absolute path: set it to one")
    }
    guard let ignored = UntrustedVariable("HOME", home) else { return home.withoutTrailingSlashes }
    ignore(ignored)
  }
  guard let home = homeDirectoryInUserDatabase() else { throw .noHomeDirectory }
  return home.withoutTrailingSlashes
}

private func homeDirectoryInUserDatabase() -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(geteuid(), &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil,
      let directory = entry.pw_dir.flatMap({ String(validatingCString: $0) }), directory.hasPrefix("/")
    else { return nil }
    return directory
  }
}

extension String {
  fileprivate var withoutTrailingSlashes: String {
    var text = self[...]
    while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }
}
