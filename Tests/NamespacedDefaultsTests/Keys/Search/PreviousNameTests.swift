import Foundation
import NamespacedDefaults
import Observation
import TestSupport
import Testing

/// A key that has been renamed.
struct PreviousNameTests {
  let store = InMemoryStore(["runs": 3])
  var key: DefaultsKey<Int> { DefaultsKey("launchCount", defaultValue: 0, store: store).renamed(from: "runs") }

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
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, store: store).renamed(from: "runs")
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
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, store: store).renamed(from: "runs")
    let problems = problems { key.value += 1 }
    #expect(problems.map(\.kind) == [.failedWrite])
    #expect(try settings(in: store) == ["runs": 3])
    #expect(key.value == 3)
  }

  @Test func removingRemovesBoth() throws {
    key.remove()
    #expect(store.keys() == [])
    #expect(!key.hasValue)
    try store.set(["runs": 3, "launchCount": 4])
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
    let left = DefaultsKey("left", defaultValue: 0, store: store).renamed(from: "right")
    let right = DefaultsKey("right", defaultValue: 0, store: store).renamed(from: "left")
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
    let key = DefaultsKey<Int?>("launchCount", store: store).renamed(from: "runs")
    #expect(key.value == 3)
    key.value = nil
    #expect(store.keys() == [])
  }

  @Test func anAdapterFindsThePreviousNameToo() {
    let unbound = DefaultsKey<Int>("launchCount", defaultValue: 0).renamed(from: "runs")
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

  @Test(arguments: ["runs", "launchCount"]) func observersHearOfBothNames(name: String) throws {
    let heard = Lockbox<[[Int?]]>([])
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try store.set(5, forKey: name)
    #expect(heard.value == [[3, 5]])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: ["runs", "launchCount"]) func observersOfAListHearOfBothNames(name: String) throws {
    let heard = Lockbox(0)
    let observation = Defaults.observe([key]) { heard.change { $0 += 1 } }
    try store.set(6, forKey: name)
    #expect(heard.value == 1)
    observation.cancel()
  }

  @Test func observersOfAListHearOnceThatAValueHasMoved() {
    let heard = Lockbox(0)
    let observation = Defaults.observe([key]) { heard.change { $0 += 1 } }
    key.value = 6
    #expect(heard.value == 1)
    observation.cancel()
  }

  /// The writer never pauses, so that a change often comes while a handler is registered for the two names.
  @Test(arguments: [false, true]) func noChangeComesBeforeTheBeginning(initial: Bool) {
    let isEnded = Lockbox(false)
    let writer = Thread { [store] in
      var number: Int64 = 4
      while !isEnded.value {
        number += 1
        try? store.set(.integer(number), forKey: "runs")
      }
    }
    writer.start()
    var wrong = 0
    for _ in 0..<5_000 {
      let isFirst = Lockbox(true)
      let isWrong = Lockbox(false)
      let observation = key.observe(initial: initial) { change in
        if change.isInitial != (initial && isFirst.value) || !change.isInitial && change.oldValue == 0 {
          isWrong.change { $0 = true }
        }
        isFirst.change { $0 = false }
      }
      observation.cancel()
      if isWrong.value { wrong += 1 }
    }
    isEnded.change { $0 = true }
    #expect(wrong == 0)
  }

  @Test func observersDoNotHearOfThePreviousNameBeneathTheNewOne() throws {
    try store.set(5, forKey: "launchCount")
    let heard = Lockbox<[[Int?]]>([])
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try store.set(6, forKey: "runs")
    try store.set(nil, forKey: "launchCount")
    #expect(heard.value == [[5, 6]])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: ["runs", "launchCount"]) func trackingsEndWithBothNames(name: String) throws {
    let key = key
    // The second one is of a value that is remembered.
    for number in [5, 6] {
      let hasFired = Lockbox(false)
      withObservationTracking {
        _ = key.value
        _ = key.value
      } onChange: {
        hasFired.change { $0 = true }
      }
      try store.set(.int(number), forKey: name)
      #expect(hasFired.value)
      #expect(key.value == number)
    }
  }

  @Test(arguments: ["runs", "launchCount"]) func updatesFollowBothNames(name: String) async throws {
    var updates = key.updates().makeAsyncIterator()
    #expect(await updates.next() == 3)
    try store.set(5, forKey: name)
    #expect(await updates.next() == 5)
  }

  private enum Editor: KeyNamespaceable {
    static let size = key("size", defaultValue: 0).renamed(from: "old.size")
    static let width = key("width", defaultValue: 0).renamed(fromStoredName: "App.width")
  }

  private struct User: KeyNamespaceable {
    let store: any DefaultsStore
    var namespace: String { "User.7" }
    var size: DefaultsKey<Int> { key("size", defaultValue: 0).renamed(from: "width") }
  }

  @Test func inANamespaceAPreviousNameIsOneOfTheNamespace() {
    let store = InMemoryStore(["Editor.old.size": 1, "old.size": 2, "App.width": 3, "Editor.App.width": 4])
    #expect(Editor.size.bound(to: store).value == 1)
    #expect(Editor.width.bound(to: store).value == 3)
    #expect(User(store: InMemoryStore(["User.7.width": 5, "width": 6])).size.value == 5)
  }

  #if DEBUG && (os(Linux) || os(macOS))
    private enum Flags: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }

    /// The type's own reads and writes would not see it.
    @Test(arguments: ["secret", "required", "renamed"])
    func aModifierOfASettablesKeyStopsADebugBuild(modifier: String) async {
      await #expect(processExitsWith: .failure) { [modifier] in
        let key = Flags.key(.isOn)
        switch modifier {
        case "secret": _ = key.secret()
        case "required": _ = key.required()
        default: _ = key.renamed(from: "wasOn")
        }
      }
    }
  #endif

  @Test func aKeyWithAFormatOfItsOwnFindsThePreviousName() {
    #expect(DefaultsKey<Int>("a", defaultValue: 0, bridge: .jsonString, store: store).renamed(from: "runs").value == 3)
    #expect(DefaultsKey<Int?>("a", bridge: .jsonString, store: store).renamed(from: "runs").value == 3)
  }

  @Test func thePreviousNameMayBeTheSame() throws {
    let key = DefaultsKey<Int>("runs", defaultValue: 0, store: store).renamed(from: "runs")
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
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, store: store).renamed(from: "runs")
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
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, store: MovingStore()).renamed(from: "runs")
    #expect(key.value == 4)
  }
}
