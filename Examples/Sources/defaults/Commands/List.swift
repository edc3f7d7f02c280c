import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists keys, types and values.",
      discussion: """
        A table, sorted by key. On a terminal long values are cut to its width, or to that of the environment \
        variable COLUMNS.

        With --json it is an array of {"key": …, "type": …, "value": …}, one on each line, sorted by key: dates are \
        texts in ISO 8601, data are hexadecimal texts, and numbers that are not finite are "inf", "-inf" or "nan".
        """
    )

    @Argument(help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"))
    var name: String?
    @Flag(help: "Print JSON, for scripts.")
    var json = false
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      let entries = try store.entries(name.map(store.names(selectedBy:)) ?? store.names(in: nil))
      try printLines(json ? jsonLines(entries) : tableLines(entries))
    }

    private func tableLines(_ entries: [(key: String, value: PropertyListValue)]) -> [String] {
      let rows = entries.map { [$0.key.printable, ValueType(of: $0.value).rawValue, $0.value.description.printable] }
      return Table(rows: [["KEY", "TYPE", "VALUE"]] + rows).lines(width: Terminal.width)
    }

    private func jsonLines(_ entries: [(key: String, value: PropertyListValue)]) -> [String] {
      let lines = entries.map { "  " + JSONText.of(JSONEntry(key: $0.key, value: $0.value)) }
      return lines.isEmpty ? ["[]"] : ["[", lines.joined(separator: ",\n"), "]"]
    }
  }
}
