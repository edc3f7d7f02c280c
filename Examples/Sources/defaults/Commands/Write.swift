import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stores a value.",
      usage: """
        defaults write <key> <text> --store <name|path>
        defaults write <key> -bool|-int|-float|-string|-date|-data <value> --store <name|path>
        defaults write <key> -array <element> … --store <name|path>
        defaults write <key> -dict <name> <value> … --store <name|path>
        """,
      discussion: """
        TYPES:
          -bool    yes, no, true, false, 1 or 0
          -int     a whole number, such as -3
          -float   a number, such as 1.5, -2e10, inf or nan
          -string  a text; the type of a value without one, whatever it looks like
          -date    a moment, such as 2026-01-31T15:04:05Z or …05.25+02:00
          -data    bytes in hexadecimal, such as 0fbd77
          -array   texts, or elements with types: -array -int 1 -int 2
          -dict    names and values in turn: -dict name Ada age -int 36

        A value that does not fit its type is an error, and nothing is written. Programs that read numbers and truth \
        values also read them from texts. A text that looks like an option of this command follows "--", as in: \
        defaults write key -string -- --store
        """,
      // A short form would be found in texts such as -hello.
      helpNames: .long
    )

    // All in one, for the parser would drop a type that stands before the key.
    @Argument(
      parsing: .allUnrecognized,
      help: ArgumentHelp("The key, the type and the value.", valueName: "key, value")
    )
    var words: [String] = []
    @OptionGroup var storeOption: StoreOption

    func validate() throws {
      if words.isEmpty { throw ValidationError("The key and the value are missing.") }
    }

    func run() throws {
      var words = words[...]
      let isLiteral = words.first == "--"
      if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
      let key = words.popFirst() ?? ""
      guard isLiteral || !key.hasPrefix("-") else {
        throw UnusableArguments("The key comes before \(key), as in: defaults write key -int 3")
      }
      guard !key.isEmpty else { throw UnusableArguments("The key is empty.") }
      let value = try ValueArguments.value(of: Array(words))
      try storeOption.opened().set(value, forKey: key)
    }
  }
}
