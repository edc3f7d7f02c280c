package import NamespacedDefaults
package import NamespacedDefaultsFoundation

/// The settings of an export on their way into stores that have been through the same migration steps.
///
/// Call `fit`, `values`, `migrateStores` and `write` in this order: what is refused is known before anything is written.
package struct ImportedSettings {
  private var members: [String: Result<PropertyListValue, any Error>]
  /// The records of the steps that the settings have been through, by their names.
  private var records: [String: PropertyListValue]
  /// The record of the id of the store that the sealed values are from.
  private let seal: PropertyListValue?
  private var stores: [Target] = []
  private var steps: [DefaultsMigration]?

  /// A store that takes settings.
  private struct Target {
    let store: any DefaultsStore
    /// The steps that the store has done when it takes them.
    let done: Set<String>
    /// Whether the store gets the records of the settings, because it has nothing else.
    let takesRecords: Bool
  }

  /// Reads an export.
  package init(_ data: Data, as format: DefaultsExportFormat) throws(DefaultsImportError) {
    do {
      members = try format.members(of: data)
    } catch {
      throw .malformed("\(error)")
    }
    records = [:]
    seal = try? members.removeValue(forKey: ReservedName.seal)?.get()
    for (name, member) in members where ReservedName.migrationStepID(name) != nil {
      members[name] = nil
      records[name] = (try? member.get()) ?? MigrationMarker.done
    }
  }

  /// Does the steps that the settings have not been through, on the settings alone.
  ///
  /// Several stores count as one that has done the steps of all of them. They are not migrated: which of them a step is for,
  /// nobody says.
  ///
  /// - Parameters:
  ///   - stores: The stores for the settings.
  ///   - steps: All steps of the program; `nil` if they are not known.
  ///   - form: What settings without a record are taken for.
  ///   - replacingAll: Whether no other settings stay in the stores.
  /// - Throws: ``DefaultsImportError`` if the stores and the settings would have been through different steps;
  ///   ``DefaultsMigrationError`` for a step that cannot be done.
  package mutating func fit(
    _ stores: [any DefaultsStore],
    by steps: [DefaultsMigration]?,
    takingUnrecordedAs form: UnrecordedSettings?,
    replacingAll: Bool = false
  ) throws {
    let given = Set((steps ?? []).map(\.id))
    self.steps = stores.count == 1 ? steps : nil
    self.stores = try stores.map { store in
      let done = try store.doneSteps()
      return Target(
        store: store,
        done: done.union(self.steps == nil ? [] : given),
        takesRecords: try self.steps == nil && done.isEmpty && (replacingAll || !store.hasSettings())
      )
    }
    let done = try stores.reduce(into: Set()) { $0.formUnion(try $1.doneSteps()) }
    let after = self.stores.reduce(into: Set()) { $0.formUnion($1.done) }
    var own = Set(records.keys.compactMap(ReservedName.migrationStepID))
    if own.isEmpty {
      if form == nil, !done.isEmpty { throw DefaultsImportError.unrecorded(done) }
      if form == .migrated { own = done.union(given) }
    }
    let all = own.union(given)
    guard after.isSubset(of: all), all.isSubset(of: after) || self.stores.allSatisfy(\.takesRecords) else {
      throw DefaultsImportError.otherSteps(missing: after.subtracting(all), unknown: all.subtracting(after))
    }
    if let steps, !given.isSubset(of: own) { try migrate(by: steps, after: own, isWhole: replacingAll) }
    for name in all.map(ReservedName.migrationStep) where records[name] == nil { records[name] = MigrationMarker.done }
  }

  /// Does steps on the settings.
  private mutating func migrate(by steps: [DefaultsMigration], after own: Set<String>, isWhole: Bool) throws {
    if let step = steps.first(where: { $0.source != nil && !own.contains($0.id) }) {
      throw DefaultsImportError.unrepeatable(step.id)
    }
    func migrated(_ values: [String: PropertyListValue]) throws -> InMemoryStore {
      let store = InMemoryStore(values)
      try store.set(.init(uniqueKeysWithValues: own.map { (ReservedName.migrationStep($0), MigrationMarker.done) }))
      // A step may also use the store by its other name.
      try Defaults.withStore(store) { try Defaults.migrate(steps) }
      return store
    }
    let values = try values { _, _ in }
    let result = try migrated(values)
    // A step may make a value of nothing, and then it is none of the export.
    let made = isWhole ? nil : try? migrated([:])
    members = [:]
    for name in result.keys() where ReservedName.migrationStepID(name) == nil {
      guard let value = result.value(forKey: name) else { continue }
      if values[name] != nil || made?.value(forKey: name) != value { members[name] = .success(value) }
    }
  }

  /// Returns the values that count.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a name counts; others are left out.
  ///   - validate: A check that throws for a value that must not be imported.
  /// - Returns: The values by their names.
  /// - Throws: ``DefaultsImportError`` with all values that are refused.
  package func values(
    where isIncluded: (String) -> Bool = { _ in true },
    validate: (PropertyListValue, String) throws -> Void
  ) throws(DefaultsImportError) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    var refusals: [String: String] = [:]
    for (name, member) in members where isIncluded(name) {
      do {
        guard !ReservedName.isOfThisStore(name) else {
          throw Refusal("the library keeps this name for what a mirror records of its own store")
        }
        let value = try member.get()
        try validate(value, name)
        values[name] = value
      } catch {
        refusals[name] = "\(error)"
      }
    }
    guard refusals.isEmpty else { throw .refused(refusals) }
    return values
  }

  /// Does the steps that the store has not done.
  package func migrateStores() throws {
    guard let steps else { return }
    for target in stores { try DefaultsAdapter(store: target.store).migrate(steps) }
  }

  /// Writes values to one of the stores, in one transaction.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - changes: A function that returns the new values; `nil` removes a value.
  /// - Throws: ``DefaultsImportError`` if the store has done other steps meanwhile; or the error that kept it from being
  ///   written.
  package func write(to store: any DefaultsStore, _ changes: () throws -> [String: PropertyListValue?]) throws {
    guard let target = stores.first(where: { $0.store.context === store.context }) else { return }
    try store.transaction {
      let done = try store.doneSteps()
      guard done == target.done else {
        throw DefaultsImportError.otherSteps(
          missing: done.subtracting(target.done),
          unknown: target.done.subtracting(done)
        )
      }
      do {
        try store.set(store.takingSeal(seal, with: changes()))
      } catch let error as SealedElsewhere {
        throw DefaultsImportError.refused(.init(uniqueKeysWithValues: error.names.map { ($0, SealedElsewhere.reason) }))
      }
      if target.takesRecords { try store.set(records.mapValues(Optional.some)) }
    }
  }
}

extension DefaultsStore {
  /// Returns the records of the migration steps that the store has done, for an export of some of its settings.
  package func migrationRecords() throws -> [String: PropertyListValue] { MigrationMarker.records(in: try ownKeys()) }

  /// Returns the IDs of the migration steps that the store records.
  fileprivate func doneSteps() throws -> Set<String> { Set(try ownKeys().compactMap(ReservedName.migrationStepID)) }

  /// Returns whether the store has values that are no records of what was done with it.
  fileprivate func hasSettings() throws -> Bool { try ownKeys().contains { !ReservedName.isRecord($0) } }
}
