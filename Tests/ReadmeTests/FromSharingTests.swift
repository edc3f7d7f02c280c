import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Testing

// What the README of swift-sharing shows, spelled as in this library, and the example of the guide to moving.

struct Stats: Codable, DefaultsSerializable {
  var games = 0
  var wins = 0
}

extension DefaultsKeys {
  static let isSoundOn = DefaultsKey<Bool>("isSoundOn", defaultValue: true)
  static let stats = DefaultsKey<Stats>("stats", defaultValue: Stats())
  static let wins = stats[\.wins]
}

@Observable
final class GameModel {
  @ObservationIgnored @Default(.isSoundOn) var isSoundOn
  @ObservationIgnored @Default(.stats) var stats

  func win() {
    $stats.update { stats in
      stats.games += 1
      stats.wins += 1
    }
  }

  var wins: DefaultsKey<Int> { $stats[\.wins] }
}

private struct Member: Codable, Equatable, DefaultsSerializable {
  var name = "Blob"
  var nickname: String?
}

extension DefaultsKeys {
  fileprivate static let counter = DefaultsKey<Int>("count", defaultValue: 0)
  fileprivate static let members = DefaultsKey<[Member]>("users", defaultValue: [])
  fileprivate static let current = DefaultsKey<Member?>("current")
  fileprivate static let filter = DefaultsKey<String>("filter", defaultValue: "", store: memory)
}

private let memory = InMemoryStore()

@Suite(.isolatedDefaults)
struct FromSharingTests {
  @Test func theExampleIsCompiledHere() throws {
    let file = try MarkdownFile("\(GuidesTests.catalogue)/MovingFromSharing.md")
    #expect(file.blocks.count == 1)
    try file.expectBlocks(in: "FromSharingTests.swift")
  }

  @Test func theExampleCounts() {
    let model = GameModel()
    model.win()
    model.wins.value += 1
    #expect(model.stats.games == 1)
    #expect(Defaults[.wins] == 2)
    #expect(model.isSoundOn)
  }

  @Test func appStorageAndLocks() {
    @Default(.counter) var count
    $count.update { $0 += 1 }
    Defaults[.counter] += 1
    #expect(count == 2)
  }

  @Test func elementsAndMembers() {
    Defaults[.members].append(Member(name: "Blob Jr"))
    Defaults[.members][0].name += "."
    #expect(Defaults[.members] == [Member(name: "Blob Jr.")])
    #expect(DefaultsKeys.current[\.nickname].value == nil)
    Defaults[.current] = Member()
    Defaults[.current[\.nickname]] = "B"
    #expect(Defaults[.current]?.nickname == "B")
  }

  @Test func inMemory() throws {
    Defaults[.filter] = "open"
    #expect(Defaults[.filter] == "open")
    #expect(try !Defaults.store.keys().contains("filter"))
  }

  @Test func sequencesFollow() async {
    var names = DefaultsKeys.current[\.name].updates(initial: false).makeAsyncIterator()
    Defaults[.current] = Member(name: "Blob III")
    #expect(await names.next() == "Blob III")
  }

  @Test func whatIsStoredIsRead() throws {
    let json = Data(#"[{"name":"Old"}]"#.utf8)
    try Defaults.store.apply(["count": 3, "users": .data(json)])
    #expect(Defaults[.counter] == 3)
    #expect(Defaults[.members] == [Member(name: "Old")])
  }
}
