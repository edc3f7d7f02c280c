import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsMigration

extension DefaultsTool {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stores what an export wrote, or any property list or JSON object.",
      discussion: """
        All of it is stored at once, or nothing where anything is wrong. Other values stay, but for --replace. The \
        settings must have been through the migration steps that the store has done, as an export records; with \
        --replace and without --namespace the program does those that are missing when it starts. With \
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
    @Flag var unrecorded: Unrecorded?
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
      // Whatever the file means by its dictionaries is known once it has been read.
      let content = InMemoryStore()
      try content.import(data, as: format.format)
      let settings = nested ? InMemoryStore(try flattened(content)) : content
      func addAll() throws -> [String] {
        try store.import(
          settings.export(as: .propertyList),
          as: .propertyList,
          namespace: options.selection?.namespace,
          includingNested: options.selection?.includesNested ?? true,
          replacing: replace,
          takingUnrecordedAs: unrecorded?.form
        )
      }
      func isRecord(_ name: String) -> Bool { name.hasPrefix("NamespacedDefaults.migration.") }
      let isRecorded = unrecorded == .unmigrated || settings.keys().contains(where: isRecord)
      guard replace, options.namespace == nil, isRecorded else { return try store.printWhatCounts(addAll()) }
      // Nothing else stays, so the steps that are done are those of the file. The program does the others when it starts.
      let names = try store.transaction {
        try store.set(Dictionary(uniqueKeysWithValues: store.keys().filter(isRecord).map { ($0, nil) }))
        return try addAll()
      }
      try store.printWhatCounts(names)
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

/// What a file without a record of migration steps is taken for.
enum Unrecorded: String, EnumerableFlag {
  case migrated, unmigrated

  var form: UnrecordedSettings { self == .migrated ? .migrated : .unmigrated }

  static func help(for value: Self) -> ArgumentHelp? {
    value == .migrated
      ? "Take a file without a record of steps for settings as the program stores them now."
      : "Take it for settings that have been through no step."
  }
}
