import NamespacedDefaults
import NamespacedDefaultsMigration
import TestSupport
import Testing

/// Dry runs, and the list that a person reads.
struct MigrationPlanTests {
  private let steps: [DefaultsMigration] = [
    .rename("a", to: "A.x"),
    .renameNamespace("A", to: "B"),
    .change("B.x", id: "ten times") { .integer(try Int64.value(fromPropertyList: $0) * 10) },
    .delete("never stored"),
  ]

  @Test func aDryRunTellsEachStepAndWritesNothing() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    _ = try DefaultsAdapter(store: store).migrate(steps, dryRun: true)
    #expect(try directory.names() == [], "not even an empty file")
    try store.set(["a": 1, "A.y": "why"])
    let before = try bytes(ofFile: directory.file())
    let plan = try DefaultsAdapter(store: store).migrate(steps, dryRun: true)
    #expect(try bytes(ofFile: directory.file()) == before)
    #expect(
      plan.description == """
        1. rename "a" to "A.x"
           + "A.x": an integer
           - "a": an integer
        2. rename namespace "A" to "B"
           - "A.x": an integer
           - "A.y": a string of 3 bytes
           + "B.x": an integer
           + "B.y": a string of 3 bytes
        3. ten times
           ~ "B.x": an integer → an integer
        4. delete "never stored": nothing to change
        """
    )
  }

  @Test func aRunTellsTheSameAsItsRehearsal() throws {
    let (old, new) = (InMemoryStore(["a": 1, "A.y": 2, "B.y": 2]), InMemoryStore())
    let all = [DefaultsMigration.moveNamespace("A", from: old), .move(from: old)] + steps
    let run = try DefaultsAdapter(store: new).migrate(all, dryRun: true)
    #expect(new.keys() == [] && old.keys().count == 3)
    #expect(try DefaultsAdapter(store: new).migrate(all) == run)
    #expect(try settings(in: new) == ["B.x": 10, "B.y": 2])
    #expect(old.keys() == [])
  }

  @Test func aStepOfADryRunListsTheNamesAfterItsOwnChanges() throws {
    let store = InMemoryStore(["old": 1])
    let names = Lockbox<[String]>([])
    try DefaultsAdapter(store: store).migrate(
      [
        .rename("old", to: "new"),
        DefaultsMigration(id: "swap") {
          $0.set(nil, forKey: "new")
          $0.set(2, forKey: "old")
          let found = try $0.keys()
          names.change { $0 = found }
        },
      ],
      dryRun: true
    )
    #expect(names.value == ["old"])
  }

  @Test func aDryRunPassesOverTheStepsThatAreDone() throws {
    let store = InMemoryStore(["count": 1])
    let calls = Lockbox(0)
    let step = DefaultsMigration.change("count", id: "double") { stored in
      calls.change { $0 += 1 }
      return .integer(try Int64.value(fromPropertyList: stored) * 2)
    }
    try DefaultsAdapter(store: store).migrate([step])
    let plan = try DefaultsAdapter(store: store).migrate([step], dryRun: true)
    #expect(plan.description == "1. double: already done")
    #expect(calls.value == 1)
  }

  @Test func aSecondRunHasNothingToDo() throws {
    let store = InMemoryStore(["a": 1])
    try DefaultsAdapter(store: store).migrate(Array(steps[..<2]))
    #expect(
      try DefaultsAdapter(store: store).migrate(Array(steps[..<2])).description == """
        1. rename "a" to "A.x": already done
        2. rename namespace "A" to "B": already done
        """
    )
    #expect(try DefaultsAdapter(store: store).migrate([]).description == "no steps")
  }

  @Test func aDryRunThrowsWhatTheRunWould() throws {
    let store = InMemoryStore(["a": 1, "b": 2])
    #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: store).migrate([.rename("a", to: "b")], dryRun: true)
    }
  }

  @Test func aPlanTellsWhatStays() throws {
    let (old, new) = (InMemoryStore(["a": 1]), InMemoryStore(["timeout": "soon"]))
    let plan = try DefaultsAdapter(store: new).migrate(
      [
        .move(from: old),
        .rename("timeout", to: DefaultsKey<Int>("wait", defaultValue: 0)),
      ],
      dryRun: true
    )
    #expect(
      plan.description == """
        1. move from InMemoryStore
           + "a": an integer
           - "a" in the old store
        2. rename "timeout" to "wait"
           "timeout" stays as it is: takes a whole number, found a string of 4 bytes
        """
    )
  }
}
