import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsMigration

extension DefaultsTool {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stores what an export wrote, or any property list or JSON object.",
      discussion: """
        All of it is stored at once, or nothing where anything is wrong. Other values stay, but for --replace. With \
        --dry-run it only says what would be different. With --nested, {"Account": {"loginCount": 3}} stores \
        Account.loginCount.
        """
    )

    @Argument(help: ArgumentHelp("The file to read; - for the input.", valueName: "file"), completion: .file())
    var file: String
    @Flag(help: "Remove what is not in the file: of the namespace, or of everything.")
    var replace = false
    @Flag(help: "Take each object, or dictionary, in the file for a namespace, and its members for the keys.")
    var nested = false
    @OptionGroup var dryRun: DryRun
    @OptionGroup var options: ExchangeOptions

    func run() throws {
      let data = try Document.read(file)
      // Foundation takes it for a property list without values, and --replace would remove them all.
      guard data.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
        throw UnusableDocument(description: "nothing was imported: there is nothing in it")
      }
      let format = options.format ?? ExchangeFormat(fileName: file) ?? ExchangeFormat(guessedFrom: data)
      try dryRun.run(in: options.storeOption.openedToWrite()) { try add(data, as: format, to: $0) }
    }

    private func add(_ data: Data, as format: ExchangeFormat, to store: any DefaultsStore) throws {
      guard nested else {
        let names = try store.import(
          data,
          as: format.format,
          namespace: options.selection?.namespace,
          includingNested: options.selection?.includesNested ?? false,
          replacing: replace
        )
        return try store.printWhatCounts(names)
      }
      // Whatever the file means by its dictionaries is known once it has been read.
      let content = InMemoryStore()
      try content.import(data, as: format.format)
      let values = try flattened(content)
      try store.replace(with: values, in: options.namespace, keepingOthers: !replace)
      try store.printWhatCounts(values.keys.sorted())
    }

    private func flattened(_ content: InMemoryStore) throws -> [String: PropertyListValue] {
      var values: [String: PropertyListValue] = [:]
      func add(_ value: PropertyListValue, _ name: String) throws {
        guard values.updateValue(value, forKey: name) == nil else {
          throw UnusableDocument(description: "nothing was imported: \"\(name.printable)\" is in it twice")
        }
      }
      for name in content.keys() {
        switch content.value(forKey: name) {
        case .dictionary(let members)?:
          for (member, value) in members { try add(value, "\(name).\(member)") }
        case let value?: try add(value, name)
        case nil: break
        }
      }
      return values
    }
  }
}

extension DefaultsStore {
  /// Stores values at once, and removes the others of a namespace, or of the store, if told so.
  fileprivate func replace(
    with values: [String: PropertyListValue],
    in namespace: String?,
    keepingOthers: Bool
  ) throws {
    let isIncluded = namespace.map { Selection(name: $0).isNamespace } ?? { _ in true }
    if let foreign = values.keys.sorted().first(where: { !isIncluded($0) }) {
      throw UnusableDocument(description: "nothing was imported: \"\(foreign.printable)\" is not in the namespace")
    }
    try transaction {
      let others = try keepingOthers ? [] : keys().filter { isIncluded($0) && values[$0] == nil }
      try apply(
        values.mapValues(Optional.some).merging(others.map { ($0, nil) }) { value, _ in value }
      )
    }
  }
}
