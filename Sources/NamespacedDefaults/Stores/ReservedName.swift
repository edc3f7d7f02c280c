/// The names under which the library itself stores something beside the settings.
///
/// They are no settings: `Defaults.removeAll()` leaves them, and no list of settings has them.
enum ReservedName {
  private static let migration = "NamespacedDefaults.migration."

  /// Returns the name under which a store remembers a migration step.
  static func migrationStep(_ id: String) -> String { migration + id }

  static func isReserved(_ name: String) -> Bool { name.utf8.starts(with: migration.utf8) }
}
