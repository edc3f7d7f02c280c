import NamespacedDefaults

/// A command line that names its store by a word, as the command of macOS wants it: `defaults read my-app Account.name`.
struct StoreAsWord {
  /// The line that was meant.
  let line: String

  /// Creates the line that was meant; `nil` for one that says otherwise which store it means, or that cannot mean this.
  init?(_ arguments: [String]) {
    guard let command = arguments.first, let store = arguments.dropFirst().first, !store.hasPrefix("-"),
      !StoreChoice.isNamed(in: arguments)
    else { return nil }
    // The first ones have one key at most, so a second word says that the first word is not it.
    let isFollowed = arguments.dropFirst(2).first.map { !$0.hasPrefix("-") } ?? false
    switch command {
    case "read", "read-type", "delete", "list", "explain": guard isFollowed || Self.isStore(store) else { return nil }
    case "write", "rename", "find", "edit", "export", "watch": guard Self.isStore(store) else { return nil }
    default: return nil
    }
    let words = ["defaults", command] + arguments.dropFirst(2) + ["--store", store]
    line = words.map { ShellWord.quoted($0.printable) }.joined(separator: " ")
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
