import NamespacedDefaults

/// The part of a migration step that takes values from another store.
struct StoreMove: Sendable {
  let source: any DefaultsStore
  /// The names of single settings; `nil` if the step has all that are included.
  let names: [String]?
  let isIncluded: @Sendable (String) -> Bool
  /// The namespace to which the names belong; `nil` if others do too.
  let namespace: Namespace?
  let onConflict: DefaultsMigration.ConflictPolicy
  let keepsSource: Bool

  /// Returns the names to take over, sorted, without those under which the source records its own steps.
  ///
  /// - Parameters:
  ///   - target: The store to which they go, whose declarations say of the objects in a file what they are.
  ///   - notes: Gets what the plan says of names that are left.
  /// - Returns: The names.
  /// - Throws: `undeclaredObject` for an object of which nobody says it, or the error that kept the source from being read.
  func names(for target: any DefaultsStore, notes: inout [String]) throws -> [String] {
    source.context.declare(target.context.declaredNames)
    if let namespace { source.context.declare(DeclaredNames(namespaces: [namespace.name])) }
    if let names {
      return try names.sorted().filter { name in
        if let others = try source.undeclaredNames(inObject: name) {
          throw DefaultsError.undeclaredObject(name, others)
        }
        return try source.value(forKey: name) != nil
      }
    }
    let names = try source.keys()
    notes += namespace?.note(on: names) ?? []
    return try source.declaredNames(
      of: names,
      in: namespace,
      includingNested: namespace?.includesNested ?? false,
      where: isIncluded
    ).sorted()
  }

  /// Copies values into a transaction.
  ///
  /// A value that is no property list stays in the source and is reported.
  ///
  /// - Returns: The values that were not taken, because the target has others that win.
  func copy(
    _ names: [String],
    into transaction: inout DefaultsMigrationChanges
  ) throws -> [String: PropertyListValue] {
    var losers: [String: PropertyListValue] = [:]
    var taken: [String: PropertyListValue?] = [:]
    for name in names {
      do {
        guard let value = try source.value(forKey: name) else { continue }
        let winner = try transaction.winner(value, over: name, onConflict)
        if winner == transaction.storedForm(of: value) { taken[name] = winner } else { losers[name] = value }
      } catch let error as DefaultsError {
        guard error.code == .notPropertyList else { throw error }
        transaction.report(DefaultsProblem(.undecodableValue, key: name, error: error))
      }
    }
    try transaction.set(taken, sealedBy: source)
    return losers
  }

  /// Returns the names that the source can lose, because the target has their values or the values that were to win.
  ///
  /// If a value was changed in either store after a first attempt copied it, the value of the source is nowhere else,
  /// and it stays. Values are compared in the form in which the target keeps them.
  ///
  /// - Parameters:
  ///   - names: The names in the source.
  ///   - losers: The values that were not taken when the others were copied.
  ///   - target: The changes of the target, which read its values.
  /// - Returns: The names that the source can lose.
  /// - Throws: The error that kept the target from being read.
  func removable(
    _ names: [String],
    losing losers: [String: PropertyListValue],
    given target: DefaultsMigrationChanges
  ) throws -> [String] {
    try names.filter { name in
      guard let value = try? source.value(forKey: name).map(target.storedForm) else { return false }
      return try value == target.value(forKey: name) || value == losers[name].map(target.storedForm)
    }
  }
}
