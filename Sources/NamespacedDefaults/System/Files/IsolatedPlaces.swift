import NamespacedDefaultsPlatform

#if os(WASI) || os(Windows)
  /// Nothing: there is no store in a file that is a person's.
  enum IsolatedPlaces {
    static func begin() {}
    static func directory() throws(DefaultsError) -> String? { nil }
  }
#else
  /// The directory that takes the place of a person's directories in a process whose tests are isolated.
  ///
  /// It is created in `$TMPDIR`, or in `/tmp`, when it is first needed, and removed when the process exits.
  enum IsolatedPlaces {
    private static let lock = Lock()
    private nonisolated(unsafe) static var areInForce = false  // guarded by `lock`
    private nonisolated(unsafe) static var created: (path: String, process: pid_t)?  // guarded by `lock`

    /// Takes the place of a person's directories from now on.
    static func begin() { lock.withLock { areInForce = true } }

    /// Returns the path of the directory; `nil` in a process whose tests are not isolated.
    ///
    /// - Throws: ``DefaultsError/Code/failedSystemCall`` if the directory cannot be created.
    static func directory() throws(DefaultsError) -> String? {
      lock.lock()
      defer { lock.unlock() }
      guard areInForce else { return nil }
      if let created { return created.path }
      let parent = try environmentVariable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      let path = try makeDirectory(parent + "/NamespacedDefaults.XXXXXX")
      created = (path, getpid())
      atexit { IsolatedPlaces.removeCreated() }
      return path
    }

    private static func makeDirectory(_ template: String) throws(DefaultsError) -> String {
      guard let name = strdup(template) else { throw .system(operation: "mkdtemp", path: template, code: errno) }
      defer { free(name) }
      guard mkdtemp(name) != nil else { throw .system(operation: "mkdtemp", path: template, code: errno) }
      return String(cString: name)
    }

    /// Removes the directory, unless this process is a forked child of the one that has created it.
    private static func removeCreated() {
      guard let created = lock.withLock({ created }), created.process == getpid() else { return }
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
#endif
