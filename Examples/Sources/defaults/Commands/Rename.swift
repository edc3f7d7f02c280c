import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsAudit

extension DefaultsTool {
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gives a value, or a namespace, another name.",
      discussion: """
        The values of a namespace move together, at once: defaults rename Login. Account. Where another value has \
        the new name already, nothing is written, but with --replace.
        """
    )

    @Argument(help: ArgumentHelp("The key or namespace.", valueName: "key|namespace"), completion: .names)
    var name: String
    @Argument(help: "Its new name.", completion: .names)
    var newName: String
    @Flag(help: "Overwrite what has the new name already.")
    var replace = false
    @OptionGroup var dryRun: DryRun
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      try dryRun.run(in: storeOption.openedToChange(), rename)
    }

    private func rename(in all: any DefaultsStore) throws {
      let store = all.written
      var changes: [String: PropertyListValue?] = [:]
      try store.transaction {
        let names = try all.writtenNames(selectedBy: name)
        let isKey = names == [name]
        // An object in a JSON file moves as a whole, whether it is a value or a namespace.
        NamespaceAudit(keys: names.map { DefaultsKey<PropertyListValue?>($0, store: store) }).declare()
        for old in names { changes.updateValue(nil, forKey: old) }
        for old in names {
          let new = isKey ? newName : moved(old)
          guard !new.isEmpty else { throw UnusableArguments("The new name is empty.") }
          // What moves away itself makes room.
          guard try replace || changes.keys.contains(new) || store.value(forKey: new) == nil else {
            throw NameInUse(
              description:
                "There is a value of the name \"\(new.printable)\" already. With --replace it is overwritten."
            )
          }
          changes.updateValue(try store.value(forKey: old), forKey: new)
        }
        try store.set(changes)
      }
      try all.printWhatCounts(changes.keys.sorted())
    }

    /// The name in the new namespace of one in the old.
    private func moved(_ key: String) -> String {
      let rest = key.utf8.dropFirst(Selection(name: name).namespace.utf8.count + 1)
      return Selection(name: newName).namespace + "." + String(Substring(rest))
    }
  }
}
