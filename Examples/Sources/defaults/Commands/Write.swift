import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stores a value.",
      usage: """
        defaults write <key> <text> --store <name|path>
        defaults write <key> -bool|-int|-float|-string|-date|-data|-json <value> --store <name|path>
        defaults write <key> -array <element> … --store <name|path>
        defaults write <key> -dict <name> <value> … --store <name|path>
        defaults write <key> -array-add|-dict-add … --store <name|path>
        defaults write <key> … --stdin --store <name|path>
        """,
      discussion: """
        TYPES:
          -bool    yes, no, true, false, 1 or 0
          -int     a whole number, such as -3
          -float   a number, such as 1.5, -2e10, inf or nan
          -string  a text
          -date    a moment, such as 2026-01-31T15:04:05Z or …05.25+02:00, in UTC without an offset
          -data    bytes in hexadecimal, such as 0fbd77 or <0fbd77>
          -json    a Codable as JSON, such as '{"name":"Ada"}'; an object or an array
          -array   texts, or elements with types: -array -int 1 -int 2; or JSON, as read prints it: -array '[1,2]'
          -dict    names and values in turn: -dict name Ada age -int 36; or JSON: -dict '{"name":"Ada"}'

        -array-add and -dict-add take the same words and store them in addition to the array or dictionary that is there.

        A value without a type gets the type of the stored value if it fits it, and is a text otherwise; where the stored \
        value was none, a note says so.

        With --stdin the last value is read from standard input, without the end of its last line: what stands among \
        the arguments, a password say, can be read in the list of processes.

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
      help: ArgumentHelp("The key, the type and the value.", valueName: "key, value"),
      completion: .keyAndTypes
    )
    var words: [String] = []
    @Flag(help: "Read the last value from standard input.")
    var stdin = false
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
        let question = Suggestion.question(for: key, among: Self.options)
        throw UnusableArguments(
          question.isEmpty
            ? "The key comes before \(key.printable), as in: defaults write key -int 3"
            : "There is no option '\(key.printable)'.\(question)"
        )
      }
      guard !key.isEmpty else { throw UnusableArguments("The key is empty.") }
      let store = try storeOption.openedToWrite()
      if !isLiteral { try checkIsNoStore(key, before: words.first) }
      let (arguments, input) = (Array(words), stdin ? try input() : nil)
      let first = words.first ?? ""
      if ValueArguments.additions.contains(first) {
        // Others may add to it at the same time.
        try store.transaction { _ = try set(key, arguments, input, in: store) }
      } else {
        let (old, new) = try set(key, arguments, input, in: store)
        if ValueType(flag: first) == nil, let old, old != new {
          printError("Note: \(key) was \(old.noun), is \(new.noun) now.")
        }
      }
      try store.printWhatCounts([key])
    }

    /// Stores the value, and returns what the stored one was and is.
    private func set(
      _ key: String,
      _ arguments: [String],
      _ input: String?,
      in store: any DefaultsStore
    ) throws -> (old: ValueType?, new: ValueType) {
      let old = try store.replacedValue(forKey: key)
      let value = try ValueArguments.value(of: arguments, input: input, replacing: old)
      try store.set(value, forKey: key)
      return (old.map { ValueType(of: $0) }, ValueType(of: value))
    }

    /// Throws for a key that is the name of a store, most likely put before the key as the command of macOS wants it.
    ///
    /// It would become a key of the store that the environment names, and the key its value.
    private func checkIsNoStore(_ key: String, before next: String?) throws {
      guard storeOption.choice.store == nil, storeOption.choice.layers == nil, let next, ValueType(flag: next) == nil,
        let meant = StoreAsWord(ProgramArguments.all)
      else { return }
      throw UnusableArguments(
        "There is a store \"\(key.printable)\", and no key of that name. Did you mean: \(meant.line). "
          + "For a key of that name write: defaults write -- \(ShellWord.quoted(key.printable)) …"
      )
    }

    /// The text on standard input.
    private func input() throws -> String {
      let (input, mark) = (try Document.read("-"), Data([0xEF, 0xBB, 0xBF]))
      guard let text = String(validating: input.dropFirst(input.starts(with: mark) ? 3 : 0), as: UTF8.self) else {
        throw UnusableArguments("The input is not UTF-8.")
      }
      // As a file of a DirectoryStore is read.
      return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }

    /// The options, for words that are nearly one; the parser hands over all that are none.
    static let options = ["--store", "--layers", "--stdin", "--help", "--version"]
  }
}
