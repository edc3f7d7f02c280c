import Foundation
import NamespacedDefaults

/// Prints calls of the library, each beside what it did.
///
/// The next run finds what this one has stored.
@main
struct Tour {
  static let usage = """
    usage: Tour [-NAME VALUE ...]
           Tour --reset | --help

    Prints calls of NamespacedDefaults, each beside what it did. They store settings
    in one file, Tour.defaults in $XDG_CONFIG_HOME or ~/.config, and the next run
    finds them.

      -NAME VALUE  a setting for this run, such as -Account.loginCount 3
      --reset      removes all settings from the file
      --help       prints this text

    It starts itself as other processes, which have one of the arguments
    \(OtherProcess.allCases.map(\.rawValue).joined(separator: ", ")).
    """

  static func main() {
    do {
      try run()
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func run() throws {
    if CommandLine.arguments.contains("--help") { return printLine(usage) }
    let words = wordsOfCommandLine()
    let process = words.first.flatMap(OtherProcess.init)
    if let word = words.first, words.count > 1 || word != "--reset" && process == nil {
      fail("\(word.debugDescription) is no argument of the tour\n\(usage)", code: 64)  // EX_USAGE
    }

    let store = try FileStore(name: "Tour")
    Defaults.store = store
    if let process { return try process.work() }
    if words == ["--reset"] {
      try store.removeAll()
      return printLine("Removed all settings from \(store.path)")
    }
    printLine("The settings of this program are in \(store.path)")
    for part in [read, change, observe, changeTogether, reportProblem, writeElsewhere, killWriter] {
      printLine()
      try part()
    }
    let visits = Defaults[.profile].visits
    printLine("\nThat was \(visits) \(visits == 1 ? "visit" : "visits"). Run the tour again: it finds these values.")
    printLine("With --reset it removes them.")
  }

  /// Returns the arguments of the command line without those that the library reads, such as `-Account.loginCount 3`.
  private static func wordsOfCommandLine() -> [String] {
    var words = Array(CommandLine.arguments.dropFirst())
    let options = settingNames.map { "-\($0)" }
    while let index = words.firstIndex(where: options.contains) {
      words.removeSubrange(index..<min(index + 2, words.endIndex))
    }
    return words
  }

  private static func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("Tour: \(text)\n".utf8))
    exit(code)
  }
}
