import NamespacedDefaultsPlatform

/// The directory that takes the place of a person's directories in a process whose tests are isolated.
///
/// It is created in `$TMPDIR`, or in `/tmp`, when it is first needed, and removed when the process exits.
enum IsolatedPlaces {
  private struct State {
    var areInForce = false
    var created: (path: String, process: pid_t)?
  }

  private static let state = Guarded(State())

  /// Takes the place of a person's directories from now on.
  static func begin() { state.withLock { $0.areInForce = true } }

  /// Returns the path of the directory; `nil` in a process whose tests are not isolated.
  ///
  /// - Throws: ``DefaultsError/Code/failedSystemCall`` if the directory cannot be created.
  static func directory() throws(DefaultsError) -> String? {
    try state.withLock { state throws(DefaultsError) in
      guard state.areInForce else { return nil }
      if let created = state.created { return created.path }
      let parent = try environmentVariable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      let path = try makeDirectory(parent + "/NamespacedDefaults.XXXXXX")
      state.created = (path, getpid())
      atexit { IsolatedPlaces.removeCreated() }
      return path
    }
  }

  private static func makeDirectory(_ template: String) throws(DefaultsError) -> String {
    guard let name = strdup(template) else { throw .system(operation: "mkdtemp", path: template, code: errno) }
    defer { free(name) }
    guard mkdtemp(name) != nil else { throw .system(operation: "mkdtemp", path: template, code: errno) }
    return String(cString: name)
  }

  /// Removes the directory, unless this process is a forked child of the one that has created it.
  private static func removeCreated() {
    guard let created = state.withLock({ $0.created }), created.process == getpid() else { return }
    removeTree(created.path)
  }

  /// Removes what is at a path, and before it what is in it, and follows no link.
  private static func removeTree(_ path: String) {
    if (try? FileKind(ofLinkOr: path))?.isLink == false, let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { removeTree(path + "/" + name) }
      }
      closedir(directory)
    }
    remove(path)
  }
}
