import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import TestSupport
import Testing

@Suite(.isolatedDefaults)
struct DefaultsMigrationTests {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    enum IntegerKey: String { case timeout }
  }

  /// What is stored beside the library's own.
  private var stored: [String: PropertyListValue] {
    get throws { try settings(in: Defaults.store) }
  }

  @Test func aRenamedKeyFindsItsValue() throws {
    try Defaults.store.set(true, forKey: "isUserLoggedIn")
    try Defaults.migrate([.rename("isUserLoggedIn", to: Account.key(.isUserLoggedIn))])
    #expect(Account.bool(forKey: .isUserLoggedIn))
    #expect(try stored == ["Account.isUserLoggedIn": true])
  }

  @Test(
    arguments: [["TOOL_RUNS": "7"], [:]],
    [[:], ["Account.timeout": 4], ["Old.host": "h"]] as [[String: PropertyListValue]]
  )
  func aStepChangesTheLayerThatIsWritten(
    variables: [String: String],
    machine: [String: PropertyListValue]
  ) throws {
    let person = InMemoryStore(["runs": 2])
    let layers = LayeredStore([
      Layer(EnvironmentStore(prefix: "TOOL", environment: variables)), Layer(person),
      Layer(InMemoryStore(machine), isReadOnly: true),
    ])
    try Defaults.withStore(layers) {
      try Defaults.migrate([
        .rename("runs", to: Account.key(.timeout)), .renameNamespace("Old", to: "New"),
      ])
    }
    #expect(try settings(in: person) == ["Account.timeout": 2])
  }

  @Test(arguments: [false, true])
  func aStepAndATransactionInsideOfItSeeEachOther(_ isDryRun: Bool) throws {
    try Defaults.store.set(1, forKey: "a")
    let step = DefaultsMigration(id: "both") { changes in
      changes.set(2, forKey: "a")
      try Defaults.transaction {
        #expect(Defaults["a"].int == 2)
        Defaults["b"] = 3
      }
      Defaults["c"] = 4
      #expect(try changes.value(forKey: "b") == 3)
      #expect(try changes.keys() == ["a", "b", "c"])
    }
    try Defaults.migrate([step], dryRun: isDryRun)
    #expect(try stored == (isDryRun ? ["a": 1] : ["a": 2, "b": 3, "c": 4]))
  }

  @Test func aStepWhoseChangeIsRefusedFails() throws {
    try Defaults.store.set(1, forKey: "a")
    let lower = InMemoryStore()
    let store = LayeredStore([Layer(InMemoryStore(["a": 1])), Layer(lower, mandatory: ["b"], isReadOnly: true)])
    let error = #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: store).migrate([.rename("a", to: "b")])
    }
    #expect((error?.reason as? DefaultsError)?.code == .managedValue)
    #expect(try store.keys() == ["a"])
  }

  @Test func aRenameWithoutAValueIsDone() throws {
    try Defaults.migrate([.rename("a", to: "b")])
    try Defaults.store.set(1, forKey: "a")
    try Defaults.migrate([.rename("a", to: "b")])
    #expect(try stored == ["a": 1])
  }

  @Test func aRenameToTheSameNameKeepsTheValue() throws {
    try Defaults.store.set(1, forKey: "a")
    try Defaults.migrate([.rename("a", to: "a"), .renameNamespace("N", to: "N")])
    #expect(try stored == ["a": 1])
  }

  @Test func aValueThatTheKeyCannotReadStaysAndIsReported() throws {
    try Defaults.store.set("soon", forKey: "timeout")
    let problems = try problems { try Defaults.migrate([.rename("timeout", to: Account.key(.timeout))]) }
    #expect(try stored == ["timeout": "soon"])
    #expect(
      problems.map(\.description) == [
        #"undecodableValue for "timeout": takes a whole number, found a string of 4 bytes"#
      ]
    )
  }

  @Test func aNamespaceMovesWhole() throws {
    try Defaults.store.set([
      "Account.a": 1, "Account.7.b": 2, "Account.\u{301}a": 5, "AccountHistory.a": 3, "Account": 4,
    ])
    try Defaults.migrate([.renameNamespace("Account", to: "Profile", includingNested: true)])
    #expect(
      try stored == ["Profile.a": 1, "Profile.7.b": 2, "Profile.\u{301}a": 5, "AccountHistory.a": 3, "Account": 4]
    )
  }

  @Test func theNamespacesOfInstancesStay() throws {
    let values: [String: PropertyListValue] = ["User.a": 1, "User.7.a": 2]
    for step in [DefaultsMigration.renameNamespace("User", to: "Member"), .deleteNamespace("User")] {
      try Defaults.withStore(InMemoryStore(values)) {
        try Defaults.migrate([step])
        #expect(try stored["User.7.a"] == 2)
        #expect(try stored["User.a"] == nil)
      }
    }
    let target = InMemoryStore()
    try DefaultsAdapter(store: target).migrate([.moveNamespace("User", from: InMemoryStore(values))])
    #expect(try settings(in: target) == ["User.a": 1])
  }

  @Test func aNamespaceMayMoveIntoItself() throws {
    try Defaults.store.set(["A.x": 1, "A.B.x": 2])
    try Defaults.migrate([.renameNamespace("A", to: "A.B", includingNested: true)])
    #expect(try stored == ["A.B.x": 1, "A.B.B.x": 2])
    try Defaults.migrate([.renameNamespace("A.B", to: "A", includingNested: true)])
    #expect(try stored == ["A.x": 1, "A.B.x": 2])
  }

  @Test func aValueChangesItsForm() throws {
    try Defaults.store.set(30, forKey: "timeout")
    try Defaults.migrate([
      .change("timeout", id: "milliseconds") { .integer(try Int64.value(fromPropertyList: $0) * 1000) },
      .change("never stored", id: "nothing") { _ in 1 },
    ])
    #expect(try stored == ["timeout": 30_000])
  }

  @Test func aValueChangesItsTypeAndName() throws {
    try Defaults.store.set("30", forKey: "timeout")
    try Defaults.migrate([
      .convert("timeout", from: Double.self, to: Account.key(.timeout), id: "milliseconds") { Int($0 * 1000) }
    ])
    #expect(try stored == ["Account.timeout": 30_000])
  }

  @Test func aConvertedValueMayKeepItsName() throws {
    try Defaults.store.set(30, forKey: "Account.timeout")
    try Defaults.migrate([
      .convert("Account.timeout", from: Int.self, to: Account.key(.timeout), id: "milliseconds") { $0 * 1000 }
    ])
    #expect(try stored == ["Account.timeout": 30_000])
  }

  @Test func aValueThatIsNotOfTheOldTypeStaysAndIsReported() throws {
    try Defaults.store.set("soon", forKey: "timeout")
    let problems = try problems {
      try Defaults.migrate([
        .convert("timeout", from: Int.self, to: Account.key(.timeout), id: "milliseconds") { $0 * 1000 }
      ])
    }
    #expect(try stored == ["timeout": "soon"])
    #expect(problems.map(\.kind) == [.undecodableValue])
  }

  @Test func valuesAreDeleted() throws {
    try Defaults.store.set(["a": 1, "b": 2, "c": 3, "N.x": 4, "NN.x": 5])
    try Defaults.migrate([.delete("a", "b"), .deleteNamespace("N")])
    #expect(try stored == ["c": 3, "NN.x": 5])
  }

  @Test func aTransactionSeesItsOwnChanges() throws {
    try Defaults.store.set(["a": 1, "b": 2])
    let seen = Lockbox<[String]>([])
    try Defaults.migrate([
      DefaultsMigration(id: "general") { transaction in
        try transaction.rename("a", to: "c")
        try transaction.write(5, to: Account.key(.timeout))
        let sum = try transaction.read(Account.key(.timeout)) + transaction.read(Account.key(.timeout))
        transaction.set(.integer(Int64(sum)), forKey: "sum")
        let names = try transaction.keys()
        seen.change { $0 = names }
      }
    ])
    #expect(seen.value == ["Account.timeout", "b", "c", "sum"])
    #expect(try stored == ["Account.timeout": 5, "b": 2, "c": 1, "sum": 10])
  }

  @Test func aTransactionDoesNotListWhatRecordsTheSteps() throws {
    try Defaults.store.set(1, forKey: "a")
    let seen = Lockbox<[[String]]>([])
    let list: @Sendable (inout DefaultsMigrationChanges) throws -> Void = { transaction in
      let names = try transaction.keys()
      seen.change { $0.append(names) }
    }
    let steps: [DefaultsMigration] = [.rename("a", to: "b"), DefaultsMigration(id: "list", list)]
    try Defaults.migrate(steps, dryRun: true)
    try Defaults.migrate(steps)
    try Defaults.migrate(steps + [DefaultsMigration(id: "list again", list)])
    #expect(seen.value == [["b"], ["b"], ["b"]])
  }

  @Test func aTransactionKnowsPreviousNames() throws {
    let key = DefaultsKey<Int>("new", defaultValue: 0).renamed(from: "old")
    try Defaults.store.set(5, forKey: "old")
    try Defaults.migrate([DefaultsMigration(id: "add one") { try $0.write($0.read(key) + 1, to: key) }])
    #expect(try stored == ["new": 6])
  }

  @Test func aValueIsStoredAgainFromTheFormatThatIsGiven() throws {
    let doubled = DefaultsBridge<Int> {
      .integer(Int64($0 * 2))
    } decode: {
      try Int.value(fromPropertyList: $0) / 2
    }
    let key = DefaultsKey<Int>("count", defaultValue: 0)
    try Defaults.store.set(14, forKey: "count")
    try Defaults.migrate([.reencode(key, reading: doubled)])
    #expect(try stored == ["count": 7])
  }

  @Test func aValueUnderThePreviousNameIsStoredAgainToo() throws {
    let key = DefaultsKey<Int>("new", defaultValue: 0).renamed(from: "old")
    try Defaults.store.set("14", forKey: "old")
    try Defaults.migrate([.reencode(key)])
    #expect(try stored == ["new": 14])
  }

  @Test func aStepIsWrittenAtOnce() throws {
    let store = FailingCommits(onCommits: [])
    try store.set(["a": 1, "b": 2])
    try DefaultsAdapter(store: store).migrate([
      DefaultsMigration(id: "two renames") { transaction in
        try transaction.rename("a", to: "c")
        try transaction.rename("b", to: "d")
      }
    ])
    #expect(store.commits == 2, "one for the values, one for the step")
  }

  @Test func aStepIsDoneOnce() throws {
    try Defaults.store.set(1, forKey: "count")
    let doubling = DefaultsMigration.change("count", id: "double") {
      .integer(try Int64.value(fromPropertyList: $0) * 2)
    }
    for _ in 0..<3 { try Defaults.migrate([doubling]) }
    #expect(try stored == ["count": 2])
  }

  @Test func anAdapterMigratesItsOwnStore() throws {
    let group = DefaultsAdapter(store: InMemoryStore(["a": 1]))
    try Defaults.store.set(2, forKey: "a")
    try group.migrate([.rename("a", to: "b")])
    #expect(try settings(in: group.store) == ["b": 1])
    #expect(try stored == ["a": 2])
  }

  @Test func stepsOfALaterReleaseStayDone() throws {
    try Defaults.migrate([.rename("a", to: "b"), .rename("b", to: "c")])
    try Defaults.migrate([.rename("a", to: "b")])
    try Defaults.store.set(1, forKey: "b")
    let plan = try Defaults.migrate([.rename("a", to: "b"), .rename("b", to: "c")])
    #expect(plan.steps.map(\.wasDone) == [true, true])
    #expect(try stored == ["b": 1])
  }

  @Test func removingAllSettingsKeepsStepsDone() throws {
    let old = InMemoryStore(["a": 1])
    try Defaults.migrate([.copy(from: old)])
    for remove in [{ Defaults.removeAll() }, { try Defaults.store.removeAll() }] {
      try Defaults.store.set(2, forKey: "b")
      try remove()
      try Defaults.migrate([.copy(from: old)])
      #expect(try stored == [:])
    }
  }

  @Test func stepsMustNotShareAnID() throws {
    let error = #expect(throws: DefaultsMigrationError.self) {
      try Defaults.migrate([.rename("a", to: "b"), .rename("b", to: "c"), .rename("a", to: "b")])
    }
    #expect(error?.code == .repeatedID)
    #expect(try Defaults.store.keys() == [], "nothing was done")
  }

  @Test func idsTellWhatAStepDoes() {
    #expect(DefaultsMigration.rename("a", to: "b").id == #"rename "a" to "b""#)
    #expect(DefaultsMigration.renameNamespace("A", to: "B").id == #"rename namespace "A" to "B""#)
    #expect(
      DefaultsMigration.renameNamespace("A", to: "B", includingNested: true).id
        == #"rename namespace "A" with nested ones to "B""#
    )
    #expect(DefaultsMigration.deleteNamespace("A").id == #"delete namespace "A""#)
    #expect(
      DefaultsMigration.deleteNamespace("A", includingNested: true).id == #"delete namespace "A" with nested ones"#
    )
    let store = InMemoryStore()
    #expect(DefaultsMigration.moveNamespace("A", from: store).id == #"move namespace "A" from InMemoryStore"#)
    #expect(
      DefaultsMigration.moveNamespace("A", includingNested: true, from: store).id
        == #"move namespace "A" with nested ones from InMemoryStore"#
    )
    #expect(DefaultsMigration.delete("a", "b").id == #"delete "a", "b""#)
    #expect(DefaultsMigration.copy(from: InMemoryStore()).id == "copy from InMemoryStore")
    #expect(DefaultsMigration.rename("a", to: "b", id: "2026-11 names").id == "2026-11 names")
  }

  @Test func aNamespaceIsDeletedWithThoseInsideOfItIfWanted() throws {
    let values: [String: PropertyListValue] = ["N.a": 1, "N.M.b": 2, "Name": 3]
    let (alone, nested) = (InMemoryStore(values), InMemoryStore(values))
    try DefaultsAdapter(store: alone).migrate([.deleteNamespace("N")])
    try DefaultsAdapter(store: nested).migrate([.deleteNamespace("N", includingNested: true)])
    #expect(Set(alone.keys()).intersection(values.keys) == ["N.M.b", "Name"])
    #expect(Set(nested.keys()).intersection(values.keys) == ["Name"])
  }

  @Test func aMoveIsDoneForEachSourceOfItsOwnName() throws {
    let directory = try TemporaryDirectory()
    let sources = try ["a", "b"].map { try FileStore(path: directory.file("\($0).defaults")) }
    for source in sources { try source.set(1, forKey: "from \(source.label)") }
    let target = InMemoryStore()
    for source in sources { try DefaultsAdapter(store: target).migrate([.move(from: source)]) }
    for source in sources { #expect(try source.keys() == []) }
  }
}
