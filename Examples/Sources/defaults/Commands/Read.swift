import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a value, or the values of a namespace.",
      discussion: """
        The value of a key is printed alone, for scripts: a text as it is, a date in ISO 8601 to the millisecond, data \
        in hexadecimal, arrays and dictionaries as JSON. A namespace, or the whole store, is printed as lines of \
        "key = value".
        """
    )

    @Argument(help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"))
    var name: String?
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      if let name, let value = try store.value(forKey: name) { return try printLines(value.rawText) }
      try printLines(
        store.entries(store.names(in: name)).map { "\($0.key.printable) = \($0.value.description.printable)" }
      )
    }
  }
}
