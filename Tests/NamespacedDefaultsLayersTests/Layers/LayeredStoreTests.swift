import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import TestSupport
import Testing

/// Where a value is read from and written to.
@Suite struct LayeredStoreTests {
  private let environment = EnvironmentStore(prefix: "T", environment: ["T_ENV": "env", "T_ALL": "env"])
  private let person = InMemoryStore(["person": "person", "both": "person", "all": "person"])
  private let machine = InMemoryStore(["machine": "machine", "both": "machine", "all": "machine"])

  private var store: LayeredStore { LayeredStore([environment, person, machine]) }

  @Test(arguments: [
    ("env", "env"), ("person", "person"), ("machine", "machine"), ("both", "person"), ("all", "env"), ("none", nil),
  ])
  func aReadGetsTheFirstValue(name: String, value: PropertyListValue?) throws {
    #expect(try store.value(forKey: name) == value)
  }

  @Test func theNamesAreThoseOfAllLayersThatListTheirs() throws {
    #expect(try store.keys().sorted() == ["all", "both", "machine", "person"])
  }

  @Test func theOriginIsTheStoreThatHasTheValue() throws {
    let store = store
    #expect(try store.origin(of: "all") === environment)
    #expect(try store.origin(of: "both") === person)
    #expect(try store.origin(of: "machine") === machine)
    #expect(try store.origin(of: "none") == nil)
    #expect(try LayeredStore([InMemoryStore(), store]).origin(of: "machine") === machine)
    try store.transaction {
      try store.set("new", forKey: "none")
      #expect(try store.origin(of: "none") === person)
    }
  }

  @Test func aWriteGoesToTheFirstLayerThatTakesIt() throws {
    try store.set("new", forKey: "machine")
    #expect(person.value(forKey: "machine") == "new")
    #expect(machine.value(forKey: "machine") == "machine")
    #expect(try store.value(forKey: "machine") == "new")
    try store.set(["a": 1, "b": 2])
    #expect(person.keys().sorted() == ["a", "all", "b", "both", "machine", "person"])
  }

  @Test func aLayerThatIsReadOnlyIsNotWritten() throws {
    let store = LayeredStore([Layer(person, isReadOnly: true), Layer(machine)])
    try store.set("new", forKey: "machine")
    #expect(machine.value(forKey: "machine") == "new")
    #expect(person.keys().count == 3)
  }

  @Test func whereNoLayerCanBeWrittenAWriteThrows() throws {
    let store = LayeredStore([Layer(environment), Layer(machine, isReadOnly: true)])
    let errors = [
      try #require(throws: DefaultsError.self) { try store.set(1, forKey: "a") },
      try #require(throws: DefaultsError.self) { try store.set(["a": 1]) },
      try #require(throws: DefaultsError.self) { try store.update("a") { $0 = 1 } },
      try #require(throws: DefaultsError.self) { try store.transaction { try store.set(1, forKey: "a") } },
      try #require(throws: DefaultsError.self) { try LayeredStore([store]).set(1, forKey: "a") },
    ]
    #expect(errors.map(\.code) == Array(repeating: .readOnlyStore, count: 5))
    try store.set(nil, forKey: "machine")
    try store.removeAll()
    #expect(try store.value(forKey: "machine") == "machine")
  }

  @Test func aFileThatCannotBeWrittenIsNotLeftOut() throws {
    let store = LayeredStore([RefusingStore(), machine])
    #expect(throws: RefusingStore.Refusal.self) { try store.set(1, forKey: "a") }
    #expect(machine.value(forKey: "a") == nil)
  }

  @Test func aWriteUnderTheEnvironmentIsStoredAndDoesNotShow() throws {
    try store.set("new", forKey: "all")
    #expect(person.value(forKey: "all") == "new")
    #expect(try store.value(forKey: "all") == "env")
  }

  @Test func aRemovalShowsWhatIsBeneath() throws {
    let store = store
    try store.set(nil, forKey: "both")
    #expect(try store.value(forKey: "both") == "machine")
    try store.set(nil, forKey: "both")
    #expect(machine.value(forKey: "both") == "machine")
    try store.removeAll()
    #expect(person.keys() == [])
    #expect(try store.keys().sorted() == ["all", "both", "machine"])
  }

  @Test func aValueThatShowsFromBeneathIsStoredWhenItIsWritten() throws {
    try store.set("machine", forKey: "machine")
    try machine.set("new", forKey: "machine")
    #expect(try store.value(forKey: "machine") == "machine")
    try store.set(["all": "env", "both": "machine"])
    #expect(person.value(forKey: "both") == "machine")
    try machine.set(1, forKey: "a")
    try store.set(["a": 1])
    try machine.set(2, forKey: "a")
    #expect(try store.value(forKey: "a") == 1)
  }

