/// What a store remembers of a migration step: a value under a name of the library's own.
///
/// The name is `NamespacedDefaults.migration.` and the step's id. A marker lies in the store itself, so that it is
/// written together with what the step changes, and wherever the file goes the marker goes too. Any value means that the step is
/// done, those a later release may write included, except the one text that means a move between stores has yet
/// to clear its source.
enum MigrationMarker {
  private static let namespace = "NamespacedDefaults.migration"

  static let done = PropertyListValue.bool(true)
  static let copied = PropertyListValue.string("copied")

  static func name(ofStep id: String) -> String { "\(namespace).\(id)" }

  static func isMarker(_ name: String) -> Bool { name.isName(in: namespace) }
}
