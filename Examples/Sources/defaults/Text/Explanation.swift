import NamespacedDefaults

/// The places that are searched for the value of a key, and what each of them has.
struct Explanation {
  private struct Line {
    let place: String
    let value: PropertyListValue?
    let access: String
    let counts: Bool

    /// The name of the type of what is there.
    var type: String { value.map { ValueType(of: $0).rawValue } ?? "-" }
  }

  private let key: String
  private let lines: [Line]

  init(of key: String, in store: any DefaultsStore, defaultValue: PropertyListValue?) throws {
    self.key = key
    let origin = try store.origin(of: key)
    var lines = try store.places.map { place in
      Line(
        place: place.name(forKey: key),
        value: try place.store.value(forKey: key),
        access: place.access(forKey: key),
        counts: place.store === origin?.store
      )
    }
    if let defaultValue {
      lines.append(
        Line(place: "the default", value: defaultValue, access: "of the program", counts: origin == nil)
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
    try printLines(
      [table.line(["  PLACE", "TYPE", "VALUE"])]
        + shown.flatMap { line, place in
          let value = line.value?.displayText(limit: Self.valueLimit).printable ?? "-"
          return [table.line([place, line.type, value]), "    \(line.access)"]
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

      init(_ line: Line) {
        place = line.place
        access = line.access
        counts = line.counts
        type = line.value.map { ValueType(of: $0).rawValue }
        value = line.value.map(JSONValue.init)
      }
    }

    let key: String
    let places: [Place]
  }
}
