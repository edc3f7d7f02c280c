import NamespacedDefaultsFoundation
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
      let path = parent + "/NamespacedDefaults." + UUID().uuidString
      try createDirectory(path, .ownerOnly)
      state.created = (path, getpid())
      atexit { IsolatedPlaces.removeCreated() }
      return path
    }
  }

  /// Removes the directory, unless this process is a forked child of the one that has created it.
  private static func removeCreated() {
    guard let created = state.withLock({ $0.created }), created.process == getpid() else { return }
    try? FileManager.default.removeItem(atPath: created.path)
  }
}
