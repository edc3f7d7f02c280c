import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsLayers

extension DefaultsTool {
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a JSON file, or a mounted directory, against the schema of its program.",
      discussion: """
        Prints a line for each value that the schema does not allow, with line and column: "tool.json:12:14: log.level \
        takes debug, info or warning, found "loud"". A secret is not shown. A name that the schema does not have is a \
        warning, because the file may be that of a newer release.

        Of a directory with a file for each value, such as mounted secrets, the names are checked and no value is read. What \
        is in a directory of the directory gives no setting a value, so it is a warning too.

        The exit code is 0 if all values are allowed, 1 if one is not, 2 if a file cannot be read.
        """
    )

    @Argument(help: ArgumentHelp("The JSON file, or the directory.", valueName: "file"), completion: .file())
    var file: String
    @Option(
      help: ArgumentHelp(
        "The JSON Schema, as NamespaceAudit.jsonSchema() of the program returns it; - for the input.",
        valueName: "file"
      ),
      completion: .file()
    )
    var schema: String

    func run() throws {
      // The words of this command are no settings.
      Defaults.readsLaunchArguments = false
      guard FileManager.default.fileExists(atPath: file) else {
        throw NotFound(description: "There is no file at \(file.printable).")
      }
      let schema = try Schema(file: schema)
      if let names = names(inDirectory: file) { return try check(names, inDirectory: file, schema) }
      // It is only read.
      let store = try JSONStore(path: file, owners: .anyone)
      var (violations, warnings) = ([String](), [String]())
      for (name, node) in schema.nodes.sorted(by: { $0.key < $1.key }) {
        guard let value = try store.value(forKey: name) else { continue }
        let errors = node.mismatches(in: value) { (try? store.value(forKey: "\(name).\($0)")) != nil }
        violations += errors.map { line($0, about: name, in: store, schema) }
        guard node.isDeprecated else { continue }
        let advice = "is deprecated. \(node.text("description") ?? "")"
        warnings.append(line(DefaultsError(.invalidValue, advice), about: name, in: store, schema))
      }
      for name in try unknownNames(store.keys(), in: store, schema).sorted() {
        let advice = "is not in the schema.\(Suggestion.question(for: name, among: schema.keys.sorted()))"
        warnings.append(line(DefaultsError(.invalidValue, advice), about: name, in: store, schema))
      }
      try printLines((violations + warnings.map { "Warning: \($0)" }).map(Piece.ofMessage))
      if !violations.isEmpty { throw ExitCode.failure }
    }

    /// Returns the names in a directory without those of its mount, which begin with a dot; `nil` for a file.
    private func names(inDirectory path: String) -> [String]? {
      (try? FileManager.default.contentsOfDirectory(atPath: path))?.filter { $0.first != "." }.sorted()
    }

    /// Prints a warning for each file of a directory that gives no setting a value.
    private func check(_ names: [String], inDirectory directory: String, _ schema: Schema) throws {
      let warnings = names.flatMap { name -> [String] in
        let path = "\(directory)/\(name)"
        if let inside = self.names(inDirectory: path) {
          return inside.map { "\(path)/\($0) is in a subdirectory, and gives no setting a value." }
        }
        guard !schema.keys.contains(name) else { return [] }
        return ["\(path) is not in the schema.\(Suggestion.question(for: name, among: schema.keys.sorted()))"]
      }
      try printLines(warnings.map { Piece.ofMessage("Warning: \($0.printable)") })
    }

    /// The error as a key tells it that takes no value: with its place.
    private func line(_ error: DefaultsError, about name: String, in store: JSONStore, _ schema: Schema) -> String {
      let key = DefaultsKey<PropertyListValue?>(
        name,
        bridge: DefaultsBridge {
          $0
        } decode: { _ in
          throw error
        },
        store: store
      )
      do {
        _ = try (schema.isSecret(name) ? key.secret() : key).read()
        return "\(name) \(error)"
      } catch {
        let text = "\(error)"
        return text.hasPrefix(store.path) ? file + text.dropFirst(store.path.count) : text
      }
    }

    /// The names that the schema has not, of those in the file and of the members of objects.
    private func unknownNames(_ names: [String], in store: JSONStore, _ schema: Schema) throws -> [String] {
      try names.flatMap { name -> [String] in
        let value = try store.value(forKey: name)
        let node = schema.nodes[name]
        if node == nil, schema.object(of: name)?.listsMembers == false { return [] }
        if node == nil, !schema.nodes.keys.contains(where: { $0.hasPrefix(name + ".") }) { return [name] }
        // A deeper object may be a value, or have names in it.
        guard case .dictionary(let members) = value, node?.listsMembers != false else { return [] }
        return try unknownNames(members.keys.map { "\(name).\($0)" }, in: store, schema)
      }
    }
  }
}
