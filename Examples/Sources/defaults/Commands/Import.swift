import ArgumentParser
import NamespacedDefaults

extension DefaultsTool {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stores what an export wrote, or any property list or JSON object.",
      discussion:
        "All of it is stored at once, or nothing where anything is wrong. Other values stay, but for --replace."
    )

    @Argument(help: ArgumentHelp("The file to read; - for the input.", valueName: "file"), completion: .file())
    var file: String
    @Flag(help: "Remove what is not in the file: of the namespace, or of everything.")
    var replace = false
    @OptionGroup var options: ExchangeOptions

    func run() throws {
      let data = try Document.read(file)
      let format = options.format ?? ExchangeFormat(fileName: file) ?? ExchangeFormat(guessedFrom: data)
      try options.storeOption.opened()
        .import(data, as: format.format, namespace: options.namespacePrefix, replacing: replace)
    }
  }
}
