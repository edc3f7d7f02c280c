import NamespacedDefaults

/// A step that is to be done in one store.
struct MigrationStep {
  private let migration: DefaultsMigration
  private let store: any DefaultsStore
  private let marker: String
  /// Whether all that the step does is undone.
  private let isDryRun: Bool

  init(_ migration: DefaultsMigration, in store: any DefaultsStore, isDryRun: Bool) {
    self.migration = migration
    self.store = store
    self.isDryRun = isDryRun
    marker = ReservedName.migrationStep(migration.id)
  }

  /// Runs the step unless it is done, and returns what it did.
  func run() throws -> DefaultsMigrationPlan.Step {
    // First without the lock, because a step stays done for ever and nearly every start finds all steps done.
    if try isDone { return .done(migration.id) }
    let result = try store.exclusively { try isDone ? nil : perform() }
    guard let (step, problems) = result else { return .done(migration.id) }
    // Outside the lock, because the handler is the program's code.
    if !isDryRun { for problem in problems { problem.report() } }
    return step
  }

  private var isDone: Bool {
    get throws {
      guard let found = try store.value(forKey: marker) else { return false }
      return MigrationMarker.losers(in: found) == nil
    }
  }

  /// Does the step; called inside exclusive access.
  private func perform() throws -> (DefaultsMigrationPlan.Step, [DefaultsProblem]) {
    var changes = DefaultsMigrationChanges(store)
    var step = DefaultsMigrationPlan.Step(id: migration.id)
    switch migration.work {
    case .change(let body):
      try store.transaction {
        try body(&changes)
        try step.add(changes)
        try store.set(MigrationMarker.done, forKey: marker)
      }
    case .move(let move) where move.source.context === store.context:
      step.notes.append(DefaultsMigrationPlan.Step.sameStore)
      try store.set(MigrationMarker.done, forKey: marker)
    case .move(let move):
      guard move.keepsSource || isDryRun || !store.isInTransaction else {
        throw Refusal(DefaultsMigrationPlan.Step.inTransaction)
      }
      let names = try move.names(for: store, notes: &step.notes)
      var losers = try store.value(forKey: marker).flatMap(MigrationMarker.losers)
      if losers == nil {
        losers = try store.transaction {
          let losers = try move.copy(names, into: &changes)
          try step.add(changes)
          let marker = move.keepsSource ? MigrationMarker.done : MigrationMarker.copied(losing: losers)
          try store.set(marker, forKey: self.marker)
          return losers
        }
      }
      if !move.keepsSource {
        do {
          try clear(names, of: move, losing: losers ?? [:], &step)
        } catch {
          throw SourceNotCleared(error: error)
        }
      }
    }
    return (step, changes.problems)
  }

  /// Removes from the source the values that are safe in the store.
  private func clear(
    _ names: [String],
    of move: StoreMove,
    losing losers: [String: PropertyListValue],
    _ step: inout DefaultsMigrationPlan.Step
  ) throws {
    if !names.isEmpty {
      if !isDryRun { try store.synchronize() }
      let removed = try move.source.transaction {
        let removable = try move.removable(names, losing: losers, given: DefaultsMigrationChanges(store))
        let nothing = [String: PropertyListValue?](uniqueKeysWithValues: removable.map { ($0, nil) })
        try move.source.set(nothing)
        return removable
      }
      // A loss of power must not keep the marker and undo the removal, because the step would not be done again.
      if !isDryRun { try move.source.synchronize() }
      step.remove(removed, outOf: names)
    }
    try store.set(MigrationMarker.done, forKey: marker)
  }
}

extension DefaultsMigrationPlan.Step {
  static let sameStore = "the old store is this store: nothing to move"
  static let inTransaction = "what a transaction moves out of another store could not be restored if it throws"

  mutating func add(_ transaction: DefaultsMigrationChanges) throws {
    changes = try transaction.effectiveChanges()
    notes +=
      transaction.notes + transaction.problems.map { "\(($0.key ?? "").debugDescription) stays as it is: \($0.error)" }
  }

  mutating func remove(_ removable: [String], outOf names: [String]) {
    removedFromSource = removable
    let kept = Set(names).subtracting(removable).sorted()
    notes += kept.map { "\($0.debugDescription) stays in the old store, for its value there is in no other place" }
  }

  static func done(_ id: String) -> Self { Self(id: id, wasDone: true) }
}
