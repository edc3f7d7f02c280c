import NamespacedDefaults

/// A dry run of a migration: it computes what each step would do after the steps before it.
///
/// It writes nothing and locks nothing.
struct MigrationDryRun {
  private var changes: [String: PropertyListValue?] = [:]
  // The names that the steps would remove, by the context of their store. Two stores over one place share a context.
  private var removed: [ObjectIdentifier: Set<String>] = [:]

  mutating func step(_ migration: DefaultsMigration, in store: any DefaultsStore) throws -> DefaultsMigrationPlan.Step {
    let marker = try store.value(forKey: ReservedName.migrationStep(migration.id))
    var losers = marker.flatMap(MigrationMarker.losers)
    if marker != nil, losers == nil { return .done(migration.id) }
    var transaction = DefaultsMigrationChanges(store, after: changes)
    var step = DefaultsMigrationPlan.Step(id: migration.id)
    switch migration.work {
    case .change(let body):
      try body(&transaction)
      try step.add(transaction)
    case .move(let move) where move.source.context === store.context:
      step.notes.append(DefaultsMigrationPlan.Step.sameStore)
    case .move(let move):
      let source = ObjectIdentifier(move.source.context)
      let names = try move.names().filter { removed[source]?.contains($0) != true }
      if losers == nil {
        losers = try move.copy(names, into: &transaction)
        try step.add(transaction)
      }
      if !move.keepsSource {
        let removable = try move.removable(names, losing: losers ?? [:], given: transaction)
        step.remove(removable, outOf: names)
        removed[source, default: []].formUnion(removable)
      }
    }
    changes.merge(transaction.changes) { $1 }
    return step
  }
}
