import NamespacedDefaults
import NamespacedDefaultsTesting
import Synchronization
import TestSupport
import Testing

/// The value with which a change in place begins.
@Suite(.isolatedDefaults)
struct InPlaceChangeTests {
  struct Account: IntegerDefaultSettable {
    static let namespace = "Settings"
    enum IntegerKey: String { case count }
  }

  struct Screen {
    @Default(DefaultsKey<Int>("Settings.count", defaultValue: 0)) var count
  }

  /// Its NaN has no JSON form, so it cannot be encoded.
  struct Reading: Codable, DefaultsSerializable, Equatable { var celsius: Double }

  /// A store whose next read fails.
  final class FlakyStore: DefaultsStore, DefaultsStorage {
    let inner = InMemoryStore(["Settings.count": 41])
    let fails = Atomic(true)
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) throws -> PropertyListValue? {
      if fails.exchange(false, ordering: .relaxed) { throw FailingStore.Failure(description: "unreadable") }
      return inner.value(forKey: name)
    }

    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  /// The spellings of one change in place, each with an increment of the integer under "Settings.count".
  enum Spelling: CaseIterable {
    case key, defaults, adapter, settable, wrapper, proxy

    func increment(in store: any DefaultsStore) {
      let key = DefaultsKey<Int>("Settings.count", defaultValue: 0)
      switch self {
      case .key: key.value += 1
      case .defaults: Defaults[key] += 1
      case .adapter: DefaultsAdapter(store: store)[key] += 1
      case .settable: Account[.count] += 1
      case .wrapper: Screen().count += 1
      case .proxy: Defaults["Settings.count"] += 1
      }
    }
  }

  @Test(arguments: Spelling.allCases)
  func aValueThatCannotBeDecodedIsNotChangedInPlace(_ spelling: Spelling) throws {
    let store = InMemoryStore(["Settings.count": "many"])
    let reported = Defaults.withStore(store) { problems { spelling.increment(in: store) } }
    #expect(store.value(forKey: "Settings.count") == "many")
    #expect(reported.map(\.kind) == [.undecodableValue])
  }

  @Test(arguments: Spelling.allCases)
  func aValueThatCouldNotBeReadIsNotChangedInPlace(_ spelling: Spelling) throws {
    let store = FlakyStore()
    let reported = Defaults.withStore(store) { problems { spelling.increment(in: store) } }
    #expect(store.inner.value(forKey: "Settings.count") == 41)
    // A proxy changes the stored form in one update, in which a failed read is a failed write.
    #expect(reported.map(\.kind) == [spelling == .proxy ? .failedWrite : .failedRead])
  }

  @Test func anUpdateThrowsWhatItCannotReadAndDoesNotRun() throws {
    let undecodable = DefaultsKey("Settings.count", defaultValue: 0, store: InMemoryStore(["Settings.count": "many"]))
    let unreadable = DefaultsKey("Settings.count", defaultValue: 0, store: FlakyStore())
    let problems = problems {
      #expect(
        throws: DefaultsError(.typeMismatch, #"Settings.count takes a whole number, found "many""#)
      ) { try undecodable.update { _ in Issue.record("called") } }
      #expect(throws: FailingStore.Failure.self) { try unreadable.update { _ in Issue.record("called") } }
    }
    #expect(problems.isEmpty)
    #expect(try undecodable.store.value(forKey: "Settings.count") == "many")
    #expect(unreadable.value == 41)
  }

  @Test func anUpdateThrowsWhatItCannotWriteAndLeavesTheValue() throws {
    let failing = DefaultsKey("n", defaultValue: 0, store: FailingCommits(["n": 3], onCommits: [1]))
    let reading = DefaultsKey("reading", defaultValue: Reading(celsius: 1))
    let problems = problems {
      #expect(throws: (any Error).self) { try failing.update { $0 += 1 } }
      #expect(throws: (any Error).self) { try reading.update { $0.celsius = .nan } }
    }
    #expect(problems.isEmpty)
    #expect(failing.value == 3)
    #expect(!reading.hasValue)
    #expect(
      try failing.update {
        $0 += 1; return $0
      } == 4,
      "the store is unlocked again"
    )
  }

  @Test func anAssignmentOverwritesAValueThatCannotBeDecoded() throws {
    try Defaults.store.set("many", forKey: "Settings.count")
    Account[.count] = 3
    #expect(try Defaults.store.value(forKey: "Settings.count") == 3)
  }

  @Test func aValueThatCannotBeEncodedCanBeRemovedInPlace() throws {
    let reading = DefaultsKey<Reading?>("reading")
    try Defaults.store.set(["celsius": .double(.nan)], forKey: "reading")
    try reading.update { $0 = nil }
    #expect(try Defaults.store.value(forKey: "reading") == nil)
  }
}
