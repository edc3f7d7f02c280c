import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Synchronization
import Testing

#if canImport(SwiftUI)
  import NamespacedDefaultsUI
  import SwiftUI
#endif

// What the README and the articles of swift-sharing show, spelled as in this library.

extension DefaultsKeys {
  fileprivate static let counter = DefaultsKey<Int>("count", defaultValue: 0)
  fileprivate static let members = DefaultsKey<[Member]>("users", defaultValue: [])
  fileprivate static let current = DefaultsKey<Member?>("current")
  fileprivate static let account = DefaultsKey<Member>("account", defaultValue: Member())
  fileprivate static let sort = DefaultsKey<Sort>("userSort", defaultValue: .name)
  fileprivate static let todos = DefaultsKey<[String: Todo]>("todos", defaultValue: [:])
}

private enum Sort: String, DefaultsSerializable { case name, date }

private struct Member: Codable, Equatable, DefaultsSerializable {
  var name = "Blob"
  var nickname: String?
}

private struct Todo: Codable, Equatable, DefaultsSerializable {
  var title: String
}

@Observable
private final class MeetingsModel {
  @ObservationIgnored @Default(.meetings) var meetings
}

#if canImport(SwiftUI)
  private struct MeetingsView: View {
    @DefaultState(.meetings) private var meetings

    var body: some View {
      ForEach(meetings, id: \.title) { meeting in Text(meeting.title) }
    }
  }
#endif

@Observable
private final class CounterModel {
  @ObservationIgnored @Default(.counter) var count

  func increment() throws { try $count.update { $0 += 1 } }
}

@Observable
private final class FeatureModel {
  @ObservationIgnored @Default var count: Int

  init(storing count: Int) { _count = Default(DefaultsKey("count", defaultValue: count)) }
  init(owning count: Int) { _count = Default(DefaultsKey("count", defaultValue: count, store: InMemoryStore())) }
  init(sharing count: DefaultsKey<Int>) { _count = Default(count) }
}

@Observable
private final class EditNameModel {
  @ObservationIgnored @Default var name: String

  init(name: DefaultsKey<String>) { _name = Default(name) }
}

private struct CountReader {
  let count: @Sendable () -> Int
}

@Suite(.isolatedDefaults)
struct FromSharingTests {
  @Test func theExampleCounts() throws {
    let model = GameModel()
    try model.win()
    let score = model.scoreModel()
    score.wins += 1
    #expect(model.stats.games == 1)
    #expect(Defaults[.stats].wins == 2)
    #expect(model.isSoundOn)
  }

  @Test func anotherKeyIsLoaded() {
    let model = SearchModel()
    let fired = Atomic(false)
    model.show("a")
    model.results = ["1"]
    withObservationTracking {
      _ = model.results
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    model.show("b")
    let hasFired = fired.load(ordering: .relaxed)
    #expect(hasFired)
    #expect(model.results == [])
    model.show("a")
    #expect(model.results == ["1"])
  }

  @Test func twoModelsShareAValue() {
    let (first, second) = (MeetingsModel(), MeetingsModel())
    let fired = Atomic(false)
    withObservationTracking {
      _ = second.meetings
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    first.meetings.append(Meeting(title: "Monday"))
    let hasFired = fired.load(ordering: .relaxed)
    #expect(hasFired)
    #expect(second.meetings == [Meeting(title: "Monday")])
  }

  @Test func appStorageAndLocks() throws {
    @Default(.counter) var count
    try $count.update { $0 += 1 }
    Defaults[.counter] += 1
    let model = CounterModel()
    try model.increment()
    model.count += 1
    Defaults[.sort] = .date
    #expect(count == 4)
    #expect(Defaults["userSort"].string == "date")
  }

  @Test func initializers() {
    let stored = FeatureModel(storing: 5)
    stored.count += 1
    #expect(FeatureModel(storing: 9).count == 6)
    let owner = FeatureModel(owning: 3)
    let sharing = FeatureModel(sharing: owner.$count)
    sharing.count += 1
    #expect(owner.count == 4)
    #expect(FeatureModel(owning: 3).count == 3)
  }

  @Test func derivedState() {
    let model = EditNameModel(name: DefaultsKeys.account[\.name])
    model.name = "Blob Jr"
    #expect(Defaults[.account].name == "Blob Jr")
    let reader = CountReader { Defaults[.counter] }
    Defaults[.counter] = 3
    #expect(reader.count() == 3)
  }

  @Test func optionalValues() {
    let nickname = DefaultsKeys.current[\.nickname]
    let name = DefaultsKeys.current[\.name]
    #expect(nickname.value == nil)
    #expect(throws: (any Error).self) { try name.write("Blob") }
    Defaults[.current] = Member()
    Defaults[nickname] = "B"
    #expect(name.value == "Blob")
    #expect(Defaults[.current]?.nickname == "B")
  }

  @Test func collections() {
    Defaults[.members].append(Member(name: "Blob Jr"))
    Defaults[.members][0].name += "."
    #expect(Defaults[.members] == [Member(name: "Blob Jr.")])
    let id = "1"
    let todo = DefaultsKeys.todos[\.[id]]
    let title: DefaultsKey<String?> = todo[\.title]
    Defaults[.todos][id] = Todo(title: "Shop")
    Defaults[title] = "Sleep"
    #expect(Defaults[todo] == Todo(title: "Sleep"))
    Defaults[todo] = nil
    #expect(Defaults[title] == nil)
    #expect(Defaults[.todos].isEmpty)
  }

  @Test func aKeptIndexStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      Defaults.store = InMemoryStore()
      let first = DefaultsKeys.members[\.[0].name]
      Defaults[.members] = [Member()]
      guard first.value == "Blob" else { exit(0) }
      Defaults[.members] = []
      _ = first.value
      exit(0)
    }
  }

