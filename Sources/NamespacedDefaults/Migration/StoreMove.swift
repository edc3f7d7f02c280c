/// The part of a migration step that takes values over from another store.
struct StoreMove: Sendable {
  let source: any DefaultsStore
  let isIncluded: @Sendable (String) -> Bool
  let onConflict: DefaultsMigration.ConflictPolicy
  let keepsSource: Bool

  /// The names to take over, sorted; never those by which the source remembers its own steps.
  func names() throws -> [String] {
    try source.keys().filter { !ReservedName.isReserved($0) && isIncluded($0) }.sorted()
  }

  /// Copies values; one that the source itself cannot read stays there.
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

  /// The names that the source can lose, for the target has their values, or one that was to win.
  ///
  /// A value that was changed in either store since a first attempt copied it is in the source only, and stays.
  func removable(_ names: [String], given target: (String) throws -> PropertyListValue?) throws -> [String] {
    try names.filter { name in
      guard let taken = try target(name), let value = try? source.value(forKey: name) else { return false }
      return value == taken || onConflict == .keepExisting
    }
  }
}
