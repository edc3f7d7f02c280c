import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes values, or the values of namespaces, at once.",
      discussion: """
        Where one of the names is none, nothing is removed. With --dry-run each value that would be removed is a line. An \
        object in a JSON file may be one value or a namespace; --recursive removes all that is in it.
        """
    )

    @Argument(help: ArgumentHelp("The keys or namespaces.", valueName: "key|namespace"), completion: .names)
    var names: [String] = []
    @Flag(help: "Remove everything in the store.")
    var all = false
    @Flag(name: .shortAndLong, help: "Remove objects of a JSON file with all that is in them.")
    var recursive = false
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
        var removed = Set(try names.flatMap(store.writtenNames))
        if recursive { removed = Set(try removed.flatMap(store.written.leaves)) }
        do {
          try store.written.set(Dictionary(uniqueKeysWithValues: removed.map { ($0, nil) }))
        } catch let error as DefaultsError where error.code == .undeclaredObject {
          throw UnusableArguments("\(error) With --recursive all that is in it is removed.")
        }
        try store.printWhatCounts(removed.sorted())
      }
    }
  }
}

extension DefaultsStore {
  /// Returns the names in an object of a JSON file, or the name itself.
  fileprivate func leaves(of name: String) throws -> [String] {
    guard case .dictionary(let members)? = try value(forKey: name) else { return [name] }
    let names = try members.keys.map { "\(name).\($0)" }.filter { try value(forKey: $0) != nil }
    return names.isEmpty ? [name] : try names.flatMap(leaves)
  }
}
