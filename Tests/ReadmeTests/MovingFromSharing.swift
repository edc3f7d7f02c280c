// The code of the article on moving from Sharing: `GuidesTests` compares the two.

import Foundation
import NamespacedDefaults
import Observation

struct Meeting: Codable, Equatable, DefaultsSerializable {
  var title = ""
}

enum Stores {
  static let documents: any DefaultsStore = openDocuments()
  static let memory = InMemoryStore()
}

extension DefaultsKeys {
  static let meetings = DefaultsKey<[Meeting]>(
    "meetings",
    defaultValue: [],
    store: Stores.documents
  )
  static let filter = DefaultsKey<String>(
    "filter",
    defaultValue: "",
    store: Stores.memory
  )
}

func openDocuments() -> any DefaultsStore {
  do {
    return try FileStore(name: "documents")
  } catch {
    fatalError("\(error)")
  }
}

/// Imports a file of `fileStorage`, once.
func importMeetings(from old: URL) throws {
  guard !DefaultsKeys.meetings.hasValue,
    FileManager.default.fileExists(atPath: old.path)
  else { return }
  try DefaultsKeys.meetings.write(
    JSONDecoder().decode([Meeting].self, from: Data(contentsOf: old))
  )
}

struct Stats: Codable, DefaultsSerializable {
  var games = 0
  var wins = 0
}

extension DefaultsKeys {
  static let isSoundOn = DefaultsKey<Bool>("isSoundOn", defaultValue: true)
  static let stats = DefaultsKey<Stats>("stats", defaultValue: Stats())
}

@Observable
final class GameModel {
  @ObservationIgnored @Default(.isSoundOn) var isSoundOn
  @ObservationIgnored @Default(.stats) var stats

  func win() throws {
    try $stats.update { stats in
      stats.games += 1
      stats.wins += 1
    }
  }

  func scoreModel() -> ScoreModel { ScoreModel(wins: $stats[\.wins]) }
}

@Observable
final class ScoreModel {
  @ObservationIgnored @Default var wins: Int

  init(wins: DefaultsKey<Int>) { _wins = Default(wins) }
}

@Observable
final class SearchModel {
  private var text = ""

  var results: [String] {
    get { Defaults[.results(of: text)] }
    set { Defaults[.results(of: text)] = newValue }
  }

  func show(_ text: String) {
    self.text = text
  }
}

extension DefaultsKeys {
  static func results(of text: String) -> DefaultsKey<[String]> {
    .init("search.\(text)", defaultValue: [])
  }
}
