import NamespacedDefaults

extension NamespaceAudit {
  /// Returns a table of the settings in Markdown, which reads well as it is: for a README, and for `--help`.
  ///
  /// The columns are the name, the type, what is allowed, the default, the variable if the store has a layer of the
  /// environment, and the sentence of `DefaultsKey.described(as:)`. The default of a secret is not shown.
  ///
  /// - Returns: The table, sorted by name.
  public func markdownTable() -> String {
    let withVariable = keys.contains { $0.variable != nil }
    let header = ["Setting", "Type", "Allowed", "Default"] + (withVariable ? ["Variable"] : []) + ["Description"]
    let rows = keys.map { key in
      [key.name, key.typeName, key.allowed, key.defaultText] + (withVariable ? [key.variable ?? ""] : [])
        + [key.summary ?? ""]
    }
    var cells = aligned(([header] + rows).map { $0.map { $0.replacing("|", with: "\\|").printable } })
    cells.insert(cells[0].map { String(repeating: "-", count: $0.count) }, at: 1)
    return cells.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

extension DeclaredKey {
  /// What the key takes, in words.
  var allowed: String { expectedWords(for: valueType, rule: rule) }

  fileprivate var defaultText: String {
    if isRequired { return "(required)" }
    return isSecret ? "(secret)" : defaultValue.map { (try? text(of: $0)) ?? $0.plainJSON() } ?? ""
  }
}
