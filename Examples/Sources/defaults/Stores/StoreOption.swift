import ArgumentParser
import NamespacedDefaults

/// Which store a command works on.
struct StoreOption: ParsableArguments {
  @OptionGroup var choice: StoreChoice

  func validate() throws {
    guard !choice.isMade else { return }
    throw ValidationError(
      "Which store? Name it with --store, such as \"--store my-app\" or \"--store ./my-app.defaults\", "
        + "or set the environment variable DEFAULTS_STORE."
    )
  }

  /// The store, whether it exists or not.
  func opened() throws -> any DefaultsStore { try choice.opened() }

  /// The store, for commands that only make sense with one that is there.
  func openedIfPresent() throws -> any DefaultsStore { try choice.openedIfPresent() }
}

/// A store, if one is named.
struct StoreChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: its name, or the path of its file.",
      discussion: """
        With a slash in it, it is the path of a file. Otherwise it is a name, usually the program's: on Apple \
        platforms of a UserDefaults suite, elsewhere of a file in $XDG_CONFIG_HOME or ~/.config. \
        Default: the environment variable DEFAULTS_STORE.
        """,
      valueName: "name|path"
    ),
    completion: .stores
  )
  var store: String?

  @Flag(
    help: """
      Use the file even if it belongs to another user, who may have put it there: as root, on the settings of a service.
      """
  )
  var anyOwner = false

  var isMade: Bool { store != nil || getenv("DEFAULTS_STORE") != nil }

  func opened() throws -> any DefaultsStore {
    let name = try store ?? ProgramArguments.environment("DEFAULTS_STORE") ?? ""
    return try Self.open(name, owners: anyOwner ? .anyone : .userAndRoot)
  }

  /// The store of a name or a path, whether it exists or not.
  static func open(_ name: String, owners: FileStore.Owners = .userAndRoot) throws -> any DefaultsStore {
    #if canImport(Darwin)
      guard name.contains("/") else { return try UserDefaultsStore(suiteName: name) }
    #endif
    return try name.contains("/") ? FileStore(path: name, owners: owners) : FileStore(name: name, owners: owners)
  }

  func openedIfPresent() throws -> any DefaultsStore {
    let store = try opened()
    if let file = store as? FileStore, !FileManager.default.fileExists(atPath: file.path) {
      throw NotFound(description: "There is no store at \(file.path). \(neighbours(of: file.path))")
    }
    return store
  }

  /// Which stores there are beside one that is missing.
  private func neighbours(of path: String) -> String {
    let names = StoreDirectory(path: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)).names
    return names.isEmpty ? "\"defaults write\" creates it." : "Beside it are: \(names.joined(separator: ", "))."
  }
}
