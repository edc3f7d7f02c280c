import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a value, or the values of a namespace.",
      discussion: """
        The value of a key is printed alone, for scripts: a text as it is, a date in ISO 8601, data \
        as <0fbd77>, or as the JSON that they are, arrays and dictionaries as JSON. On a terminal, characters that \
        would control it are escaped. A namespace, several names, or the whole store, are printed as lines of \
        "key = value", or not at all where one of the names is none; with --schema a value that it calls writeOnly is (secret) there, unless --show-secrets is given.
        """
    )

    @Argument(
      help: ArgumentHelp("The keys or namespaces; without one, the whole store.", valueName: "key|namespace"),
      completion: .names
    )
    var names: [String] = []
    @Option(
      name: .customLong("default"),
      help: ArgumentHelp("What to print if there is no such key, or no such store.", valueName: "value")
    )
    var defaultValue: String?
    @OptionGroup var schemaOption: SchemaOption
    @OptionGroup var storeOption: StoreOption

    func validate() throws {
      if defaultValue != nil, names.count != 1 { throw ValidationError("--default is for one key: name it.") }
    }

    func run() throws {
      do {
        try printValues()
      } catch let error as NotFound {
        guard let defaultValue else { throw error }
        try printAlone(defaultValue)
      }
    }

    private func printValues() throws {
      let store = try storeOption.openedIfPresent()
      if names.count == 1, let value = try store.keyValue(names[0]) { return try printAlone(value.rawText) }
      let schema = try schemaOption.read()
      let found = try names.isEmpty ? store.names(in: nil) : names.flatMap { try store.names(selectedBy: $0) }
      var printed: Set<String> = []
      var writer = LineWriter()
      for entry in try store.entries(found) where printed.insert(entry.key).inserted {
        let text = schemaOption.hides(entry.key, schema) ? "(secret)" : entry.value.displayText()
        try writer.line([Piece(entry.key, .name), Piece(" = \(text)")])
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
