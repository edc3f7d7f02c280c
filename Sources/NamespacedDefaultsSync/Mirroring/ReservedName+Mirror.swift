import NamespacedDefaults

/// The names of a mirror's records in a store.
extension ReservedName {
  /// The name under which a store records what it mirrors.
  static let mirroredSettings = mirror

  /// Returns the name under which a store records when a mirrored value was written.
  static func stamp(_ name: String) -> String { "\(mirror).\(name)" }

  /// Returns the mirrored name whose record has a name, or `nil` if it is not one of a record.
  static func stampedName(_ name: String) -> String? {
    // By its bytes, because a name may begin with a combining mark, which forms one Character with the dot.
    let prefix = "\(mirror).".utf8
    guard name.utf8.starts(with: prefix) else { return nil }
    return String(name.utf8.dropFirst(prefix.count)) ?? ""
  }
}
