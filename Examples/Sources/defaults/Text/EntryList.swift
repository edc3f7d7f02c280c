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

  private typealias Row = (entry: Entry, type: ValueType)

  private struct Column {
    let title: String
    let style: Style
    let text: (Row) -> String
  }

  private let rows: [Row]
  private let width: Int?
  private let keyLimit: Int
  private let columns: [Column]
  private let table: Table
  /// What had no room in the line of a value, and stands below it.
  private let below: [(Entry) -> String?]

  init(_ entries: [Entry], width: Int?) {
    let rows: [Row] = entries.map { (entry: $0, type: ValueType(of: $0.value)) }
    let keyLimit = width.map { max(10, $0 / 2) } ?? Self.widestKey
    let stores = Column(title: "STORE", style: .aside) { $0.entry.store ?? "" }
    let keys = Column(title: "KEY", style: .name) { $0.entry.key }
    let types = Column(title: "TYPE", style: .aside) { $0.type.rawValue }
    let origins = Column(title: "ORIGIN", style: .aside) { $0.entry.origin ?? "" }
    func table(_ columns: [Column]) -> Table {
      let widths = columns.map { column in
        rows.reduce(column.title.count) { max($0, column.text($1).printable.columns(upTo: keyLimit)) }
      }
      return Table(widths: widths.map { min($0, keyLimit) }, width: width)
    }
    let hasStores = entries.contains { $0.store != nil }
    let hasOrigins = entries.contains { $0.origin != nil }
    var columns = (hasStores ? [stores] : []) + [keys, types] + (hasOrigins ? [origins] : [])
    var below: [(Entry) -> String?] = []
    if !table(columns).isReadable {
      columns = [keys, types]
      below = [{ $0.store.map { "in \($0)" } }, { $0.origin.map { "from \($0)" } }]
    }
    (self.rows, self.width, self.keyLimit) = (rows, width, keyLimit)
    (self.columns, self.table, self.below) = (columns, table(columns), below)
  }

  func write(to writer: inout LineWriter) throws {
    try writer.line(table.line((columns.map(\.title) + ["VALUE"]).map { Piece($0, .heading) }))
    for row in rows {
      let limit = max(Self.valueLimit, width ?? 0)
      let entry = row.entry
      let value = entry.isSecret ? Piece("(secret)", .aside) : Piece(entry.value.displayText(limit: limit).printable)
      try writer.line(table.line(columns.map { Piece(name($0.text(row)), $0.style) } + [value]))
      // A path is of use only where it is whole.
      for line in below.compactMap({ $0(entry) }) { try writer.line([Piece("  \(line)", .aside)]) }
      if let description = entry.description?.printable {
        try writer.line([Piece(width.map { "  \(description)".cut(to: $0) } ?? "  \(description)", .aside)])
      }
    }
  }

  /// A name as it is shown: on a terminal cut, elsewhere whole.
  private func name(_ text: String) -> String {
    width == nil ? text.printable : text.printable.cut(to: keyLimit)
  }
}
