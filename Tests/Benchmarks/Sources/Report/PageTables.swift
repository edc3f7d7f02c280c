import Foundation
import Results

/// The results that README and the page of figures show, in place of those that they have shown so far.
struct PageTables {
  private let results: [Result]

  init(_ results: [Result]) {
    self.results = results
  }

  /// The text of a page with each table in the place that the page has for it; `nil` when it has none.
  func inserted(into text: String) -> String? {
    var text = text
    var isInserted = false
    for (name, table) in [("figures", shortTable), ("all figures", longTable), ("beside MMKV", besideMMKV)] {
      guard let start = text.range(of: "<!-- \(name) -->\n"), let end = text.range(of: "<!-- /\(name) -->"),
        start.upperBound <= end.lowerBound
      else { continue }
      text.replaceSubrange(start.upperBound..<end.lowerBound, with: table + "\n")
      isInserted = true
    }
    return isInserted ? text : nil
  }

  private static let read = "`Account.bool(forKey: .x)`, FileStore"
  private static let set = "`Account.set(true, forKey: .x)`, FileStore"
  private static let kill = "Set a Bool, to survive the end of the process"
  private static let observing = "Read inside withObservationTracking, one of many reads"
  private static let setAndReadTen = "Set a Bool and read ten other settings"
  private static let mmkv = ["MMKV, for one process", "MMKV, for several processes"]
  private static let opening = "Open a store and read one value"

  // MARK: README's

  /// What one would take instead.
  private struct Peer {
    /// Its name in the results.
    let subject: String
    /// Its name in the table.
    let label: String
  }

  /// Five rows, with what one would take instead, also where that is faster.
  private var shortTable: String {
    let database = Peer(subject: "SQLite through GRDB", label: "SQLite (GRDB)")
    let rows = [
      shortRow(
        "read a `Bool`, `UserDefaultsStore`",
        "Read a Bool",
        "`Account.bool(forKey: .x)`, UserDefaultsStore",
        raw: Result.raw + Result.besideStore,
        peer: Peer(subject: "swift-configuration", label: "swift-configuration")
      ),
      shortRow(
        "read a `Bool`, `FileStore`",
        "Read a Bool",
        Self.read,
        peer: Peer(subject: Self.mmkv[0], label: "MMKV, one process")
      ),
      shortRow(
        "… inside `withObservationTracking`",
        Self.observing,
        Self.read + Result.observed,
        raw: nil,
        peer: Peer(subject: Result.observable, label: "`@Observable` property")
      ),
      shortRow(
        "set, then read ten others",
        Self.setAndReadTen,
        Self.read,
        peer: Peer(subject: Self.mmkv[1], label: "MMKV, several processes")
      ),
      shortRow("open 100,000 keys and read one", Self.opening, "FileStore", peer: database, keys: 100_000),
    ]
    let head = ["| | here | raw `UserDefaults` | instead |", "| --- | ---: | ---: | --- |"]
    return (head + rows.compactMap(\.self)).joined(separator: "\n")
  }

  private func shortRow(
    _ label: String,
    _ work: String,
    _ subject: String,
    raw: String? = Result.raw,
    peer: Peer,
    keys: Int = 10
  ) -> String? {
    let times = [subject, raw, peer.subject].map { name in
      name.flatMap { results.median(work, $0, keys: keys) }?.described(in: "ns") ?? ""
    }
    guard !times[0].isEmpty else { return nil }
    return "| \(label) | \(times[0]) | \(times[1]) | \(peer.label): \(times[2]) |"
  }

  // MARK: The page of figures

  private var longTable: String {
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
      row("**`FileStore`**: read a `Bool`", "Read a Bool", Self.read),
      row("… by key path, `Defaults.x`", "Read a Bool", "`Defaults.x`, FileStore"),
      row(
        "… inside `withObservationTracking` (against a property of an `@Observable` class)",
        Self.observing,
        Self.read + Result.observed,
        raw: Result.observable
      ),
      row(
        "read an unchanged `Codable`",
        "Read a Codable, unchanged since the last read",
        "`Account.object(Profile.self, forKey: .x)`, FileStore"
      ),
      row("set a `Bool`, to survive a kill", Self.kill, Self.set),
      row("… beside 10,000 other keys", Self.kill, Self.set, keys: 10_000),
      row("… and read ten other settings", Self.setAndReadTen, Self.read),
      row("set a `Bool`, to survive a loss of power", power, Self.set),
      row("open 100,000 keys and read one", Self.opening, "FileStore", keys: 100_000),
      row("see what another process wrote", "See what another process wrote", "FileStore, the next read", keys: 1),
    ]
    let head = ["| | here | raw `UserDefaults` | times as fast |", "| --- | ---: | ---: | ---: |"]
    return (head + rows.compactMap(\.self)).joined(separator: "\n")
  }

  /// The same work where each of them keeps its own promises; empty where MMKV was not measured.
  private var besideMMKV: String {
    let rows = [
      ("read a `Bool`", "Read a Bool", Self.read),
      ("read a string of 38 bytes", "Read a String of 38 bytes", "`Account.string(forKey: .x)`, FileStore"),
      ("set a `Bool`, to survive a kill", Self.kill, Self.set),
      ("… and read ten other settings", Self.setAndReadTen, Self.read),
      (
        "read beside a thread that writes another setting",
        "Read beside a thread that writes another setting without a pause", Self.read
      ),
      (
        "read beside a process that does",
        "Read beside a process that writes another setting without a pause", Self.read
      ),
    ].map { label, work, ours in
      let times = ([ours] + Self.mmkv).map { results.median(work, $0)?.described(in: "ns") ?? "" }
      return "| \(label) | \(times.joined(separator: " | ")) |"
    }
    let head = ["| | `FileStore` | MMKV, one process | MMKV, several processes |", "| --- | ---: | ---: | ---: |"]
    return (head + rows).joined(separator: "\n")
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
