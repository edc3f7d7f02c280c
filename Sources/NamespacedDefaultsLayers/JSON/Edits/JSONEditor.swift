import NamespacedDefaults

/// The edit of a text, which is proved before it is stored.
enum JSONEditor {
  /// Returns the contents of a file after changes.
  ///
  /// Only the pieces of the values that have changed are others, and every comment stays.
  ///
  /// - Throws: ``DefaultsError/Code/unencodableValue`` for a value that nests too deep or that no text can have,
  ///   ``DefaultsError/Code/exceededQuota`` for a text that would be too large, and
  ///   ``DefaultsError/Code/undeclaredObject`` for the removal of an object of which nobody says what it is.
  static func contents(
    _ contents: JSONContents,
    applying changes: [DefaultsChange],
    _ declared: DeclaredNames = DeclaredNames(),
    path: String? = nil
  ) throws -> JSONContents {
    for change in changes {
      guard let value = change.newValue, value.depth > PropertyListValue.depthLimit else { continue }
      let reason = "it nests deeper than \(PropertyListValue.depthLimit) levels"
      throw DefaultsError.notEncodable(type: "the value for \(change.key.debugDescription)", reason: reason)
    }
    let changes = changes.map { DefaultsChange(key: $0.key, oldValue: $0.oldValue, newValue: $0.newValue?.asInText) }
    let objects = JSONObjects(contents, declared)
    for change in changes where change.newValue == nil {
      if let names = objects.names(inUnknown: change.key) { throw DefaultsError.undeclaredObject(change.key, names) }
    }
    let plan = JSONPlan(changes, in: contents, objects)
    let bytes = JSONSplicer.bytes(contents, applying: plan)
    if bytes == contents.bytes { return contents }
    guard bytes.count <= JSONContents.sizeLimit else {
      let limit = JSONContents.sizeLimit >> 20
      let reason = "\(path ?? "the file") would have more than \(limit) MiB; nothing was stored"
      throw DefaultsError(.exceededQuota, reason, path: path)
    }
    if let new = JSONProof(old: contents, plan, changes).contents(bytes) { return new }
    let names = changes.map(\.key.debugDescription).joined(separator: ", ")
    throw DefaultsError.notEncodable(
      type: "the change of \(names)",
      reason: "no text of the file would have these values"
    )
  }
}
