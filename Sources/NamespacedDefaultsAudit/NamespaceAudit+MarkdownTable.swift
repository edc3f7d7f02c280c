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
    let cells = ([header] + rows).map { $0.map { $0.replacing("|", with: "\\|").printable } }
    let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    var lines = cells.map { row in
      "| \(zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")) |"
    }
    lines.insert("| \(widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ")) |", at: 1)
    return lines.joined(separator: "\n")
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