  @Test func sequencesFollow() async {
    var names = DefaultsKeys.current[\.name].updates(initial: false).makeAsyncIterator()
    Defaults[.current] = Member(name: "Blob III")
    #expect(await names.next() == "Blob III")
  }

  @Test func otherDefaultsInATest() {
    Defaults.register(["count": 42])
    #expect(CounterModel().count == 42)
    #expect(!Defaults.hasKey(.counter))
    Defaults[.counter] = 43
    #expect(CounterModel().count == 43)
  }

  @Test func testsAreIsolated() throws {
    Defaults[.filter] = "open"
    Defaults[.meetings] = [Meeting(title: "Monday")]
    let names = try Defaults.store.keys()
    #expect(names == [])
    #expect(try DefaultsKeys.filter.store.keys() == ["filter"])
    #expect(try DefaultsKeys.meetings.store.keys() == ["meetings"])
  }

  @Test func filesAreImportedOnce() throws {
    let file = TemporaryFile()
    try importMeetings(from: file.url)
    #expect(!Defaults.hasKey(.meetings))
    try Data(#"[{"title":"Monday"}]"#.utf8).write(to: file.url)
    try importMeetings(from: file.url)
    #expect(Defaults[.meetings] == [Meeting(title: "Monday")])
    Defaults[.meetings] = []
    try importMeetings(from: file.url)
    #expect(Defaults[.meetings] == [])
  }

  // Only a process of its own may change its environment and its stores.
  #if os(Linux) || os(macOS)
    @Test func theProgramHasFilesOfItsOwn() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_HOME", directory.url.path, 1)
        setenv("HOME", directory.url.path, 1)
        Defaults.store = InMemoryStore()
        Defaults[.meetings] = [Meeting(title: "Monday")]
        Defaults[.filter] = "open"
        Defaults.removeAll()
        let documents = try #require(Stores.documents as? FileStore)
        #expect(try documents.keys() == ["meetings"])
        #expect(Stores.memory.keys() == ["filter"])
        DefaultsAdapter(store: documents).removeAll()
        #expect(Defaults[.meetings] == [])
      }
    }
  #endif

  @Test func whatIsStoredIsRead() throws {
    let json = Data(#"[{"name":"Old"}]"#.utf8)
    try Defaults.store.set(["count": 3, "users": .data(json)])
    #expect(Defaults[.counter] == 3)
    #expect(Defaults[.members] == [Member(name: "Old")])
  }

  @Test func nilOverADefaultReadsAsTheDefault() {
    let title = DefaultsKey<String?>("title", defaultValue: "Untitled")
    Defaults[title] = "Ada"
    Defaults[title] = nil
    #expect(Defaults[title] == "Untitled")
  }
}
