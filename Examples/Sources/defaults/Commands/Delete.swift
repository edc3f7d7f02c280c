import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes a value, or the values of a namespace, at once."
    )

    @Argument(help: ArgumentHelp("The key or namespace.", valueName: "key|namespace"), completion: .names)
    var name: String?
    @Flag(help: "Remove everything in the store.")
    var all = false
    @OptionGroup var storeOption: StoreOption

    func validate() throws {
      guard (name == nil) == all else {
        throw ValidationError("What is to be removed? Name a key or a namespace, or say --all.")
      }
    }

    func run() throws {
      let store = try storeOption.openedToChange()
      guard let name else { return try store.written.removeAll() }
      // Looked for first, so that a mistyped name writes nothing at all.
      let names = try store.writtenNames(selectedBy: name)
      try store.written.apply(Dictionary(uniqueKeysWithValues: names.map { ($0, nil) }))
      try store.printWhatCounts(names)
    }
  }
}
