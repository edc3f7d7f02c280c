extension Defaults {
  /// Brings ``store`` to the form that this release reads, as ``DefaultsAdapter/migrate(_:dryRun:)`` does for any store.
  ///
  /// - Parameters:
  ///   - migrations: All steps there ever were, the oldest first.
  ///   - dryRun: Whether to write nothing and only tell what would be done.
  /// - Returns: What was done, or would be.
  /// - Throws: ``DefaultsMigrationError`` for the first step that cannot be done.
  @discardableResult
  public static func migrate(_ migrations: [DefaultsMigration], dryRun: Bool = false) throws -> DefaultsMigrationPlan {
    try DefaultsAdapter(store: store).migrate(migrations, dryRun: dryRun)
  }
}

extension DefaultsAdapter {
  /// Brings the store to the form that this release reads: does the steps that are not done yet, in their order.
  ///
  /// Call it at the start of the program, before the first setting is read. A step is all or none, and done once per
  /// store: by one of the processes that are started together, where the store excludes other processes, as
  /// ``FileStore`` does. A process that is killed leaves whole steps, and the next one goes on after them. Steps of a
  /// later release, which this one does not know, stay done.
  ///
  /// The store remembers what is done under names that begin with `NamespacedDefaults.migration.`; ``removeAll()`` leaves
  /// them, so that what was imported once does not come back. When all steps are done this costs one read for each.
  ///
  /// - Parameters:
  ///   - migrations: All steps there ever were, the oldest first.
  ///   - dryRun: Whether to write nothing and only tell what would be done. The steps' closures run then too.
  /// - Returns: What was done, or would be.
  /// - Throws: ``DefaultsMigrationError`` for the first step that cannot be done; those before it stay done.
  @discardableResult
  public func migrate(_ migrations: [DefaultsMigration], dryRun: Bool = false) throws -> DefaultsMigrationPlan {
    var ids: Set<String> = []
    for migration in migrations where !ids.insert(migration.id).inserted {
      throw DefaultsMigrationError(.repeatedID, step: migration.id)
    }
    var run = MigrationDryRun()
    let steps = try migrations.map { migration in
      do {
        return try dryRun ? run.step(migration, in: store) : MigrationStep(migration, in: store).run()
      } catch {
        throw DefaultsMigrationError(step: migration.id, reason: error)
      }
    }
    return DefaultsMigrationPlan(steps: steps)
  }
}
