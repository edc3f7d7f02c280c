import NamespacedDefaults

/// The record that a store keeps of a migration step: a value under a `ReservedName`.
///
/// A marker is in the store itself, so that it is written together with what the step changes and goes wherever the
/// file goes. Any value means that the step is done, even one that a later release writes. The only exception is a
/// marker of `copied(losing:)`, which means that a move between stores has yet to clear its source.
enum MigrationMarker {
  static let done = PropertyListValue.bool(true)

  private static let copied = "copied"

  /// Returns the records of the steps that some names record, as those of steps that are done.
  static func records(in names: some Sequence<String>) -> [String: PropertyListValue] {
    names.reduce(into: [:]) { if ReservedName.migrationStepID($1) != nil { $0[$1] = done } }
  }

  /// Returns the marker of a move that has copied the values of its source.
  ///
  /// - Parameter losers: The values that were not taken, because the store had others. They are recorded, so that the
  ///   source loses them and no value that is newer.
  /// - Returns: The marker.
  static func copied(losing losers: [String: PropertyListValue]) -> PropertyListValue {
    losers.isEmpty ? .string(copied) : .dictionary([copied: .dictionary(losers)])
  }

  /// Returns the values that a move did not take; `nil` if the marker says that the step is done.
  static func losers(in marker: PropertyListValue) -> [String: PropertyListValue]? {
    switch marker {
    case .string(copied): [:]
    case .dictionary(let members): if case .dictionary(let losers) = members[copied] { losers } else { nil }
    default: nil
    }
  }
}
