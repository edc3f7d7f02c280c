import ArgumentParser
import Foundation
import NamespacedDefaults

/// Which store a command works on.
struct StoreOption: ParsableArguments {
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
    completion: .file()
  )
  var store: String?

  private var chosen: String? {
    store ?? ProcessInfo.processInfo.environment["DEFAULTS_STORE"]
  }

  func validate() throws {
    guard chosen == nil else { return }
    throw ValidationError(
      "Which store? Name it with --store, such as \"--store my-app\" or \"--store ./my-app.defaults\", "
        + "or set the environment variable DEFAULTS_STORE."
    )
  }

  /// The store, whether it exists or not.
  func opened() throws -> any DefaultsStore {
    let name = chosen ?? ""
    if name.contains("/") { return try FileStore(path: name) }
    #if canImport(Darwin)
      return try UserDefaultsStore(suiteName: name)
    #else
      return try FileStore(name: name)
    #endif
  }

  /// The store, for commands that only make sense with one that is there.
  func openedIfPresent() throws -> any DefaultsStore {
    let store = try opened()
    if let file = store as? FileStore, !FileManager.default.fileExists(atPath: file.path) {
      throw NotFound(description: "There is no store at \(file.path). \(neighbours(of: file.path))")
    }
    return store
  }

  /// Which stores there are beside one that is missing.
  private func neighbours(of path: String) -> String {
    let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let names = files.filter { $0.hasSuffix(".defaults") }.map { $0.dropLast(".defaults".count).printable }.sorted()
    return names.isEmpty ? "\"defaults write\" creates it." : "Beside it are: \(names.joined(separator: ", "))."
  }
}
