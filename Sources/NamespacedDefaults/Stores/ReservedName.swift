/// The names under which the library stores data of its own.
///
/// They are not settings. `Defaults.removeAll()` leaves them, and no list of settings contains them.
package enum ReservedName {
  private static let migration = "NamespacedDefaults.migration."
  /// The name, and before a dot the beginning of names, whose values say what this very store mirrors.
  package static let mirror = "NamespacedDefaults.mirror"

  /// The name whose value says of which server, and up to where, this very store is a copy.
  package static let replica = "NamespacedDefaults.replica"

  /// The name whose value is the random id of the sealed values of a store.
  ///
  /// They cannot be opened without it, so a copy of the values takes it along.
  package static var seal: String { Names.nameOfID }

  /// Returns the name under which a store records a migration step.
  package static func migrationStep(_ id: String) -> String { migration + id }

  /// Returns the ID of the migration step that is recorded under a name; `nil` for all other names.
  package static func migrationStepID(_ name: String) -> String? {
    name.utf8.starts(with: migration.utf8) ? String(Substring(name.utf8.dropFirst(migration.utf8.count))) : nil
  }

  /// Returns whether names of the library begin with a name and a dot, and none of them is that name.
  static func isNamespace(_ name: String) -> Bool { name == "NamespacedDefaults" || "\(name)." == migration }

  package static func isReserved(_ name: String) -> Bool {
    name == seal || isRecord(name)
  }

  /// Returns whether a name is a record of what was done with a store: a migration step, or what is of this store alone.
  package static func isRecord(_ name: String) -> Bool { migrationStepID(name) != nil || isOfThisStore(name) }

  /// Returns whether a name is one of the records that are true of this very store alone: those of a mirror, which say when
  /// it was written, and that of a replica.
  ///
  /// A copy of the values elsewhere, such as an export, leaves them out.
  package static func isOfThisStore(_ name: String) -> Bool {
    name == mirror || name == replica || name.utf8.starts(with: "\(mirror).".utf8)
  }
}
