import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsAudit

extension DefaultsTool {
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows where a value comes from, and who may change it.",
      discussion: """
        Every place that is searched, in the order of the search, with what it has; the one that counts has an \
        asterisk. The program itself looks for the launch argument -<key> before all of them. With --schema the default \
        of the key follows them.

        With --format json it is {"key": …, "places": […]}, with an object for each place: "place" and "access" are \
        texts, "counts" is true or false, and "type" and "value" are those of "list", or missing. A place that cannot be \
        read has an "error"; what counts is unknown if that place may have it.
        """
    )

    @Argument(help: "The key.", completion: .keys)
    var key: String
    @Option(help: "How to print it; json is for scripts.")
    var format = OutputFormat.text
    @OptionGroup var schemaOption: SchemaOption
    @OptionGroup var storeOption: StoreOption

    func run() throws {
      let store = try storeOption.openedIfPresent()
      let schema = try schemaOption.read()
      let isSecret = schemaOption.hides(key, schema)
      let explanation = Explanation(of: key, in: store, schema?.defaultValue(ofKey: key), isSecret: isSecret)
      guard explanation.hasValue || explanation.failure != nil || schema?.keys.contains(key) == true else {
        throw store.notFound("key", key, declared: schema?.keys ?? [])
      }
      try explanation.print(as: format)
      if let failure = explanation.failure { throw failure }
    }
  }
}
