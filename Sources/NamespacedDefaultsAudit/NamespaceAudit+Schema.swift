import NamespacedDefaults

public import NamespacedDefaultsFoundation

extension NamespaceAudit {
  /// Returns what the program declares as JSON, for tools that do not know the program.
  ///
  /// It is an object with a member for each declared name. Each is an object with the strings `type`, `rule`,
  /// `description` and `previousName`, and the member `default`, a value in the notation of
  /// `DefaultsExportFormat.json`. What a key does not declare is left out. If several keys claim a name, the first in
  /// the order of ``keys`` is described.
  ///
  ///     try NamespaceAudit(Account.self).schema().write(to: URL(filePath: "settings.json"))
  ///
  /// `defaults list --schema settings.json` shows the descriptions.
  ///
  /// - Returns: The JSON, sorted by name.
  public func schema() throws -> Data {
    let members = Dictionary(keys.map { ($0.name, PropertyListValue.dictionary($0.schema)) }) { first, _ in first }
    return try ValueNotation.json.data(of: members)
  }
}

extension DeclaredKey {
  fileprivate var schema: [String: PropertyListValue] {
    let texts = ["type": typeName, "rule": rule, "description": summary, "previousName": previousName]
    var members = texts.compactMapValues { $0.map(PropertyListValue.string) }
    members["default"] = defaultValue
    return members
  }
}
