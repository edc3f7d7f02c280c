import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// Values that move from one store to another.
struct StoreMoveTests {
  let old = InMemoryStore(["A.x": 1, "A.y": "two", "b": [3]])
  let new = InMemoryStore()
  var defaults: DefaultsAdapter { DefaultsAdapter(store: new) }

  @Test func everythingMoves() throws {
    try defaults.migrate([.move(from: old)])
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two", "b": [3]])
    #expect(old.keys() == [])
  }

  @Test func aNamespaceMoves() throws {
    try defaults.migrate([.moveNamespace("A", from: old)])
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two"])
    #expect(old.keys() == ["b"])
  }

  @Test func singleSettingsMove() throws {
    try defaults.migrate([.move("b", "A.x", from: old)])
    #expect(try settings(in: new) == ["A.x": 1, "b": [3]])
    #expect(old.keys() == ["A.y"])
  }

  @Test func ofSingleSettingsAllMoveOrNone() throws {
    try new.set(7, forKey: "b")
    #expect(throws: DefaultsMigrationError.self) { try defaults.migrate([.move("A.x", "b", from: old)]) }
    #expect(try settings(in: new) == ["b": 7])
    #expect(old.keys().sorted() == ["A.x", "A.y", "b"])
  }

  @Test(arguments: [true, false]) func aSettingIsNoNamespace(isMoved: Bool) throws {
    let step = isMoved ? DefaultsMigration.moveNamespace("b", from: old) : .renameNamespace("b", to: "c")
    let plan = try DefaultsAdapter(store: isMoved ? new : old).migrate([step])
    #expect(plan.steps[0].notes == [#""b" stays as it is: it is a setting, and none of the namespace"#])
    #expect(old.value(forKey: "b") == [3])
  }

  @Test func whatIsChosenMoves() throws {
    try defaults.migrate([.move(id: "b only", from: old) { $0 == "b" }])
    #expect(try settings(in: new) == ["b": [3]])
    #expect(old.keys().sorted() == ["A.x", "A.y"])
  }

  @Test func anImportKeepsTheSourceAndIsDoneOnce() throws {
    try new.set(7, forKey: "b")
    for _ in 0..<2 { try defaults.migrate([.copy(from: old)]) }
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two", "b": 7], "what is there already stays")
    #expect(old.keys().sorted() == ["A.x", "A.y", "b"])
    try new.set(nil, forKey: "A.x")
    try defaults.migrate([.copy(from: old)])
    #expect(new.value(forKey: "A.x") == nil, "removed since, and not imported again")
  }

  @Test func aConflictMovesNothing() throws {
    try new.set(7, forKey: "b")
    #expect(throws: DefaultsMigrationError.self) { try defaults.migrate([.move(from: old)]) }
    #expect(try settings(in: new) == ["b": 7])
    #expect(old.keys().count == 3)
  }

  @Test func theExistingValueWinsWhereToldSo() throws {
    try new.set(7, forKey: "b")
    try defaults.migrate([.move(from: old, onConflict: .keepExisting)])
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two", "b": 7])
    #expect(old.keys() == [])
  }

  @Test(arguments: [DefaultsMigration.ConflictPolicy.keepExisting, .replace])
  func theWinnerOfANamespaceIsChosen(_ policy: DefaultsMigration.ConflictPolicy) throws {
    try new.set(7, forKey: "A.x")
    try defaults.migrate([.moveNamespace("A", from: old, onConflict: policy)])
    let winner: PropertyListValue = if case .replace = policy { 1 } else { 7 }
    #expect(try settings(in: new) == ["A.x": winner, "A.y": "two"])
    #expect(old.keys() == ["b"])
  }

  @Test func aConflictInANamespaceMovesNothing() throws {
    try new.set(7, forKey: "A.x")
    #expect(throws: DefaultsMigrationError.self) { try defaults.migrate([.moveNamespace("A", from: old)]) }
    #expect(try settings(in: new) == ["A.x": 7])
    #expect(old.keys().count == 3)
  }