  @Test func anUpdateBeginsWithWhatShows() throws {
    let beneath = InMemoryStore(["count": 5])
    let store = LayeredStore([person, beneath])
    try store.update("count") { $0 = $0 == 5 ? 6 : 0 }
    #expect(person.value(forKey: "count") == 6)
    #expect(beneath.value(forKey: "count") == 5)
    try store.update("count") { $0 = nil }
    #expect(try store.value(forKey: "count") == 5)
  }

  @Test func aTransactionReadsWhatItHasWritten() throws {
    let store = store
    try store.transaction {
      try store.set(nil, forKey: "both")
      #expect(try store.value(forKey: "both") == "machine")
      try store.set("new", forKey: "machine")
      #expect(try store.value(forKey: "machine") == "new")
      #expect(try store.keys().sorted() == ["all", "both", "machine", "person"])
      #expect(person.value(forKey: "both") == "person")
    }
    #expect(person.value(forKey: "both") == nil)
    #expect(person.value(forKey: "machine") == "new")
  }

  @Test func aTransactionThatThrowsChangesNothing() throws {
    struct Stop: Error {}
    let store = store
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.set("new", forKey: "both")
        throw Stop()
      }
    }
    #expect(person.value(forKey: "both") == "person")
  }

  @Test func aTransactionOfALayerTakesWritesOfTheWhole() throws {
    struct Stop: Error {}
    let store = store
    #expect(throws: Stop.self) {
      try person.transaction {
        try store.set("new", forKey: "both")
        #expect(try store.value(forKey: "both") == "new")
        throw Stop()
      }
    }
    #expect(try store.value(forKey: "both") == "person")
  }

  @Test func aLayerMayBeGivenTwice() throws {
    let store = LayeredStore([person, machine, person])
    try store.set("new", forKey: "both")
    #expect(try store.value(forKey: "both") == "new")
    try store.set(nil, forKey: "both")
    #expect(try store.value(forKey: "both") == "machine")
  }

  @Test func aLayerMayHaveLayers() throws {
    let outer = LayeredStore([LayeredStore([environment, person]), LayeredStore([machine])])
    #expect(try outer.value(forKey: "all") == "env")
    try outer.set("machine", forKey: "machine")
    #expect(person.value(forKey: "machine") == "machine")
    try outer.set(nil, forKey: "both")
    #expect(try outer.value(forKey: "both") == "machine")
    #expect(try outer.keys().sorted() == ["all", "both", "machine", "person"])
    try outer.transaction { try outer.set(nil, forKey: "person") }
    #expect(person.keys().sorted() == ["all", "machine"])
  }

  @Test func whatTheLibraryRecordsIsThatOfTheLayerThatIsWritten() throws {
    try machine.set(1, forKey: "NamespacedDefaults.migration.x")
    #expect(try store.value(forKey: "NamespacedDefaults.migration.x") == nil)
    #expect(try store.keys().contains("NamespacedDefaults.migration.x") == false)
  }

  @Test func aMigrationStepChangesTheLayerThatIsWrittenAlone() throws {
    let (person, machine) = (InMemoryStore(["mine": 1]), InMemoryStore(["mine": 2, "theirs": 3]))
    let layers = LayeredStore([person, machine])
    try DefaultsAdapter(store: layers).migrate([.rename("mine", to: "new.mine"), .rename("theirs", to: "new.theirs")])
    #expect(person.value(forKey: "new.mine") == 1)
    #expect(try layers.value(forKey: "new.theirs") == nil)
    #expect(machine.keys().sorted() == ["mine", "theirs"])
  }

  @Test func anExportOfTheLayerThatIsWrittenHasNothingOfTheOthers() throws {
    let written = try #require(store.layers.first { !$0.isReadOnly }?.store)
    let copy = InMemoryStore()
    try copy.import(written.export(as: .json), as: .json)
    #expect(copy.keys().sorted() == ["all", "both", "person"])
    try copy.import(store.export(as: .json), as: .json)
    #expect(copy.value(forKey: "all") == "env")
    #expect(copy.value(forKey: "machine") == "machine")
  }

  @Test func everyLayerIsSynchronized() throws {
    let refusing = RefusingStore()
    #expect(throws: RefusingStore.Refusal.self) { try LayeredStore([refusing, RefusingStore()]).synchronize() }
    try store.synchronize()
  }

  @Test func aLayerThatIsNotWrittenFailsNoSynchronization() throws {
    try LayeredStore([InMemoryStore(), RefusingStore()]).synchronize()
    try LayeredStore([Layer(InMemoryStore()), Layer(RefusingStore(), isReadOnly: true)]).synchronize()
  }

  @Test func itsLabelHasThoseOfTheLayers() {
    #expect(store.label == "LayeredStore (EnvironmentStore \"T\", InMemoryStore, InMemoryStore)")
    #expect(store.lockTimeout == .seconds(30))
    #expect(LayeredStore([RefusingStore()]).lockTimeout == .seconds(1))
  }

  @Test func withoutLayersThereIsNothing() throws {
    let store = LayeredStore([] as [Layer])
    #expect(try store.value(forKey: "a") == nil)
    #expect(try store.keys() == [])
    #expect(throws: DefaultsError.self) { try store.set(1, forKey: "a") }
  }
}

