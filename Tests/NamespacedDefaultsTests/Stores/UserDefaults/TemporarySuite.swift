#if UserDefaults
  import Foundation
  import NamespacedDefaults

  /// A suite of a test's own, whose file goes with it.
  final class TemporarySuite: Sendable {
    let name = "NamespacedDefaultsTests.\(UUID().uuidString)"
    let store: UserDefaultsStore

    init() throws {
      store = try UserDefaultsStore(suiteName: name)
    }

    deinit {
      try? store.removeAll()
      try? FileManager.default.removeItem(at: file)
    }

    var file: URL {
      let directory =
        ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"].map { URL(filePath: $0) }
        ?? URL(filePath: NSHomeDirectory()).appending(path: ".config")
      return directory.appending(path: name + ".plist")
    }
  }
#endif
