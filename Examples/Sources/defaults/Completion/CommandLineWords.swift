import NamespacedDefaults

/// The words of a command line that is being typed.
struct CommandLineWords {
  private let words: [String]
  private let index: Int

  init(_ words: [String], index: Int) {
    self.words = words.map(ShellWord.unquoted)
    self.index = index
  }

  /// The word that is to be completed.
  var current: String { words.indices.contains(index) ? words[index] : "" }

  /// Whether no word that is none of an option stands between the command and this one.
  var isFirstArgument: Bool {
    var rest = words.prefix(index).dropFirst(2)
    while let word = rest.popFirst() {
      if ["--store", "--layers", "--mandatory"].contains(word) {
        _ = rest.popFirst()
      } else if !word.hasPrefix("--") {
        return false
      }
    }
    return true
  }

  /// The names in the store, or `nil` where there is none to be read.
  var names: (keys: [String], namespaces: [String])? {
    // Nothing may be printed between the words of a command line.
    Defaults.problemHandler = { _ in }
    let name = storeName ?? (try? ProgramArguments.environment("DEFAULTS_STORE")) ?? nil
    // A server that is away would keep the shell waiting.
    guard let name, !StoreAddress.isServer(name) else { return nil }
    return try? StoreAddress(name).opened().names()
  }

  private var storeName: String? {
    value(of: "--store") ?? value(of: "--layers").map { StoreAddress.layersPrefix + $0 }
  }

  /// The word after an option, or after its `=`.
  private func value(of option: String) -> String? {
    if let place = words.firstIndex(of: option), place + 1 < words.count, place + 1 != index { return words[place + 1] }
    return words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}
