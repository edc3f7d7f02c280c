/// The names under which the library stores data of its own.
///
/// They are not settings. `Defaults.removeAll()` leaves them, and no list of settings contains them.
enum ReservedName {
  private static let migration = "NamespacedDefaults.migration."

  /// Returns the name under which a store records a migration step.
  static func migrationStep(_ id: String) -> String { migration + id }

  static func isReserved(_ name: String) -> Bool { name.utf8.starts(with: migration.utf8) }
}
