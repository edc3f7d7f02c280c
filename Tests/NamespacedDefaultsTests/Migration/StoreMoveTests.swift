import Foundation
import Testing

@testable import NamespacedDefaults

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

  @Test func whatIsChosenMoves() throws {
    try defaults.migrate([.move(id: "b only", from: old) { $0 == "b" }])
    #expect(try settings(in: new) == ["b": [3]])
    #expect(old.keys().sorted() == ["A.x", "A.y"])
  }

  @Test func anImportKeepsTheSourceAndIsDoneOnce() throws {
    try new.set(7, forKey: "b")
    for _ in 0..<2 { try defaults.migrate([.importing(from: old)]) }
    #expect(try settings(in: new) == ["A.x": 1, "A.y": "two", "b": 7], "what is there already stays")
    #expect(old.keys().sorted() == ["A.x", "A.y", "b"])
    try new.set(nil, forKey: "A.x")
    try defaults.migrate([.importing(from: old)])
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
    try source.apply(["a": 100, "b": 200])
    let planned = try defaults.migrate([migration], dryRun: true).steps.map(\.removedFromSource)
    #expect(planned == [[]])
    try defaults.migrate([migration])
    #expect(try source.value(forKey: "a") == 100)
    #expect(try source.value(forKey: "b") == 200)
    #expect(try settings(in: new) == ["a": 7, "b": 2])
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
    let plan = try DefaultsAdapter(store: old).migrate([.move(from: old), .importing(from: old)])
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
    try target.transaction { try DefaultsAdapter(store: target).migrate([.importing(from: source)]) }
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
      try userDefaults.apply(["Account.isUserLoggedIn": true, "count": 3, "ratio": 0.5, "tags": ["a", "b"]])
      let file = try FileStore(path: directory.file())
      try DefaultsAdapter(store: file).migrate([.move(from: userDefaults)])
      #expect(
        try settings(in: file) == ["Account.isUserLoggedIn": true, "count": 3, "ratio": 0.5, "tags": ["a", "b"]]
      )
      #expect(try userDefaults.keys() == [])
    }
  #endif

  /// A store some of whose values cannot be read.
  private final class UnreadableValues: DefaultsStore {
    let inner: InMemoryStore
    let unreadable = Lockbox<Set<String>>([])
    private let code: DefaultsError.Code
    var context: DefaultsStoreContext { inner.context }

    init(_ values: [String: PropertyListValue], code: DefaultsError.Code = .failedSystemCall) {
      inner = InMemoryStore(values)
      self.code = code
    }

    func committedValue(forKey name: String) throws -> PropertyListValue? {
      if unreadable.value.contains(name) { throw DefaultsError(code, "unreadable") }
      return inner.value(forKey: name)
    }

    func committedKeys() -> [String] { inner.keys() }
    func commit(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
  }

  /// A store that records what is done to it, together with others.
  private final class RecordingStore: DefaultsStore {
    let inner: InMemoryStore
    let record: @Sendable (String) -> Void
    var context: DefaultsStoreContext { inner.context }

    init(_ values: [String: PropertyListValue], _ record: @escaping @Sendable (String) -> Void) {
      inner = InMemoryStore(values)
      self.record = record
    }

    func committedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func committedKeys() -> [String] { inner.keys() }
    func synchronize() { record("synchronize") }

    func commit(_ changes: [DefaultsChange]) {
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
