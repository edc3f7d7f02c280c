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
      if word == "--store" { _ = rest.popFirst() } else if !word.hasPrefix("--") { return false }
    }
    return true
  }

  /// The names in the store, or `nil` where there is none to be read.
  var names: (keys: [String], namespaces: [String])? {
    // Nothing may be printed between the words of a command line.
    Defaults.problemHandler = { _ in }
    let name = storeName ?? (try? ProgramArguments.environment("DEFAULTS_STORE")) ?? nil
    guard let name, let keys = try? StoreChoice.open(name).keys().sorted() else { return nil }
    var namespaces: Set<String> = []
    for key in keys {
      for (index, character) in zip(key.indices, key) where character == "." {
        namespaces.insert(String(key[..<index]))
      }
    }
    return (keys, Array(namespaces.filter { !$0.isEmpty }).sorted())
  }

  private var storeName: String? {
    if let option = words.firstIndex(of: "--store"), option + 1 < words.count, option + 1 != index {
      return words[option + 1]
    }
    return words.first { $0.hasPrefix("--store=") }.map { String($0.dropFirst("--store=".count)) }
  }
}
