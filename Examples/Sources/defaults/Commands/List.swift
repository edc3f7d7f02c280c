import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsAudit

extension DefaultsTool {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists keys, types and values.",
      discussion: """
        A table, sorted by key, with at most 1000 characters of a value. On a terminal lines are cut to its width, or \
        to that of the environment variable COLUMNS.

        With --format json it is an array of {"key": …, "type": …, "value": …}, one on each line, sorted by key, and \
        nothing is cut: dates are texts in ISO 8601, data are texts such as <0fbd77>, or the JSON that they are, and \
        numbers that are not finite are "inf", "-inf" or "nan".

        With --schema each key is followed by its description, if it has one. A key that only the environment has is \
        listed if the schema has it, for a variable does not tell the name of its key. A value that the schema calls \
        writeOnly is (secret), unless --show-secrets is given.
        """
    )

    @Argument(
      help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"),
      completion: .names
    )
    var name: String?
    @Option(help: "How to print it; json is for scripts.")
    var format = OutputFormat.text
    @OptionGroup var schemaOption: SchemaOption
    @Flag(help: "Say beside each value where it comes from: the path of a file, or a variable of the environment.")
    var origin = false
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      let schema = try schemaOption.read()
      let failure = store.failureOfPlace
      var entries = try failure == nil ? store.entries(names(in: store, and: schema)) : knownEntries(in: store)
      for index in entries.indices {
        let key = entries[index].key
        entries[index].description = schema?.description(ofKey: key)
        entries[index].isSecret = schemaOption.hides(key, schema)
        if origin { entries[index].origin = try store.origin(of: key)?.name(forKey: key) }
      }
      if failure == nil || !entries.isEmpty { try format.print(entries) }
      if let failure { throw failure }
    }

    /// What counts whatever is in a file that cannot be read.
    private func knownEntries(in store: any DefaultsStore) -> [Entry] {
      let names = Set(store.places.flatMap { (try? $0.store.keys()) ?? [] })
      let selection = name.map(Selection.init)
      return names.filter { selection?.includes($0) != false }.sorted()
        .flatMap { (try? store.entries([$0])) ?? [] }
    }

    /// The names that are listed, with those of the schema, which may have a value of the environment.
    private func names(in store: any DefaultsStore, and schema: Schema?) throws -> [String] {
      let selection = name.map(Selection.init)
      let declared = try (schema?.keys ?? []).filter { key in
        try selection?.includes(key) != false && store.value(forKey: key) != nil
      }
      do {
        return try Set(store.names(selectedBy: name)).union(declared).sorted()
      } catch is NotFound where !declared.isEmpty {
        return declared.sorted()
      }
    }
  }
}
