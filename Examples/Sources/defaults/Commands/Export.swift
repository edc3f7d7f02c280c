import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes settings into a file, to keep or to carry elsewhere.",
      discussion: """
        An XML property list holds everything exactly. In JSON a float without a fraction becomes a whole number; \
        what JSON has no form for is written as in {"$date": "2026-01-31T15:04:05Z"}.
        """
    )

    @Argument(help: ArgumentHelp("The file to write; - for the output.", valueName: "file"), completion: .file())
    var file = "-"
    @OptionGroup var options: ExchangeOptions

    func run() throws {
      let store = try options.storeOption.openedIfPresent()
      if let namespace = options.namespace { _ = try store.names(in: namespace) }
      let format = options.format ?? ExchangeFormat(fileName: file) ?? .xml
      var data = try store.export(as: format.format, namespace: options.namespacePrefix)
      if data.last != UInt8(ascii: "\n") { data.append(UInt8(ascii: "\n")) }
      try Document.write(data, to: file)
    }
  }
}
