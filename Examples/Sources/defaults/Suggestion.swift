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
    return StoreAsWord(arguments).map { "The store follows --store. Did you mean: \($0.line)" }
  }

  private static func hasStore(_ arguments: [String]) -> Bool {
    getenv("DEFAULTS_STORE") != nil || StoreChoice.isNamed(in: arguments)
  }

  /// A question whether the nearest of some words was meant, however many dashes are before it; empty where none is near.
  static func question(for word: some StringProtocol, among candidates: [String]) -> String {
    let letters = Substring(word.drop { $0 == "-" })
    let distances = candidates.map { (word: $0, distance: distance(letters, $0.drop { $0 == "-" })) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= max(1, letters.count / 3)
    else { return "" }
    return " Did you mean '\(nearest.word)'?"
  }

  /// How many characters have to be added, removed, replaced or exchanged with their neighbours.
  private static func distance(_ left: Substring, _ right: Substring) -> Int {
    let (left, right) = (Array(left.prefix(40)), Array(right))
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
    return rows[left.count][right.count]
  }
}
