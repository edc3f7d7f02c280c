import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a value, or the values of a namespace.",
      discussion: """
        The value of a key is printed alone, for scripts: a text as it is, a date in ISO 8601, data \
        as <0fbd77>, or as the JSON that they are, arrays and dictionaries as JSON. On a terminal, characters that \
        would control it are escaped. A namespace, or the whole store, is printed as lines of "key = value"; \
        with --schema a value that it calls writeOnly is (secret) there, unless --show-secrets is given.
        """
    )

    @Argument(
      help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"),
      completion: .names
    )
    var name: String?
    @OptionGroup var schemaOption: SchemaOption
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      if let name, let value = try store.keyValue(name) { return try printAlone(value.rawText) }
      let schema = try schemaOption.read()
      var writer = LineWriter()
      for entry in try store.entries(store.names(in: name)) {
        let text = schemaOption.hides(entry.key, schema) ? "(secret)" : entry.value.displayText()
        try writer.line("\(entry.key.printable) = \(text)")
      }
      try writer.end()
    }

    private func printAlone(_ text: String) throws {
      guard Terminal.isOutput else { return try printBytes(Array((text + "\n").utf8)) }
      // What is printed alone may have several lines: there are none that they could be taken for.
      try printLines(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
