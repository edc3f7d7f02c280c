/// What was most likely meant by a misspelled word.
enum Suggestion {
  /// The sentence for arguments that the parser refused, where it has none of its own.
  static func text(for arguments: [String]) -> String? {
    guard let first = arguments.first else { return nil }
    let commands = DefaultsTool.configuration.subcommands.compactMap { $0._commandName }
    if !first.hasPrefix("-"), first != "help", !commands.contains(first) {
      return "There is no command '\(first.printable)'." + question(for: first, among: commands)
    }
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("-") {
      if word == "--json" || word == "-json" { return "There is no option '\(word)'. Did you mean '--format json'?" }
      guard !["--help", "--version"].contains(word) else { continue }
      // Without a store the parser asks for one, and does not say that this was to be it.
      let options = ["--help", "--version"] + (hasStore(arguments) ? [] : ["--store", "--layers"])
      let question = options.contains(word) ? "" : question(for: word.prefix { $0 != "=" }, among: options)
      if !question.isEmpty { return "There is no option '\(word.printable)'." + question }
    }
    return StoreAsWord(arguments)?.question
  }

  private static func hasStore(_ arguments: [String]) -> Bool {
    getenv("DEFAULTS_STORE") != nil || StoreChoice.isNamed(in: arguments)
  }

  /// A question whether the nearest of some words was meant, however many dashes are before it; empty where none is near.
  static func question(for word: some StringProtocol, among candidates: [String]) -> String {
    let word = letters(word)
    guard word.count <= 100 else { return "" }
    let near = candidates.compactMap { candidate in
      distance(word, letters(candidate)).map { (word: candidate, distance: $0) }
    }
    return near.min { $0.distance < $1.distance }.map { " Did you mean '\($0.word)'?" } ?? ""
  }

  private static func letters(_ word: some StringProtocol) -> String { word.drop { $0 == "-" }.lowercased() }

  /// How many characters have to be added, removed, replaced or exchanged with their neighbours; `nil` where those are many.
  ///
  /// Many are more than a third of what is not in the same namespace: `Server.port` is not nearly `Server.host`.
  private static func distance(_ left: String, _ right: String) -> Int? {
    let parts = [left, right].map { $0.split(separator: ".", omittingEmptySubsequences: false) }
    let common = zip(parts[0].dropLast(), parts[1].dropLast()).prefix { $0 == $1 }.count
    let words = parts.map { Array($0[common...].joined(separator: ".")) }
    let (left, right) = (words[0], words[1])
    let limit = max(1, left.count / 3)
    // What is in a namespace is not meant by the name of that.
    guard abs(left.count - right.count) <= limit, !left.starts(with: right + ["."]) else { return nil }
    var rows = [Array(0...right.count)]
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    let distance = rows[left.count][right.count]
    // A word of one character is not nearly any other.
    return distance <= limit && (distance == 0 || distance < left.count) ? distance : nil
  }
}
