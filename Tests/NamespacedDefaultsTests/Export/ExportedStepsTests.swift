import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// An export has a record of the migration steps that its values have been through, and an import does those that are missing.
struct ExportedStepsTests {
  enum Style: Int, DefaultsSerializable { case never = -1, onHover, always }

  enum Exporter: CaseIterable { case store, namespace, audit }
  enum Release { case old, new }
  enum Target { case empty, old, migrated }
  enum Outcome { case imported, refused }

  /// How an import is called; the first of each pair lets the other values stay, and the second replaces.
  enum Call: CaseIterable { case plain, plainReplacing, steps, stepsReplacing, unmigrated, unmigratedReplacing }

  /// The styles of the old release began with 0, and its width was a size.
  static let steps: [DefaultsMigration] = [
    .change("Dock.style", id: "renumber") { .int(try Int.value(fromPropertyList: $0) - 1) },
    .rename("Dock.size", to: "Dock.width"),
  ]
  private static let ids = ["renumber", #"rename "Dock.size" to "Dock.width""#]

  private static func store(_ release: Release, style: Style, width: Int) throws -> InMemoryStore {
    let store = InMemoryStore(["Dock.style": .int(style.rawValue + 1), "Dock.size": .int(width), "Other.kept": 1])
    if release == .new { try DefaultsAdapter(store: store).migrate(steps) }
    return store
  }

  private static func style(in store: any DefaultsStore) -> DefaultsKey<Style> {
    DefaultsKey("Dock.style", defaultValue: .never, store: store)
  }

  private static func audit(of store: any DefaultsStore, _ release: Release) -> NamespaceAudit {
    let width = DefaultsKey(release == .old ? "Dock.size" : "Dock.width", defaultValue: 0, store: store)
    return NamespaceAudit(keys: [style(in: store), width])
  }

  static let outcomes: [(Exporter, Release, Target, [Outcome])] = [
    (.store, .old, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.store, .old, .old, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.store, .old, .migrated, [.refused, .refused, .refused, .refused, .imported, .imported]),
    (.store, .new, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.store, .new, .old, [.refused, .imported, .imported, .imported, .imported, .imported]),
    (.store, .new, .migrated, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.namespace, .old, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.namespace, .old, .old, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.namespace, .old, .migrated, [.refused, .refused, .refused, .refused, .imported, .imported]),
    (.namespace, .new, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.namespace, .new, .old, [.refused, .refused, .imported, .imported, .imported, .imported]),
    (.namespace, .new, .migrated, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.audit, .old, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.audit, .old, .old, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.audit, .old, .migrated, [.refused, .refused, .refused, .refused, .imported, .imported]),
    (.audit, .new, .empty, [.imported, .imported, .imported, .imported, .imported, .imported]),
    (.audit, .new, .old, [.refused, .imported, .imported, .imported, .imported, .imported]),
    (.audit, .new, .migrated, [.imported, .imported, .imported, .imported, .imported, .imported]),
  ]

  @Test(arguments: outcomes)
  func everyExportIsReadAsItWasMeantOrRefused(
    _ exporter: Exporter,
    _ release: Release,
    _ target: Target,
    _ outcomes: [Outcome]
  ) throws {
    for (call, outcome) in zip(Call.allCases, outcomes) {
      let exported = try Self.store(release, style: .onHover, width: 40)
      let store =
        switch target {
        case .empty: InMemoryStore()
        case .old: try Self.store(.old, style: .always, width: 60)
        case .migrated: try Self.store(.new, style: .always, width: 60)
        }
      let data =
        switch exporter {
        case .store: try exported.export(as: .json)
        case .namespace: try exported.export(as: .json, namespace: "Dock")
        case .audit: try Self.audit(of: exported, release).export(as: .json)
        }
      let replacing = [.plainReplacing, .stepsReplacing, .unmigratedReplacing].contains(call)
      let steps = call == .plain || call == .plainReplacing ? nil : Self.steps
      let form: UnrecordedSettings? = call == .unmigrated || call == .unmigratedReplacing ? .unmigrated : nil
      func importAll() throws {
        if exporter == .audit, !replacing {
          // An old release's program reads what it has not migrated yet.
          let reader = steps == nil && release == .old ? Release.old : .new
          try Self.audit(of: store, reader).import(data, as: .json, migratingBy: steps, takingUnrecordedAs: form)
        } else {
          try store.import(
            data,
            as: .json,
            namespace: exporter == .namespace ? "Dock" : nil,
            replacing: replacing,
            migratingBy: steps,
            takingUnrecordedAs: form
          )
        }
      }
      let before = try settings(in: store)
      switch outcome {
      case .refused:
        #expect(throws: DefaultsImportError.self, "\(call)") { try importAll() }
        #expect(try settings(in: store) == before, "\(call)")
        try DefaultsAdapter(store: store).migrate(Self.steps)
        #expect(try settings(in: store) == ["Dock.style": 1, "Dock.width": 60, "Other.kept": 1], "\(call)")
      case .imported:
        try importAll()
        if steps != nil || target == .migrated { #expect(store.value(forKey: "Dock.style") == 0, "\(call)") }
        // The next start.
        try DefaultsAdapter(store: store).migrate(Self.steps)
        #expect(Self.style(in: store).value == .onHover, "\(call)")
        #expect(store.value(forKey: "Dock.width") == 40, "\(call)")
        #expect(store.value(forKey: "Dock.size") == nil, "\(call)")
        let others = exporter == .store || target != .empty && (!replacing || exporter == .namespace)
        #expect(store.value(forKey: "Other.kept") == (others ? 1 : nil), "\(call)")
      }
    }
  }

  @Test func theIDsOfTheStepsTravelWithANamespaceAndWithDeclaredSettings() throws {
    let store = InMemoryStore(["Dock.style": 1, "other": 2])
    try DefaultsAdapter(store: store).migrate([Self.steps[0]])
    let text = """
      {
        "Dock.style" : 0,
        "NamespacedDefaults.migration.renumber" : true
      }
      """
    #expect(String(decoding: try store.export(as: .json, namespace: "Dock"), as: UTF8.self) == text)
    let audit = NamespaceAudit(keys: [Self.style(in: store)])
    #expect(String(decoding: try audit.export(as: .json), as: UTF8.self) == text)
  }

  /// What an unfinished move has recorded are values of other namespaces.
  @Test func aNamespaceIsExportedWithoutTheValuesOfARecord() throws {
    let store = InMemoryStore(["A.b": 1, "NamespacedDefaults.migration.move": ["copied": ["token": "secret"]]])
    #expect(!String(decoding: try store.export(as: .json, namespace: "A"), as: UTF8.self).contains("secret"))
  }

  @Test func theErrorNamesTheSteps() throws {
    func message(_ json: String, into target: Release, by steps: [DefaultsMigration]? = nil) throws -> String? {
      let store = try Self.store(target, style: .always, width: 60)
      return #expect(throws: DefaultsImportError.self) {
        try store.import(Data(json.utf8), as: .json, migratingBy: steps)
      }?.description
    }
    #expect(
      try message(#"{"a": 1}"#, into: .new) == """
        nothing was imported: the store has done the migration steps "rename \\"Dock.size\\" to \\"Dock.width\\"" and \
        "renumber", and nothing says whether these settings have been through it too; say whether they are migrated or \
        unmigrated
        """
    )
    #expect(
      try message(#"{"NamespacedDefaults.migration.renumber": true}"#, into: .new) == """
        nothing was imported: these settings have not been through the migration step "rename \\"Dock.size\\" to \
        \\"Dock.width\\"" of the store; import them with all steps of the program, into a store that it has migrated
        """
    )
    #expect(
      try message(#"{"NamespacedDefaults.migration.later": true}"#, into: .old, by: Self.steps) == """
        nothing was imported: the store has not done the migration step "later" of these settings; import them with all \
        steps of the program, into a store that it has migrated
        """
    )
  }

  @Test(arguments: [
    DefaultsMigration.copy(from: InMemoryStore(["a": 1]), id: "from elsewhere"),
    .move(from: InMemoryStore(["a": 1]), id: "from elsewhere"),
    .moveNamespace("a", from: InMemoryStore(["a.b": 1]), id: "from elsewhere"),
  ])
  func aStepThatTakesValuesFromAnotherStoreIsNotRepeated(step: DefaultsMigration) throws {
    let store = InMemoryStore(["own": 1])
    try DefaultsAdapter(store: store).migrate([step])
    let before = try settings(in: store)
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(
        Data(#"{"own": 2}"#.utf8),
        as: .json,
        migratingBy: [step],
        takingUnrecordedAs: .unmigrated
      )
    }
    #expect(
      error?.description == """
        nothing was imported: these settings have not been through the migration step "from elsewhere", which takes \
        values from another store
        """
    )
    #expect(try settings(in: store) == before)
    // One that the values have been through is not done again.
    let export = try store.export(as: .json)
    try store.set(2, forKey: "own")
    try store.import(export, as: .json, migratingBy: [step])
    #expect(try settings(in: store) == before)
  }

  @Test func settingsWithoutARecordAreTakenForThoseOfThisReleaseIfTheCallSaysSo() throws {
    let store = try Self.store(.new, style: .always, width: 60)
    let data = Data(#"{"Dock.style": 0}"#.utf8)
    try store.import(data, as: .json, takingUnrecordedAs: .migrated)
    #expect(Self.style(in: store).value == .onHover)
    try store.import(data, as: .json, migratingBy: Self.steps, takingUnrecordedAs: .migrated)
    #expect(Self.style(in: store).value == .onHover)
    let new = InMemoryStore()
    try new.import(data, as: .json, migratingBy: Self.steps, takingUnrecordedAs: .migrated)
    #expect(Self.style(in: new).value == .onHover)
    #expect(try DefaultsAdapter(store: new).migrate(Self.steps).steps.allSatisfy(\.wasDone))
  }

  @Test func theStepsAreDoneInTheirOrder() throws {
    let steps: [DefaultsMigration] = [
      .change("a", id: "1") { .string((try String.value(fromPropertyList: $0)) + "1") },
      .change("a", id: "2") { .string((try String.value(fromPropertyList: $0)) + "2") },
      .change("a", id: "3") { .string((try String.value(fromPropertyList: $0)) + "3") },
    ]
    let store = InMemoryStore()
    try DefaultsAdapter(store: store).migrate(steps)
    let data = Data(#"{"a": "0", "NamespacedDefaults.migration.1": true}"#.utf8)
    #expect(try store.import(data, as: .json, migratingBy: steps) == ["a"])
    #expect(store.value(forKey: "a") == "023")
  }

  @Test func observersGetTheValuesAfterAllSteps() throws {
    let store = try Self.store(.new, style: .always, width: 60)
    let changes = Lockbox<[DefaultsChange]>([])
    let observation = store.observe { change in changes.change { $0.append(change) } }
    defer { observation.cancel() }
    let data = Data(#"{"Dock.style": 1, "Dock.size": 40}"#.utf8)
    try store.import(data, as: .json, migratingBy: Self.steps, takingUnrecordedAs: .unmigrated)
    #expect(changes.value.map(\.key).sorted() == ["Dock.style", "Dock.width"])
    #expect(Set(changes.value.map(\.newValue)) == [0, 40])
  }

  /// The list of servers is made where there are none, too.
  @Test func whatAStepMakesOfNothingReplacesNothing() throws {
    let step = DefaultsMigration(id: "one list") { transaction in
      transaction.set(.array(try transaction.value(forKey: "server").map { [$0] } ?? []), forKey: "servers")
    }
    let store = InMemoryStore(["server": "a"])
    try DefaultsAdapter(store: store).migrate([step])
    let data = Data(#"{"Dock.style": 1}"#.utf8)
    let names = try store.import(data, as: .json, migratingBy: [step], takingUnrecordedAs: .unmigrated)
    #expect(names == ["Dock.style"])
    #expect(try settings(in: store) == ["Dock.style": 1, "server": "a", "servers": ["a"]])
    // In a store that has nothing else it is what a first start makes.
    try store.import(data, as: .json, replacing: true, migratingBy: [step], takingUnrecordedAs: .unmigrated)
    #expect(try settings(in: store) == ["Dock.style": 1, "servers": []])
  }

  @Test func aStepThatFailsImportsNothing() throws {
    let store = try Self.store(.new, style: .always, width: 60)
    let before = try settings(in: store)
    let error = #expect(throws: DefaultsMigrationError.self) {
      try store.import(
        Data(#"{"Dock.style": "x", "Dock.size": 1}"#.utf8),
        as: .json,
        migratingBy: Self.steps,
        takingUnrecordedAs: .unmigrated
      )
    }
    #expect(error?.step == "renumber")
    #expect(try settings(in: store) == before)
  }

  @Test func aStepThatUsesTheDefaultStoreChangesTheImportedValuesAlone() throws {
    let step = DefaultsMigration(id: "double") { _ in
      let store = Defaults.store
      guard let size = try store.value(forKey: "size") else { return }
      try store.set(.int(try Int.value(fromPropertyList: size) * 2), forKey: "size")
    }
    try Defaults.withStore(InMemoryStore(["size": 1])) {
      try Defaults.migrate([step])
      let data = Data(#"{"size": 10}"#.utf8)
      try Defaults.store.import(data, as: .json, migratingBy: [step], takingUnrecordedAs: .unmigrated)
      #expect(try Defaults.store.value(forKey: "size") == 20)
    }
  }

  @Test func aNamespaceIsThatOfTheNamesAfterTheSteps() throws {
    let steps: [DefaultsMigration] = [.renameNamespace("Reader", to: "Viewer")]
    let old = InMemoryStore(["Reader.zoom": 2, "Other.a": 1])
    let data = try old.export(as: .json, namespace: "Reader")
    let store = InMemoryStore()
    try DefaultsAdapter(store: store).migrate(steps)
    let names = try store.import(
      data,
      as: .json,
      namespace: "Viewer",
      migratingBy: steps,
      takingUnrecordedAs: .unmigrated
    )
    #expect(names == ["Viewer.zoom"])
  }

  @Test func aStoreThatIsMigratedMeanwhileTakesNothing() throws {
    let store = InMemoryStore(["Dock.style": 2])
    #expect(throws: DefaultsImportError.self) {
      try store.import(Data(#"{"Dock.style": 1}"#.utf8), as: .json) { _, _ in
        try DefaultsAdapter(store: store).migrate(Self.steps)
      }
    }
    #expect(Self.style(in: store).value == .always)
  }

  @Test func aStepWhoseMoveIsNotFinishedCountsForTheValues() throws {
    let store = InMemoryStore(["a": 1, "NamespacedDefaults.migration.move": "copied"])
    let copy = InMemoryStore()
    try copy.import(store.export(as: .json), as: .json)
    #expect(copy.value(forKey: "NamespacedDefaults.migration.move") == "copied")
    try store.import(copy.export(as: .json), as: .json, replacing: true)
    #expect(store.value(forKey: "NamespacedDefaults.migration.move") == "copied")
  }

  // MARK: Audits of several stores

  @Test func theStoresOfAnAuditCountAsOneThatHasDoneAllTheirSteps() throws {
    let (store, tokens) = (try Self.store(.new, style: .onHover, width: 40), InMemoryStore(["token": "a"]))
    let audit = NamespaceAudit(keys: [Self.style(in: store), DefaultsKey<String?>("token", store: tokens)])
    let data = try audit.export(as: .json)
    try store.set(1, forKey: "Dock.style")
    try tokens.set("b", forKey: "token")
    #expect(try audit.import(data, as: .json, migratingBy: Self.steps) == ["Dock.style", "token"])
    #expect(Self.style(in: store).value == .onHover)
    #expect(try settings(in: tokens) == ["token": "a"])
    #expect(tokens.keys() == ["token"])
  }

  @Test func severalStoresAreNotMigratedByAnImport() throws {
    let (store, tokens) = (try Self.store(.old, style: .always, width: 60), InMemoryStore(["token": "a"]))
    let audit = NamespaceAudit(keys: [Self.style(in: store), DefaultsKey<String?>("token", store: tokens)])
    #expect(throws: DefaultsImportError.self) {
      try audit.import(Data(#"{"token": "b"}"#.utf8), as: .json, migratingBy: Self.steps)
    }
    #expect(tokens.value(forKey: "token") == "a")
    #expect(store.value(forKey: "Dock.style") == 2)
  }

  @Test func aNewStoreBesideAMigratedOneTakesTheRecord() throws {
    let (store, other) = (try Self.store(.new, style: .always, width: 60), InMemoryStore())
    let size = DefaultsKey("size", defaultValue: 0, store: other)
    let audit = NamespaceAudit(keys: [Self.style(in: store), size])
    let old = Data(#"{"Dock.style": 1, "size": 3}"#.utf8)
    try audit.import(old, as: .json, migratingBy: Self.steps, takingUnrecordedAs: .unmigrated)
    #expect(Self.style(in: store).value == .onHover)
    #expect(size.value == 3)
    #expect(try DefaultsAdapter(store: other).migrate(Self.steps).steps.allSatisfy(\.wasDone))
  }
}
