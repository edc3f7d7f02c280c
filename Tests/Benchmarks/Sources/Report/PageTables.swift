import Foundation
import Results

/// The few results that README shows, in place of those that it has shown so far.
struct ReadmeTable {
  private static let start = "<!-- figures -->\n"
  private static let end = "<!-- /figures -->"

  private let results: [Result]

  init(_ results: [Result]) {
    self.results = results
  }

  /// The text of README with this table in it; `nil` when the text does not say where.
  func inserted(into text: String) -> String? {
    guard let start = text.range(of: Self.start), let end = text.range(of: Self.end), start.upperBound <= end.lowerBound
    else { return nil }
    return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: markdown + "\n")
  }

  private var markdown: String {
    let read = "`Account.bool(forKey: .x)`, FileStore"
    let set = "`Account.set(true, forKey: .x)`, FileStore"
    let kill = "Set a Bool, to survive the end of the process"
    let power = "Set a Bool, to survive a loss of power"
    // The default on Apple platforms, and then the default on Linux.
    let rows = [
      row(
        "**`UserDefaultsStore`**: read a `Bool`",
        "Read a Bool",
        "`Account.bool(forKey: .x)`, UserDefaultsStore",
        raw: Result.raw + Result.besideStore
      ),
      row(
        "read an unchanged `Codable`",
        "Read a Codable, unchanged since the last read",
        "`Account.object(Profile.self, forKey: .x)`, UserDefaultsStore",
        raw: Result.raw + Result.besideStore
      ),
      row("**`FileStore`**: read a `Bool`", "Read a Bool", read),
      row("… by key path, `Defaults.x`", "Read a Bool", "`Defaults.x`, FileStore"),
      row(
        "… in a SwiftUI body (against a property of an `@Observable` class)",
        "Read inside withObservationTracking, one of many reads",
        "`Account.bool(forKey: .x)`, FileStore" + Result.observed,
        raw: Result.observable
      ),
      row(
        "read an unchanged `Codable`",
        "Read a Codable, unchanged since the last read",
        "`Account.object(Profile.self, forKey: .x)`, FileStore"
      ),
      row("set a `Bool`, to survive a kill", kill, set),
      row("… beside 10,000 other keys", kill, set, keys: 10_000),
      row("… and read ten other settings", "Set a Bool and read ten other settings", read, raw: nil),
      row("set a `Bool`, to survive a loss of power", power, set),
      row("open 100,000 keys and read one", "Open a store and read one value", "FileStore", keys: 100_000),
      row("see what another process wrote", "See what another process wrote", "FileStore, the next read", keys: 1),
    ]
    let head = ["| | here | raw `UserDefaults` | times as fast |", "| --- | ---: | ---: | ---: |"]
    return (head + rows.compactMap(\.self)).joined(separator: "\n")
  }

  private func row(
    _ label: String,
    _ work: String,
    _ subject: String,
    raw: String? = Result.raw,
    keys: Int = 10
  ) -> String? {
    guard let ours = results.median(work, subject, keys: keys) else { return nil }
    var cells = [label, ours.described(in: "ns"), "", ""]
    if let raw, let raw = results.median(work, raw, keys: keys) {
      cells[2...] = [raw.described(in: "ns"), (raw / ours).threeDigits + "×"]
    } else if raw != nil {
      cells[2] = "never"
    }
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
