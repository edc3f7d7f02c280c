import NamespacedDefaults

/// A command line that names its store by a word, as the command of macOS wants it: `defaults read my-app Account.name`.
struct StoreAsWord {
  /// The line that was meant.
  let line: String
  /// Whether the store stands where one name of several may stand.
  let isAmongNames: Bool

  var question: String { "The store follows --store. Did you mean: \(line)" }

  /// Creates the line that was meant; `nil` for one that says otherwise which store it means, or that cannot mean this.
  init?(_ arguments: [String]) {
    guard let command = arguments.first, let store = arguments.dropFirst().first, !store.hasPrefix("-"),
      !StoreChoice.isNamed(in: arguments)
    else { return nil }
    let isFollowed = arguments.dropFirst(2).first.map { !$0.hasPrefix("-") } ?? false
    isAmongNames = isFollowed && ["read", "delete"].contains(command)
    let names = Self.namesInStore
    guard !names.contains(Selection(name: store).namespace) else { return nil }
    switch command {
    case "read", "read-type", "delete", "list", "explain":
      // Another word after one that is no name, and not nearly one, says that it is a store.
      guard isFollowed && Suggestion.question(for: store, among: names).isEmpty || Self.isStore(store) else {
        return nil
      }
    case "write", "rename", "find", "edit", "export", "watch": guard Self.isStore(store) else { return nil }
    default: return nil
    }
    let words = ["defaults", command] + arguments.dropFirst(2) + ["--store", store]
    line = words.map { ShellWord.quoted($0.printable) }.joined(separator: " ")
  }

  /// The keys and namespaces in the store that the environment names.
  private static var namesInStore: [String] {
    guard let name = (try? ProgramArguments.environment("DEFAULTS_STORE")) ?? nil,
      let names = try? StoreAddress(name).opened().names()
    else { return [] }
    return names.keys + names.namespaces
  }

  /// Whether there is a store of a name.
  static func isStore(_ name: String) -> Bool {
    #if canImport(Darwin)
      // A name is a suite there, of which any may be one.
      return false
    #else
      return (try? StoreDirectory.configuration())?.names.contains(name) ?? false
    #endif
  }
}