  /// A source whose first removal fails, as after a kill between the copy and the removal.
  private func interruptedMove() throws -> (source: FailingCommits, migration: DefaultsMigration) {
    let source = FailingCommits(["a": 1, "b": 2], onCommits: [1])
    let migration = DefaultsMigration.move(from: source, onConflict: .keepExisting)
    try new.set(7, forKey: "a")
    #expect(throws: DefaultsMigrationError.self) { try defaults.migrate([migration]) }
    #expect(try source.keys().count == 2)
    return (source, migration)
  }

  @Test func anInterruptedMoveRemovesWhatLost() throws {
    let (source, migration) = try interruptedMove()
    try defaults.migrate([migration])
    #expect(try source.keys() == [])
    #expect(try settings(in: new) == ["a": 7, "b": 2])
  }

  @Test func aDryRunTellsWhatAnInterruptedMoveHasYetToRemove() throws {
    let (source, migration) = try interruptedMove()
    let planned = try defaults.migrate([migration], dryRun: true).steps.map(\.removedFromSource)
    #expect(planned == [["a", "b"]])
    #expect(try source.keys().count == 2)
  }

  @Test func anInterruptedMoveKeepsWhatTheSourceGotSince() throws {
    let (source, migration) = try interruptedMove()
    try source.set(["a": 100, "b": 200])
    let planned = try defaults.migrate([migration], dryRun: true).steps.map(\.removedFromSource)
    #expect(planned == [[]])
    try defaults.migrate([migration])
    #expect(try source.value(forKey: "a") == 100)
    #expect(try source.value(forKey: "b") == 200)
    #expect(try settings(in: new) == ["a": 7, "b": 2])
  }

  @Test func aSourceThatCannotBeClearedHoldsUpNoLaterStep() throws {
    let source = FailingCommits(["a": 1], onCommits: [1, 2])
    try new.set(7, forKey: "x")
    let steps = [DefaultsMigration.move(from: source), .rename("x", to: "y")]
    for _ in 0..<2 {
      let error = #expect(throws: DefaultsMigrationError.self) { try defaults.migrate(steps) }
      #expect(error?.code == .sourceNotCleared)
      #expect(error?.step == "move from FailingCommits")
      #expect(try settings(in: new) == ["a": 1, "y": 7])
    }
    #expect(try defaults.migrate(steps).steps.map(\.wasDone) == [false, true])
    #expect(try source.keys() == [])
  }

  @Test func aStepThatFailsCountsMoreThanASourceThatCannotBeCleared() throws {
    let source = FailingCommits(["a": 1], onCommits: [1])
    let steps = [
      DefaultsMigration.move(from: source), .change("a", id: "fails") { _ in throw FailingCommits.DiskFull() },
      .rename("a", to: "b"),
    ]
    let error = #expect(throws: DefaultsMigrationError.self) { try defaults.migrate(steps) }
    #expect(error?.step == "fails")
    #expect(try settings(in: new) == ["a": 1])
  }

  /// A store that keeps numbers as whole ones.
  private final class WholeNumbers: DefaultsStore, DefaultsStorage {
    let inner = InMemoryStore()
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func storedKeys() -> [String] { inner.keys() }
    func synchronize() {}

