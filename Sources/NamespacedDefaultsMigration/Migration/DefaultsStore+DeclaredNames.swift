import NamespacedDefaults

extension DefaultsStore {
  /// Returns the names that stand for values which another store, or another name, can have.
  ///
  /// - Parameters:
  ///   - names: The names in the store.
  ///   - namespace: The namespace to which they must belong.
  ///   - includesNested: Whether names in namespaces within it count too, so that all that is in an object does, whatever
  ///     the object is.
  ///   - withReserved: Whether the record of migration steps is among them.
  ///   - isIncluded: Returns whether a name counts.
  /// - Returns: The names.
  /// - Throws: `undeclaredObject` for an object of which nobody says whether it is a value or a namespace.
  func declaredNames(
    of names: [String],
    in namespace: Namespace? = nil,
    includingNested includesNested: Bool = false,
    withReserved: Bool = false,
    where isIncluded: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    func counts(_ name: String) -> Bool {
      (withReserved ? !ReservedName.isOfThisStore(name) : !ReservedName.isReserved(name))
        && namespace?.contains(name) ?? true && isIncluded(name)
    }
    if includesNested { return try split(names).filter(counts) }
    try requireDeclaredObjects(where: counts)
    return names.filter(counts)
  }
}

extension Namespace {
  /// Returns what a plan says of a setting that has the namespace's own name, which no step of the namespace changes.
  func note(on names: [String]) -> [String] {
    names.contains(name) ? ["\(name.debugDescription) stays as it is: it is a setting, and none of the namespace"] : []
  }
}
