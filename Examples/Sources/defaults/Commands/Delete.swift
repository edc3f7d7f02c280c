import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes values, or the values of namespaces, at once.",
      discussion: """
        Where one of the names is none, nothing is removed. With --dry-run each value that would be removed is a line.
        """
    )

    @Argument(help: ArgumentHelp("The keys or namespaces.", valueName: "key|namespace"), completion: .names)
    var names: [String] = []
    @Flag(help: "Remove everything in the store.")
    var all = false
    @OptionGroup var dryRun: DryRun
    @OptionGroup var storeOption: StoreOption

    func validate() throws {
      guard names.isEmpty == all else {
        throw ValidationError("What is to be removed? Name a key or a namespace, or say --all.")
      }
    }

    func run() throws {
      try dryRun.run(in: storeOption.openedToChange()) { store in
        guard !all else { return try store.written.removeAll() }
        // Looked for first, so that a mistyped name writes nothing at all.
        let removed = Set(try names.flatMap(store.writtenNames))
        try store.written.apply(Dictionary(uniqueKeysWithValues: removed.map { ($0, nil) }))
        try store.printWhatCounts(removed.sorted())
      }
    }
  }
}