/// Names that a layer keeps from those above it.
@Suite struct MandatoryNameTests {
  private let person = InMemoryStore(["Server.workers": 1, "Audit.level": 1, "Audition": 1, "free": 1])
  private let machine = InMemoryStore(["Server.workers": 2, "Audition": 2])

  private var store: LayeredStore {
    LayeredStore([Layer(person), Layer(machine, mandatory: ["Server.workers", "Audit.*"])])
  }

  @Test(
    arguments: [
      ("Server.workers", 2), ("Audit.level", nil), ("Audition", 1), ("free", 1), ("Server.workersMore", nil),
    ] as [(String, PropertyListValue?)]
  )
  func aMandatoryNameIsReadFromItsLayer(name: String, value: PropertyListValue?) throws {
    #expect(try store.value(forKey: name) == value)
  }

  @Test func anOwnValueThatDoesNotCountIsNotListed() throws {
    #expect(try store.keys().sorted() == ["Audition", "Server.workers", "free"])
  }

  @Test func aWriteOfItNamesTheLayer() throws {
    let error = try #require(throws: DefaultsError.self) { try store.set(3, forKey: "Server.workers") }
    #expect(error.code == .managedValue)
    #expect(error.message.contains("Server.workers"))
    #expect(error.message.contains("InMemoryStore"))
    #expect(throws: DefaultsError.self) { try store.set(["free": 2, "Audit.x": 1]) }
    #expect(person.value(forKey: "free") == 1)
    #expect(throws: DefaultsError.self) { try store.update("Server.workers") { $0 = 3 } }
  }

  /// Whether the value is one that the person has, one that shows, or another one.
  @Test(arguments: [1, 2, 3] as [PropertyListValue]) func aWriteOfItThrowsWhateverTheValue(value: PropertyListValue)
    throws
  {
    let store = LayeredStore([store])
    let writes: [() throws -> Void] = [
      { try store.set(value, forKey: "Server.workers") }, { try store.set(["free": 2, "Server.workers": value]) },
      { try store.transaction { try store.set(value, forKey: "Server.workers") } },
      { try store.transaction { try store.set(["free": 2, "Server.workers": value]) } },
    ]
    for write in writes {
      let error = #expect(throws: DefaultsError.self) { try write() }
      #expect(error?.code == .managedValue)
    }
    #expect(person.value(forKey: "Server.workers") == 1)
    #expect(person.value(forKey: "free") == 1)
  }

