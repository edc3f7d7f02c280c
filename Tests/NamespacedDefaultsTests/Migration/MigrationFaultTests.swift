import NamespacedDefaults
import NamespacedDefaultsMigration
import Testing

/// Disks that are full in the middle, and closures that throw.
struct MigrationFaultTests {
  struct Refusal: Error {}

  @Test func aStepThatThrowsLeavesEverythingAndStopsTheRest() throws {
    let store = InMemoryStore(["a": 1, "b": 2])
    let error = #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: store).migrate([
        .rename("a", to: "c"),
        DefaultsMigration(id: "refused") { transaction in
          transaction.set(9, forKey: "b")
          throw Refusal()
        },
        .delete("b"),
      ])
    }
    #expect(error?.step == "refused")
    #expect(error?.reason is Refusal)
    #expect(try settings(in: store) == ["b": 2, "c": 1], "the step before it is done")
  }

  @Test func aFullDiskLeavesTheStepUndoneAndTheNextRunDoesIt() throws {
    let store = FailingCommits(["a": 1, "b": 2], onCommits: [2])
    let steps: [DefaultsMigration] = [.rename("a", to: "c"), .rename("b", to: "d")]
    let error = #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: store).migrate(steps)
    }
    #expect(error?.description == #"migration step "rename \"b\" to \"d\"" was not done: no space left"#)
    #expect(try settings(in: store) == ["b": 2, "c": 1])
    #expect(try DefaultsAdapter(store: store).migrate(steps).steps.map(\.wasDone) == [true, false])
    #expect(try settings(in: store) == ["c": 1, "d": 2])
  }

  @Test func aFullTargetLeavesTheSource() throws {
    let (old, new) = (InMemoryStore(["a": 1, "b": 2]), FailingCommits(onCommits: [1]))
    let steps = [DefaultsMigration.move(from: old)]
    #expect(throws: DefaultsMigrationError.self) { try DefaultsAdapter(store: new).migrate(steps) }
    #expect(try new.keys() == [])
    #expect(try settings(in: old) == ["a": 1, "b": 2])
    try DefaultsAdapter(store: new).migrate(steps)
    #expect(try settings(in: new) == ["a": 1, "b": 2])
    #expect(old.keys() == [])
  }

  @Test func aSourceThatCannotBeClearedIsClearedByTheNextRun() throws {
    let (old, new) = (FailingCommits(["a": 1, "b": 2], onCommits: [1]), InMemoryStore())
    let steps = [DefaultsMigration.move(from: old)]
    let error = #expect(throws: DefaultsMigrationError.self) { try DefaultsAdapter(store: new).migrate(steps) }
    #expect(
      error?.description == """
        migration step "move from FailingCommits" was not done: its values are in the new store and still in the old \
        one too, from which they could not be removed: no space left
        """
    )
    #expect(try settings(in: new) == ["a": 1, "b": 2])
    #expect(try settings(in: old) == ["a": 1, "b": 2])
    let plan = try DefaultsAdapter(store: new).migrate(steps)
    #expect(plan.steps.first?.removedFromSource == ["a", "b"])
    #expect(try old.keys() == [])
  }

  @Test func whatChangedSinceItWasCopiedIsNotRemoved() throws {
    let (old, new) = (FailingCommits(["a": 1, "b": 2, "c": 3], onCommits: [1]), InMemoryStore())
    let steps = [DefaultsMigration.move(from: old)]
    #expect(throws: DefaultsMigrationError.self) { try DefaultsAdapter(store: new).migrate(steps) }
    try old.set(10, forKey: "a")
    try new.set(nil, forKey: "b")
    let plan = try DefaultsAdapter(store: new).migrate(steps)
    #expect(try settings(in: old) == ["a": 10, "b": 2])
    #expect(try settings(in: new) == ["a": 1, "c": 3])
    #expect(
      plan.steps.first?.notes == [
        #""a" stays in the old store, for its value there is in no other place"#,
        #""b" stays in the old store, for its value there is in no other place"#,
      ]
    )
  }
}
