import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsLayers

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

  /// The store, for commands that write, whether it exists or not.
  func openedToWrite() throws -> any DefaultsStore {
    let store = try opened()
    try store.checkIsNoCopy()
    return store
  }

  /// The store, for commands that only make sense with one that is there.
  func openedIfPresent() throws -> any DefaultsStore { try choice.openedIfPresent() }

  /// The store, for commands that change what is there.
  func openedToChange() throws -> any DefaultsStore {
    let store = try openedIfPresent()
    try store.checkIsNoCopy()
    return store
  }
}

/// A store, if one is named.
struct StoreChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: its name, the path of its file, or its address on a server.",
      discussion: """
        With a slash in it, it is the path of a file. Otherwise it is a name, usually the program's: on Apple \
        platforms of a UserDefaults suite, elsewhere of a file in $XDG_CONFIG_HOME or ~/.config. \
        A name or path that ends in .json is that of a JSON file. postgresql://host/database#name is a store on a \
        server, if the tool was built with it, and with #replica after it, a name or path, what this machine knows of it \
        is read while the server is away. \
        Default: the environment variable DEFAULTS_STORE.
        """,
      valueName: "name|path"
    ),
    completion: .stores
  )
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The environment, and the JSON files of this name of the person and the machine, as one store.",
      discussion: """
        As programs have them with LayeredStore.standard(name:): TOOL_…, ~/.config/tool.json and /etc/xdg/tool.json. \
        The person's file is written. In DEFAULTS_STORE it is "layers:tool".
        """,
      valueName: "name"
    ),
    completion: .layers
  )
  var layers: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A key, or a namespace as in \"Audit.*\", that the program reads from the machine's file alone; may be repeated.",
      valueName: "key"
    )
  )
  var mandatory: [String] = []

  @Flag(
    help: """
      Use the file even if it belongs to another user, who may have put it there: as root, on the settings of a service.
      """
  )
  var anyOwner = false

  var isMade: Bool { store != nil || layers != nil || getenv("DEFAULTS_STORE") != nil }

  func validate() throws {
    if store != nil, layers != nil { throw ValidationError("--store and --layers each name a store: leave one out.") }
    let address = isMade ? try? address() : nil
    if anyOwner, !isMade || address?.isOneFile == false {
      throw ValidationError("--any-owner is for one file: name it with --store.")
    }
    if !mandatory.isEmpty, address?.isLayered == false {
      throw ValidationError("--mandatory is about layers: name them with --layers.")
    }
  }

  func address() throws -> StoreAddress {
    if let layers { return .layers(layers) }
    return StoreAddress(try store ?? ProgramArguments.environment("DEFAULTS_STORE") ?? "")
  }

  var owners: FileStore.Owners { anyOwner ? .anyone : .userAndRoot }

  func opened() throws -> any DefaultsStore { try address().opened(owners: owners, mandatory: mandatory) }

  func openedIfPresent() throws -> any DefaultsStore {
    let store = try opened()
    guard !store.places.contains(where: \.isThere) else { return store }
    if store.isOnServer {
      throw NotFound(description: "\(store.label) has no settings. \"defaults write\" creates it.")
    }
    guard let path = store.filePath else { throw NotFound(description: missingLayers(of: store)) }
    throw NotFound(description: "There is no store at \(path). \(neighbours(of: path))")
  }

  /// Whether words that were not parsed name a store.
  static func isNamed(in arguments: [String]) -> Bool {
    arguments.contains { word in ["--store", "--layers"].contains { word == $0 || word.hasPrefix($0 + "=") } }
  }

  private func missingLayers(of store: any DefaultsStore) -> String {
    let names = store.places.map { place in
      (place.store as? EnvironmentStore).map { "\($0.prefix)_…" } ?? place.name(forKey: "")
    }
    return "There is none of \(names.joined(separator: ", ")). \"defaults write\" creates the file of the person."
  }

  /// Which stores there are beside one that is missing.
  private func neighbours(of path: String) -> String {
    let names = StoreDirectory(path: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)).names
    return names.isEmpty ? "\"defaults write\" creates it." : "Beside it are: \(names.joined(separator: ", "))."
  }
}
