/// The part of a migration step that takes values from another store.
struct StoreMove: Sendable {
  let source: any DefaultsStore
  let isIncluded: @Sendable (String) -> Bool
  let onConflict: DefaultsMigration.ConflictPolicy
  let keepsSource: Bool

  /// Returns the names to take over, sorted, without those under which the source records its own steps.
  func names() throws -> [String] {
    try source.keys().filter { !ReservedName.isReserved($0) && isIncluded($0) }.sorted()
  }

  /// Copies values into a transaction.
  ///
  /// A value that is no property list stays in the source and is reported.
  func copy(_ names: [String], into transaction: inout DefaultsTransaction) throws {
    for name in names {
      do {
        guard let value = try source.value(forKey: name) else { continue }
        transaction.set(try transaction.winner(value, over: name, onConflict), forKey: name)
      } catch let error as DefaultsError {
        guard error.code == .notPropertyList else { throw error }
        transaction.report(DefaultsProblem(.undecodableValue, key: name, error: error))
      }
    }
  }

  /// Returns the names that the source can lose, because the target has their values or the values that were to win.
  ///
  /// If a value was changed in either store after a first attempt copied it, the value of the source is nowhere else,
  /// and it stays. With ``DefaultsMigration/ConflictPolicy/keepExisting`` it does not stay, because any value in the
  /// target counts as the one that was to win.
  func removable(_ names: [String], given target: (String) throws -> PropertyListValue?) throws -> [String] {
    try names.filter { name in
      guard let taken = try target(name), let value = try? source.value(forKey: name) else { return false }
      return value == taken || onConflict == .keepExisting
    }
  }
}
