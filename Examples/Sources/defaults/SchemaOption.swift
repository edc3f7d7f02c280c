import ArgumentParser
import NamespacedDefaults

/// What the commands that show values know of a program's declarations.
struct SchemaOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The JSON Schema of the settings, as NamespaceAudit.jsonSchema() of the program returns it; - for the input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var schema: String?
  @Flag(help: "Show the values that the schema calls writeOnly, instead of (secret).")
  var showSecrets = false

  func read() throws -> Schema? { try schema.map(Schema.init) }

  /// Returns whether a value is not to be seen.
  func hides(_ name: String, _ schema: Schema?) -> Bool { !showSecrets && schema?.isSecret(name) == true }
}
