public import NamespacedDefaults

extension Defaults {
  /// Brings `store` to the form that this release reads.
  ///
  /// See ``NamespacedDefaults/DefaultsAdapter/migrate(_:dryRun:)``, which does the same for any store.
  ///
  /// - Parameters:
  ///   - migrations: All steps that there have ever been, the oldest first.
  ///   - dryRun: Whether to write nothing and only return what would be done.
  /// - Returns: The plan of what was done, or of what would be done.
  /// - Throws: ``DefaultsMigrationError``, as the adapter's method does.
  @discardableResult
  public static func migrate(_ migrations: [DefaultsMigration], dryRun: Bool = false) throws -> DefaultsMigrationPlan {
    try DefaultsAdapter(store: store).migrate(migrations, dryRun: dryRun)
  }
}

extension DefaultsAdapter {
  /// Brings the store to the form that this release reads: runs the steps that are not done yet, in their order.
  ///
  /// Call it at the start of the program, before the first setting is read. Each step is done as a whole or not at all,
  /// and once per store. If several processes start together, one of them does the step, provided that the store
  /// excludes other processes, as `FileStore` does. A process that is killed leaves whole steps, and the next process
  /// continues after them. Steps of a later release, which this one does not have, stay done. If a move cannot remove the
  /// values from its source, they are here, and the steps after it are done; each later call tries the removal again.
  ///
  /// The store records what is done under names that begin with `NamespacedDefaults.migration.`. `removeAll()` leaves
  /// these names, so that what was imported once does not come back. Once all steps are done, a call costs one read for
  /// each step.
  ///
  /// - Parameters:
  ///   - migrations: All steps that there have ever been, the oldest first.
  ///   - dryRun: Whether to write nothing and only return what would be done. The closures of the steps run in a dry
  ///     run too.
  /// - Returns: The plan of what was done, or of what would be done.
  /// - Throws: ``DefaultsMigrationError`` for the first step that cannot be done; the steps before it stay done. If every
  ///   step can be done but a source cannot be cleared, the error of the first such source, when all steps are done. A dry
  ///   run throws `lockTimeout` if another thread changes one of the stores for longer than that.
  @discardableResult
  public func migrate(_ migrations: [DefaultsMigration], dryRun: Bool = false) throws -> DefaultsMigrationPlan {
    var ids: Set<String> = []
    for migration in migrations where !ids.insert(migration.id).inserted {
      throw DefaultsMigrationError(code: .repeatedID, step: migration.id, reason: nil)
    }
    guard dryRun else { return try run(migrations) }
    return try undoing(changesOf: [store] + migrations.compactMap(\.source)) { try run(migrations, isDryRun: true) }
  }

  /// Runs a body, and undoes what it changes in stores.
  private func undoing<Result>(
    changesOf stores: [any DefaultsStore],
    _ body: () throws -> Result
  ) throws -> Result {
    guard let store = stores.first else { return try body() }
    return try store.undoing { try undoing(changesOf: Array(stores.dropFirst()), body) }
  }

  private func run(_ migrations: [DefaultsMigration], isDryRun: Bool = false) throws -> DefaultsMigrationPlan {
    var unclearedSource: DefaultsMigrationError?
    let steps = try migrations.compactMap { migration in
      do {
        return try MigrationStep(migration, in: store, isDryRun: isDryRun).run()
      } catch let error as SourceNotCleared {
        // The values are taken, so the steps after it find what they need.
        unclearedSource = unclearedSource ?? DefaultsMigrationError(step: migration.id, reason: error)
        return nil
      } catch {
        throw DefaultsMigrationError(step: migration.id, reason: error)
      }
    }
    if let unclearedSource { throw unclearedSource }
    return DefaultsMigrationPlan(steps: steps)
  }
}
