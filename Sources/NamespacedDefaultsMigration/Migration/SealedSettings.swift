import NamespacedDefaults

extension DefaultsStore {
  /// Returns changes with the id without which their sealed values do not open.
  ///
  /// What is not sealed, or goes into the store that it is from, goes as it is. A store without sealed values takes the id.
  ///
  /// - Parameters:
  ///   - id: The record of the id of the store that they are from; `nil` if it is not known.
  ///   - changes: The new values by their names; `nil` removes a value.
  /// - Returns: The changes; the id of this store stays if it is the same.
  /// - Throws: ``SealedElsewhere`` if they would not open here, or what is sealed here would not any more.
  func takingSeal(
    _ id: PropertyListValue?,
    with changes: [String: PropertyListValue?]
  ) throws -> [String: PropertyListValue?] {
    let names = changes.filter { $0.value?.sealed != nil }.keys
    guard !names.isEmpty else { return changes }
    let own = try ownValue(forKey: ReservedName.seal)
    guard id == nil || id != own else { return changes.filter { $0.key != ReservedName.seal } }
    let stay = try ownKeys().contains {
      try changes[$0] == nil && $0 != ReservedName.seal && ownValue(forKey: $0)?.sealed != nil
    }
    var isSealing = false
    do { try context.view?.checkWrite(of: ReservedName.seal) } catch { isSealing = true }
    guard let id, !stay, !isSealing else { throw SealedElsewhere(names: names.sorted()) }
    return changes.merging([ReservedName.seal: id]) { $1 }
  }
}

/// The error of sealed values that would not open in the store to which they go.
struct SealedElsewhere: Error, CustomStringConvertible {
  let names: [String]

  static let reason =
    "it is sealed for another store, and would not open in this one; export, copy or move it through the SealedStore over it"

  var description: String { "\(names.map(\.debugDescription).joined(separator: ", ")): \(Self.reason)" }
}
