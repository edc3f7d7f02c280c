import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the values in which a text occurs.",
      discussion: """
        It is looked for in keys and in values, in the names inside dictionaries too, whatever its case. Where it does \
        not occur, nothing is printed, and the exit code is 1.
        """
    )

    @Argument(help: "What to look for.")
    var text: String
    @Flag(help: "Look into every store that \"defaults domains\" lists.")
    var all = false
    @Option(help: "How to print it.")
    var format = OutputFormat.text
    @OptionGroup var choice: StoreChoice

    func validate() throws {
      if text.isEmpty { throw ValidationError("What is to be found? The text is empty.") }
      guard !all else { return }
      var option = StoreOption()
      option.choice = choice
      try option.validate()
    }

    func run() throws {
      let entries = try all ? everywhere() : matches(in: choice.openedIfPresent())
      guard !entries.isEmpty else { throw ExitCode.failure }
      try format.print(entries)
    }

    private func everywhere() throws -> [Entry] {
      try StoreDirectory.configuration().stores.flatMap { name -> [Entry] in
        do {
          return try matches(in: StoreAddress(name).opened(), named: name)
        } catch {
          // One that cannot be read does not keep the others from being looked into.
          printError("Warning: \(error)")
          return []
        }
      }
    }

    private func matches(in store: any DefaultsStore, named name: String? = nil) throws -> [Entry] {
      try store.entries(store.names(in: nil))
        .filter { occurs(in: $0.key) || occurs(in: $0.value) }
        .map { Entry(store: name, key: $0.key, value: $0.value) }
    }

    private func occurs(in value: PropertyListValue) -> Bool {
      switch value {
      case .string(let text): occurs(in: text)
      case .data(let data): StoredJSON(data).map { occurs(in: $0.tree) } ?? false
      case .array(let elements): elements.contains(where: occurs)
      case .dictionary(let members): members.contains { occurs(in: $0.key) || occurs(in: $0.value) }
      case .bool, .integer, .unsignedInteger, .double, .date: occurs(in: value.description)
      }
    }

    private func occurs(in tree: JSONTree) -> Bool {
      switch tree {
      case .text(let text): occurs(in: text)
      case .array(let elements): elements.contains(where: occurs)
      case .object(let members): members.contains { occurs(in: $0.key) || occurs(in: $0.value) }
      case .bool, .integer, .unsignedInteger, .double: occurs(in: JSONText.of(tree))
      }
    }

    private func occurs(in other: String) -> Bool {
      other.lowercased().contains(text.lowercased())
    }
  }
}
