import ArgumentParser
import NamespacedDefaults

/// A stored value by its name, with the name of its store where there are several, and what else is known of it.
struct Entry {
  var store: String?
  let key: String
  let value: PropertyListValue
  var description: String?
  /// Where the value comes from, if that was asked for.
  var origin: String?
  /// Whether the value is not to be seen.
  var isSecret = false
}

/// How a command prints what a person or a script shall read.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

extension OutputFormat {
  /// Prints values: a table, or an array with one of them on each line.
  func print(_ entries: [Entry]) throws {
    var writer = LineWriter()
    switch self {
    case .text: try EntryTable(entries, width: Terminal.width).write(to: &writer)
    case .json where entries.isEmpty: try writer.line("[]")
    case .json:
      try writer.line("[")
      for (index, entry) in entries.enumerated() {
        try writer.line("  " + JSONText.of(JSONEntry(entry)) + (index + 1 < entries.count ? "," : ""))
      }
      try writer.line("]")
    }
    try writer.end()
  }
}

/// Values as a table.
///
/// One large value, or one long key, does not make the lines of all others long.
private struct EntryTable {
  /// How much of a value is shown at most.
  private static let valueLimit = 1_000
  /// Where keys are not cut, how wide their column gets at most.
  private static let widestKey = 100

  private let entries: [(entry: Entry, type: ValueType)]
  private let width: Int?
  private let keyLimit: Int
  private let hasStores: Bool
  private let hasOrigins: Bool

  init(_ entries: [Entry], width: Int?) {
    self.entries = entries.map { ($0, ValueType(of: $0.value)) }
    self.width = width
    keyLimit = width.map { max(10, $0 / 2) } ?? Self.widestKey
    hasStores = entries.contains { $0.store != nil }
    hasOrigins = entries.contains { $0.origin != nil }
  }

  func write(to writer: inout LineWriter) throws {
    let table = Table(
      widths: (hasStores ? [widest("STORE") { $0.entry.store ?? "" }] : []) + [
        widest("KEY") { $0.entry.key }, widest("TYPE") { $0.type.rawValue },
      ] + (hasOrigins ? [widest("ORIGIN") { $0.entry.origin ?? "" }] : []),
      width: width
    )
    try writer.line(
      table.line((hasStores ? ["STORE"] : []) + ["KEY", "TYPE"] + (hasOrigins ? ["ORIGIN"] : []) + ["VALUE"])
    )
    for (entry, type) in entries {
      let limit = max(Self.valueLimit, width ?? 0)
      let value = entry.isSecret ? "(secret)" : entry.value.displayText(limit: limit).printable
      let store = hasStores ? [name(entry.store ?? "")] : []
      let origin = hasOrigins ? [name(entry.origin ?? "")] : []
      try writer.line(table.line(store + [name(entry.key), type.rawValue] + origin + [value]))
      if let description = entry.description?.printable {
        try writer.line(width.map { "  \(description)".cut(to: $0) } ?? "  \(description)")
      }
    }
  }

  /// A name as it is shown: on a terminal cut, elsewhere whole.
  private func name(_ text: String) -> String {
    width == nil ? text.printable : text.printable.cut(to: keyLimit)
  }

  private func widest(_ header: String, _ text: ((entry: Entry, type: ValueType)) -> String) -> Int {
    entries.reduce(header.count) { max($0, min(keyLimit, name(text($1)).columns(upTo: keyLimit))) }
  }
}
