import NamespacedDefaults

/// The places that are searched for the value of a key, and what each of them has.
struct Explanation {
  private struct Line {
    let place: String
    let found: Result<PropertyListValue?, any Error>
    let access: String
    let counts: Bool
    let isSecret: Bool

    var value: PropertyListValue? { try? found.get() }
    /// The value for scripts.
    var shown: PropertyListValue? { value.map { isSecret ? "(secret)" : $0 } }
    /// Why the place cannot be read.
    var failure: String? { if case .failure(let error) = found { "\(error)" } else { nil } }
    /// The name of the type of what is there.
    var type: String { value.map { ValueType(of: $0).rawValue } ?? (failure == nil ? "-" : "?") }
  }

  private let key: String
  private let lines: [Line]
  /// The error of a place that may have the value that counts.
  let failure: (any Error)?

  init(of key: String, in store: any DefaultsStore, _ defaultValue: PropertyListValue?, isSecret: Bool) {
    self.key = key
    var (origin, failure): (Place?, (any Error)?) = (nil, nil)
    do { origin = try store.origin(of: key) } catch { failure = error }
    self.failure = failure
    var lines = store.places.map { place in
      Line(
        place: place.name(forKey: key),
        found: Result { try place.store.value(forKey: key) },
        access: place.access(forKey: key),
        counts: origin.map { place.store === $0.store } ?? false,
        isSecret: isSecret
      )
    }
    if let defaultValue {
      let counts = origin == nil && failure == nil
      lines.append(
        Line(
          place: "the default",
          found: .success(defaultValue),
          access: "of the program",
          counts: counts,
          isSecret: isSecret
        )
      )
    }
    self.lines = lines
  }

  /// Whether any place has a value.
  var hasValue: Bool { lines.contains { $0.value != nil } }

  func print(as format: OutputFormat) throws {
    switch format {
    case .text: try printText()
    case .json: try printLines(JSONText.of(JSONExplanation(key: key, places: lines.map(JSONExplanation.Place.init))))
    }
  }

  private func printText() throws {
    let shown = lines.map { ($0, place: "\($0.counts ? "*" : " ") \($0.place.printable)") }
    let widths = [
      shown.reduce("  PLACE".count) { max($0, $1.place.columns(upTo: Self.widestPlace)) },
      lines.reduce("TYPE".count) { max($0, $1.type.count) },
    ]
    let table = Table(widths: widths, width: Terminal.width)
    let titles = table.line(["  PLACE", "TYPE", "VALUE"].map { Piece($0, .heading) })
    try printLines(
      (table.isReadable ? [titles] : [])
        + shown.flatMap { line, place in
          let text =
            line.isSecret ? line.value.map { _ in "(secret)" } : line.value?.displayText(limit: Self.valueLimit)
          let value = Piece(text?.printable ?? line.failure?.printable ?? "-", line.failure == nil ? .plain : .error)
          let (name, type) = (Piece(place, line.counts ? .new : .plain), Piece(line.type, .aside))
          let cells: [[Piece]] =
            table.isReadable ? [table.line([name, type, value])] : [[name], ["    ", type, "  ", value]]
          return cells + [[Piece("    \(line.access)", .aside)]]
        }
    )
  }

  private static let widestPlace = 100
  private static let valueLimit = 1000

  private struct JSONExplanation: Encodable {
    struct Place: Encodable {
      let place: String
      let access: String
      let counts: Bool
      let type: String?
      let value: JSONValue?
      let error: String?

      init(_ line: Line) {
        place = line.place
        access = line.access
        counts = line.counts
        type = line.value.map { ValueType(of: $0).rawValue }
        value = line.shown.map(JSONValue.init)
        error = line.failure
      }
    }

    let key: String
    let places: [Place]
  }
}
