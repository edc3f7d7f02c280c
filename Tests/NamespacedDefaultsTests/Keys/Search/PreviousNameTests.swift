import NamespacedDefaults
import TestSupport
import Testing

/// A key that has been renamed.
struct PreviousNameTests {
  let store = InMemoryStore(["runs": 3])
  var key: DefaultsKey<Int> { DefaultsKey("launchCount", defaultValue: 0, previousName: "runs", store: store) }

  @Test func theValueIsFoundUnderThePreviousName() throws {
    #expect(key.value == 3)
    #expect(try key.read() == 3)
    #expect(key.hasValue)
    #expect(try settings(in: store) == ["runs": 3], "reading moves nothing")
  }

  @Test func theNewNameComesFirst() throws {
    try store.set(5, forKey: "launchCount")
    #expect(key.value == 5)
  }

  @Test func theFirstWriteMovesTheValueAtOnce() throws {
    let store = FailingCommits(["runs": 3], onCommits: [])
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, previousName: "runs", store: store)
    key.value = 4
    #expect(try settings(in: store) == ["launchCount": 4])
    #expect(store.commits == 1)
  }

  @Test(arguments: ["+=", "update", "write"])
  func everyWayToWriteMovesTheValue(_ way: String) throws {
    switch way {
    case "+=": key.value += 1
    case "update": try key.update { $0 += 1 }
    default: try key.write(4)
    }
    #expect(try settings(in: store) == ["launchCount": 4])
  }

  @Test func aFullDiskLeavesTheValueUnderThePreviousName() throws {
    let store = FailingCommits(["runs": 3], onCommits: [1])
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, previousName: "runs", store: store)
    let problems = problems { key.value += 1 }
    #expect(problems.map(\.kind) == [.failedWrite])
    #expect(try settings(in: store) == ["runs": 3])
    #expect(key.value == 3)
  }

  @Test func removingRemovesBoth() throws {
    key.remove()
    #expect(store.keys() == [])
    #expect(!key.hasValue)
    try store.apply(["runs": 3, "launchCount": 4])
    DefaultsAdapter(store: store).remove(key)
    #expect(store.keys() == [])
  }

  @Test(arguments: [false, true]) func toMoveTheSameValueIsNoChange(isInTransaction: Bool) throws {
    let key = key
    let heard = Lockbox<[Int]>([])
    let observation = key.observe { change in heard.change { $0.append(change.newValue) } }
    if isInTransaction { try store.transaction { key.value = 3 } } else { key.value = 3 }
    #expect(try settings(in: store) == ["launchCount": 3])
    #expect(heard.value == [])
    observation.cancel()
  }

  @Test func twoNamesMayBeEachOthersPreviousName() {
    let left = DefaultsKey("left", defaultValue: 0, previousName: "right", store: store)
    let right = DefaultsKey("right", defaultValue: 0, previousName: "left", store: store)
    let problems = problems {
      #expect(left.value == 0)
      #expect(right.value == 0)
      left.value = 1
      #expect(left.value == 1)
      #expect(right.value == 1)
    }
    #expect(problems.allSatisfy { $0.kind == .collision })
  }

  @Test func storingNilRemovesBoth() {
    let key = DefaultsKey<Int?>("launchCount", previousName: "runs", store: store)
    #expect(key.value == 3)
    key.value = nil
    #expect(store.keys() == [])
  }

  @Test func anAdapterFindsThePreviousNameToo() {
    let unbound = DefaultsKey<Int>("launchCount", defaultValue: 0, previousName: "runs")
    #expect(DefaultsAdapter(store: store)[unbound] == 3)
    #expect(DefaultsAdapter(store: store).hasKey(unbound))
  }

  @Test func observersSeeTheMovedValueAsTheOldOne() {
    let heard = Lockbox<[[Int?]]>([])
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    key.value = 4
    key.value = 5
    #expect(heard.value == [[3, 4], [4, 5]])
    withExtendedLifetime(observation) {}
  }

  @Test func observersHearThatAValueUnderThePreviousNameIsRemoved() {
    let heard = Lockbox<[[Int?]]>([])
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    key.remove()
    key.remove()
    #expect(heard.value == [[3, 0]])
    withExtendedLifetime(observation) {}
  }

  @Test func everyInitialiserTakesAPreviousName() {
    #expect(DefaultsKey<Int>("a", defaultValue: 0, bridge: .jsonString, previousName: "runs", store: store).value == 3)
    #expect(DefaultsKey<Int?>("a", bridge: .jsonString, previousName: "runs", store: store).value == 3)
  }

  @Test func thePreviousNameMayBeTheSame() throws {
    let key = DefaultsKey<Int>("runs", defaultValue: 0, previousName: "runs", store: store)
    key.value += 1
    #expect(try settings(in: store) == ["runs": 4])
  }

  @Test func aDescribedKeyHasThePreviousNameToo() throws {
    try store.set(3, forKey: "runs")
    let described = key.described(as: "How often the program was started.")
    #expect(described.value == 3)
    described.value = 4
    #expect(store.value(forKey: "runs") == nil)
    #expect(store.value(forKey: "launchCount") == 4)
  }

  @Test func anotherKeyOfThePreviousNameIsACollision() {
    let problems = problems {
      DefaultsKey<String?>("runs", store: store).value = "many"
      _ = key.value
    }
    #expect(problems.map(\.kind) == [.collision, .undecodableValue])
  }

  /// A store that records what is committed.
  private final class RecordingStore: DefaultsStore, DefaultsStorage {
    private let inner = InMemoryStore(["launchCount": 3, "runs": 4])
    let commits = Lockbox<[[DefaultsChange]]>([])
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func storedKeys() -> [String] { inner.keys() }
    func synchronize() {}

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      commits.change { $0.append(changes) }
      inner.commit(changes)
    }
  }

  @Test func aValueThatIsStoredAlreadyIsNotCommittedWithTheRemoval() {
    let store = RecordingStore()
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, previousName: "runs", store: store)
    key.value = 3
    #expect(store.commits.value == [[DefaultsChange(key: "runs", oldValue: 4, newValue: nil)]])
  }

  /// A store in which another writer moves the value just before the previous name is read.
  private final class MovingStore: DefaultsStore, DefaultsStorage {
    private let inner = InMemoryStore(["runs": 3])
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) throws -> PropertyListValue? {
      if name == "runs" {
        inner.commit([
          DefaultsChange(key: "runs", oldValue: 3, newValue: nil),
          DefaultsChange(key: "launchCount", oldValue: nil, newValue: 4),
        ])
      }
      return inner.value(forKey: name)
    }

    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  @Test func aValueIsFoundWhileAnotherWriterMovesIt() {
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, previousName: "runs", store: MovingStore())
    #expect(key.value == 4)
  }
}
