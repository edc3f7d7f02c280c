/// The names under which the library stores data of its own.
///
/// They are not settings. `Defaults.removeAll()` leaves them, and no list of settings contains them.
enum ReservedName {
  private static let migration = "NamespacedDefaults.migration."
  private static let mirror = "NamespacedDefaults.mirror"

  /// Returns the name under which a store records a migration step.
  static func migrationStep(_ id: String) -> String { migration + id }

  /// The name under which a store records what it mirrors.
  static let mirroredSettings = mirror

  /// Returns the name under which a store records when a mirrored value was written.
  static func stamp(_ name: String) -> String { "\(mirror).\(name)" }

  /// Returns the mirrored name whose record has a name, or `nil` if it is not one of a record.
  static func stampedName(_ name: String) -> String? { name.rawValue(after: mirror) }

  static func isReserved(_ name: String) -> Bool { name.utf8.starts(with: migration.utf8) || isOfMirror(name) }

  /// Returns whether a name is one of the records of a mirror, which say when this very store was written.
  ///
  /// A copy of the values elsewhere, such as an export, leaves them out.
  static func isOfMirror(_ name: String) -> Bool { name == mirror || stampedName(name) != nil }
}

extension String {
  /// Returns the part after a prefix of ASCII and a dot, or `nil` if the string does not begin with them.
  fileprivate func rawValue(after prefix: String) -> String? {
    // By its bytes, because the rest may begin with a combining mark, which forms one Character with the dot.
    guard utf8.starts(with: "\(prefix).".utf8) else { return nil }
    return String(utf8.dropFirst(prefix.utf8.count + 1)) ?? ""
  }
}
