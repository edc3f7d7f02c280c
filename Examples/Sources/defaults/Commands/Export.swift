import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes settings into a file, to keep or to carry elsewhere.",
      discussion: """
        The format is what the end of the file's name says, .plist, .xml or .json, or an XML property list; a name that \
        ends otherwise needs --format. An XML property list holds everything exactly. In JSON a float without a fraction becomes a \
        whole number, and what JSON has no form for is written as in {"$date": "2026-01-31T15:04:05Z"}. A new file \
        may be read by its owner alone. With --schema a value that it calls writeOnly is the text (secret), unless \
        --show-secrets is given; such a file is to be read, not to be imported.
        """
    )

    @Argument(help: ArgumentHelp("The file to write; - for the output.", valueName: "file"), completion: .file())
    var file = "-"
    @OptionGroup var schemaOption: SchemaOption
    @OptionGroup var options: ExchangeOptions

    func run() throws {
      let store = try options.storeOption.openedIfPresent()
      if let namespace = options.namespace { _ = try store.names(in: namespace) }
      let format = try options.format ?? ExchangeFormat(newFile: file)
      let data = try shown(store).export(
        as: format.format,
        namespace: options.selection?.namespace,
        includingNested: options.selection?.includesNested ?? true
      )
      var text = String(decoding: data, as: UTF8.self)
      if format == .json { text = text.printableJSON }
      if !text.hasSuffix("\n") { text += "\n" }
      if file == "-", Terminal.isOutput { return try show(text) }
      try Document.write(Data(text.utf8), to: file)
    }

    /// The store, or the same values without what the schema calls secret.
    private func shown(_ store: any DefaultsStore) throws -> any DefaultsStore {
      guard let schema = try schemaOption.read() else { return store }
      let values = try store.values(store.keys())
      return InMemoryStore(
        values.merging(values.keys.filter { schemaOption.hides($0, schema) }.map { ($0, "(secret)") }) { $1 }
      )
    }

    /// Prints the text for a person, who is to see no control characters, but its lines and indentation.
    private func show(_ text: String) throws {
      try printLines(
        text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map { line in
          let rest = line.drop { $0 == "\t" }
          return String(repeating: "  ", count: line.count - rest.count) + rest
        }
      )
    }
  }
}