    func storedForm(of value: PropertyListValue) -> PropertyListValue {
      switch value {
      case .double(let number): .double(number.rounded(.down))
      case .dictionary(let members): .dictionary(members.mapValues(storedForm))
      default: value
      }
    }

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      inner.commit(
        changes.map { DefaultsChange(key: $0.key, oldValue: $0.oldValue, newValue: $0.newValue.map(storedForm)) }
      )
    }
  }

  @Test func whatTheTargetKeepsInAnotherFormLeavesTheSource() throws {
    let target = WholeNumbers()
    let source = InMemoryStore(["a": 1.5, "b": 2])
    let plan = try DefaultsAdapter(store: target).migrate([.move(from: source)])
    #expect(try settings(in: target) == ["a": 1.0, "b": 2])
    #expect(source.keys() == [])
    #expect(plan.steps[0].changes.map(\.newValue) == [1.0, 2])
    #expect(plan.steps[0].notes == [])
  }

  @Test func aDryRunComparesInTheFormOfTheTarget() throws {
    let target = WholeNumbers()
    let plan = try DefaultsAdapter(store: target).migrate([.move(from: InMemoryStore(["a": 1.5]))], dryRun: true)
    #expect(plan.steps[0].removedFromSource == ["a"])
  }

  @Test func aValueOfTheSameFormIsNoConflict() throws {
    let target = WholeNumbers()
    try target.set(["a": 1.0, "b": 1.0])
    let source = InMemoryStore(["a": 1.5])
    try DefaultsAdapter(store: target).migrate([
      .move(from: source), .rename("a", to: "b"), .change("b", id: "the same") { _ in 1.25 },
    ])
    #expect(try settings(in: target) == ["b": 1.0])
    #expect(source.keys() == [])
  }

  @Test func whatLostInAnotherFormIsRemovedAfterAnInterruption() throws {
    let target = WholeNumbers()
    try target.set(7.0, forKey: "a")
    let source = FailingCommits(["a": 1.5], onCommits: [1])
    let steps = [DefaultsMigration.move(from: source, onConflict: .keepExisting)]
    #expect(throws: DefaultsMigrationError.self) { try DefaultsAdapter(store: target).migrate(steps) }
    try DefaultsAdapter(store: target).migrate(steps)
    #expect(try source.keys() == [])
    #expect(try settings(in: target) == ["a": 7.0])
  }

  @Test func anEqualWriteIsComparedInTheFormOfTheStore() throws {
    let store = WholeNumbers()
    let changes = Lockbox<[PropertyListValue?]>([])
    let observation = store.observe("a") { change in changes.change { $0.append(change.newValue) } }
    defer { observation.cancel() }
    try store.set(1.5, forKey: "a")
    try store.set(1.25, forKey: "a")
    try store.update("a") { $0 = 1.75 }
    try store.set(["a": 1.5])
    try store.transaction {
      try store.set(2.5, forKey: "a")
      #expect(try store.value(forKey: "a") == 2.0, "as after the transaction")
      try store.set(1.5, forKey: "a")
    }
    let moved = DefaultsKey<Double>("a", defaultValue: 0, store: store).renamed(from: "old")
    try store.set(3.0, forKey: "old")
    try moved.write(3.5)
    #expect(changes.value == [1.0, 3.0])
  }

  @Test func aSourceThatCannotBeReadIsNotPassedOver() throws {
    let source = UnreadableValues(["a": 1, "b": 2])
    let steps = [DefaultsMigration.move(from: source)]
    source.unreadable.change { $0 = ["a"] }
    let error = #expect(throws: DefaultsMigrationError.self) { try defaults.migrate(steps) }
    #expect((error?.reason as? DefaultsError)?.code == .failedSystemCall)
    #expect(new.keys() == [])
    source.unreadable.change { $0 = [] }
    try defaults.migrate(steps)
    #expect(try settings(in: new) == ["a": 1, "b": 2])
    #expect(try source.keys() == [])
  }

  @Test func aValueThatIsNoPropertyListStaysInTheSourceAndIsReported() throws {
    let source = UnreadableValues(["a": 1, "b": 2], code: .notPropertyList)
    source.unreadable.change { $0 = ["a"] }
    let problems = try problems { try defaults.migrate([.move(from: source)]) }
    #expect(problems.map(\.kind) == [.undecodableValue])
    #expect(problems.map(\.key) == ["a"])
    #expect(try settings(in: new) == ["b": 2])
    #expect(try source.keys() == ["a"])
  }

  @Test func aStoreHasNothingToMoveToItself() throws {
    let plan = try DefaultsAdapter(store: old).migrate([.move(from: old), .copy(from: old)])
    #expect(try settings(in: old) == ["A.x": 1, "A.y": "two", "b": [3]])
    #expect(plan.steps.map(\.notes) == Array(repeating: ["the old store is this store: nothing to move"], count: 2))
  }

  @Test func aTransactionMovesNothingOutOfAnotherStore() throws {
    let (source, target) = (InMemoryStore(["a": 1]), InMemoryStore())
    #expect(throws: DefaultsMigrationError.self) {
      try target.transaction { try DefaultsAdapter(store: target).migrate([.move(from: source)]) }
    }
    #expect(source.value(forKey: "a") == 1)
    #expect(target.keys() == [])
    try target.transaction { try DefaultsAdapter(store: target).migrate([.copy(from: source)]) }
    #expect(target.value(forKey: "a") == 1)
  }

  @Test func whatASourceRemembersOfItsOwnStepsStaysThere() throws {
    try DefaultsAdapter(store: old).migrate([.rename("b", to: "c")])
    try defaults.migrate([.move(from: old)])
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two", "c": [3]])
    #expect(try DefaultsAdapter(store: old).migrate([.rename("b", to: "c")]).steps.map(\.wasDone) == [true])
  }

  #if UserDefaults
    @Test func userDefaultsMoveIntoAFile() throws {
      let directory = try TemporaryDirectory()
      let suite = "NamespacedDefaultsTests.\(UUID().uuidString)"
      let userDefaults = try UserDefaultsStore(suiteName: suite)
      defer { UserDefaults().removePersistentDomain(forName: suite) }
      try userDefaults.set(["Account.isUserLoggedIn": true, "count": 3, "ratio": 0.5, "tags": ["a", "b"]])
      let file = try FileStore(path: directory.file())
      try DefaultsAdapter(store: file).migrate([.move(from: userDefaults)])
      #expect(
        try settings(in: file) == ["Account.isUserLoggedIn": true, "count": 3, "ratio": 0.5, "tags": ["a", "b"]]
      )
      #expect(try userDefaults.keys() == [])
    }
  #endif

  /// A store some of whose values cannot be read.
  private final class UnreadableValues: DefaultsStore, DefaultsStorage {
    let inner: InMemoryStore
    let unreadable = Lockbox<Set<String>>([])
    private let code: DefaultsError.Code
    var context: DefaultsStoreContext { inner.context }

    init(_ values: [String: PropertyListValue], code: DefaultsError.Code = .failedSystemCall) {
      inner = InMemoryStore(values)
      self.code = code
    }

    func storedValue(forKey name: String) throws -> PropertyListValue? {
      if unreadable.value.contains(name) { throw DefaultsError(code, "unreadable") }
      return inner.value(forKey: name)
    }

    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  /// A store that records what is done to it, together with others.
  private final class RecordingStore: DefaultsStore, DefaultsStorage {
    let inner: InMemoryStore
    let record: @Sendable (String) -> Void
    var context: DefaultsStoreContext { inner.context }

    init(_ values: [String: PropertyListValue], _ record: @escaping @Sendable (String) -> Void) {
      inner = InMemoryStore(values)
      self.record = record
    }

    func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func storedKeys() -> [String] { inner.keys() }
    func synchronize() { record("synchronize") }

    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      record("commit")
      inner.commit(changes)
    }
  }

  @Test func theCopyIsOnTheDiskBeforeTheSourceIsCleared() throws {
    let events = Lockbox<[String]>([])
    let source = RecordingStore(["a": 1]) { event in events.change { $0.append("source: \(event)") } }
    let target = RecordingStore([:]) { event in events.change { $0.append("target: \(event)") } }
    try DefaultsAdapter(store: target).migrate([.move(from: source)])
    #expect(
      events.value == [
        "target: commit", "target: synchronize", "source: commit", "source: synchronize", "target: commit",
      ]
    )
  }
}