  /// A set has a way of its own, and so has a key with a previous name.
  @Test func anAssignmentOfTheValueThatItHasIsReported() throws {
    try machine.set(["Audit.tags": ["a", "b"], "Audit.level": 1])
    try person.set(["a", "b"], forKey: "Audit.tags")
    let (level, tags) = (
      DefaultsKey("Audit.level", defaultValue: 0, store: store),
      DefaultsKey<Set<String>>("Audit.tags", defaultValue: [], store: store)
    )
    let renamed = DefaultsKey("Audit.level", defaultValue: 0, store: store).renamed(from: "free")
    let writes: [() -> Void] = [{ level.value = 1 }, { tags.value = ["b", "a"] }, { renamed.value = 1 }]
    for write in writes {
      let problems = Lockbox<[DefaultsProblem]>([])
      Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }) { write() }
      #expect(problems.value.map(\.kind) == [.failedWrite])
    }
    #expect(throws: DefaultsError.self) { try level.write(1) }
    #expect(throws: DefaultsError.self) { try tags.write(["a", "b"]) }
    #expect(person.value(forKey: "free") == 1)
  }

  @Test func theUppermostLayerCountsUnderWhicheverName() throws {
    let names = ["new", "old"]
    for (upper, lower) in [("new", "old"), ("old", "new"), ("old", "old")] {
      let (environment, person) = (InMemoryStore([upper: 1]), InMemoryStore([lower: 2]))
      let store = LayeredStore([Layer(environment, isReadOnly: true), Layer(person)])
      let key = DefaultsKey("new", defaultValue: 0, store: LayeredStore([InMemoryStore(), store])).renamed(from: "old")
      #expect(key.value == 1)
      #expect(try key.read() == 1)
      #expect(try store.origin(of: "new", renamedFrom: "old") === environment)
      try environment.set(Dictionary(uniqueKeysWithValues: names.map { ($0, nil) }))
      #expect(key.value == 2)
      #expect(try store.origin(of: "new", renamedFrom: "old") === person)
    }
  }

  @Test func aMandatoryNameCountsBeforeAnOldOneAbove() {
    let store = LayeredStore([
      Layer(InMemoryStore(["old": 1])), Layer(InMemoryStore(["new": 2]), mandatory: ["new"], isReadOnly: true),
    ])
    #expect(DefaultsKey("new", defaultValue: 0, store: store).renamed(from: "old").value == 2)
  }

  /// An administrator's list may have the old name, which keeps the person's value from being read.
  @Test(arguments: [1, 2, 3]) func anOldNameThatIsMandatoryIsNotWrittenUnderTheNewOne(value: Int) throws {
    let person = InMemoryStore(["new": 1])
    let store = LayeredStore([Layer(person), Layer(InMemoryStore(["old": 2]), mandatory: ["old"], isReadOnly: true)])
    let key = DefaultsKey("new", defaultValue: 0, store: store).renamed(from: "old")
    #expect(key.value == 2)
    let error = #expect(throws: DefaultsError.self) { try key.write(value) }
    #expect(error?.code == .managedValue)
    #expect(person.value(forKey: "new") == 1)
    try key.update { _ in }
    key.remove()
    #expect(person.keys() == [])
  }

  /// The file of the person has the same name.
  @Test func aWriteOfItNamesTheFile() throws {
    let directory = try JSONDirectory()
    let store = LayeredStore([Layer(person), Layer(try directory.store(), mandatory: ["a"])])
    let error = #expect(throws: DefaultsError.self) { try store.set(1, forKey: "a") }
    #expect(error?.message == "a can only be set in \(directory.file), so it cannot be changed here")
    #expect(error?.path == directory.file)
  }

  @Test func anOwnValueOfItCanBeRemoved() throws {
    let store = store
    try store.set(nil, forKey: "Server.workers")
    #expect(person.keys().sorted() == ["Audit.level", "Audition", "free"])
    try store.set(["Audit.level": nil, "free": 2])
    #expect(person.keys().sorted() == ["Audition", "free"])
    #expect(person.value(forKey: "free") == 2)
    #expect(machine.keys().sorted() == ["Audition", "Server.workers"])
    #expect(try store.value(forKey: "Server.workers") == 2)
  }

  @Test func allOwnValuesCanBeRemoved() throws {
    try store.removeAll { $0.hasPrefix("Server.") }
    #expect(person.keys().sorted() == ["Audit.level", "Audition", "free"])
    try store.removeAll()
    #expect(person.keys() == [])
    #expect(machine.keys().sorted() == ["Audition", "Server.workers"])
  }

  @Test func aRemovalOfItIsNotAnnounced() throws {
    let store = store
    let changes = Lockbox<[String]>([])
    let observation = store.observe(nil) { change in changes.change { $0.append(change.key) } }
    try store.removeAll()
    #expect(changes.value.sorted() == ["Audition", "free"])
    observation.cancel()
  }

  @Test func theLowestLayerThatMakesItMandatoryCounts() throws {
    let lowest = InMemoryStore(["a": 3])
    let store = LayeredStore([
      Layer(InMemoryStore(["a": 1])), Layer(InMemoryStore(["a": 2]), mandatory: ["*"]), Layer(lowest, mandatory: ["a"]),
    ])
    #expect(try store.value(forKey: "a") == 3)
  }

  @Test func theUppermostLayerMayBeWrittenThatMakesItMandatory() throws {
    let store = LayeredStore([Layer(person, mandatory: ["*"]), Layer(machine)])
    try store.set(3, forKey: "Server.workers")
    #expect(person.value(forKey: "Server.workers") == 3)
  }

  @Test func anAssignmentOfItIsReportedAndChangesNothing() {
    let problems = Lockbox<[DefaultsProblem]>([])
    let workers = DefaultsKey<Int>("Server.workers", defaultValue: 0, store: store)
    Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }) { workers.value += 1 }
    #expect(problems.value.map(\.kind) == [.failedWrite])
    #expect(workers.value == 2)
  }
}

/// A store that nobody may write, as a file without permission.
final class RefusingStore: DefaultsStore, DefaultsStorage {
  struct Refusal: Error {}

  let context = DefaultsStoreContext()
  var lockTimeout: Duration { .seconds(1) }
  func storedValue(forKey name: String) -> PropertyListValue? { nil }
  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws { throw Refusal() }
  func synchronize() throws { throw Refusal() }
  func beginWriting() throws { throw Refusal() }
}
