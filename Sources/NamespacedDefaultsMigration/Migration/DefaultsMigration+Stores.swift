public import NamespacedDefaults

// Steps that take values from another store. By default an ID contains the label of that store: its kind and its name, which
// for a file is the last part of its path.
extension DefaultsMigration {
  /// Returns a step that copies everything in another store into this one; the other store stays as it is.
  ///
  /// ```swift
  /// try Defaults.migrate([.copy(from: UserDefaultsStore.standard)])
  /// ```
  ///
  /// By default a value that this store already has stays as it is. The step is done once, so a value that is removed
  /// later does not come back. A store has nothing to copy from itself. `UserDefaultsStore.standard` is such a case
  /// on Apple platforms, because it is the default store there.
  public static func copy(
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .keepExisting,
    id: String? = nil
  ) -> Self {
    let move = StoreMove(
      source: source,
      names: nil,
      isIncluded: { _ in true },
      namespace: nil,
      onConflict: onConflict,
      keepsSource: true
    )
    return Self(id: id ?? "copy from \(source.label)", work: .move(move))
  }

  /// Returns a step that moves everything in another store into this one.
  ///
  /// The values are written here and synchronized before they are removed there. If the process is killed in between,
  /// they are in both stores, and the next call removes those that are still equal. With
  /// ``ConflictPolicy/keepExisting`` it also removes those that lost, unless they have been changed since.
  public static func move(
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    move(id: id ?? "move from \(source.label)", from: source, onConflict: onConflict) { _ in true }
  }

  /// Returns a step that moves single settings of another store into this one, all or none of them.
  ///
  /// ```swift
  /// try Defaults.migrate([.move("lastRun", from: oldStore)])
  /// ```
  ///
  /// It does what ``move(from:onConflict:id:)`` does. An object of a JSON file must be one value, as a key says that this
  /// process has used or an audit has declared; else the step fails.
  public static func move(
    _ name: String,
    _ moreNames: String...,
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    let names = [name] + moreNames
    let id = id ?? "move \(names.map(\.debugDescription).joined(separator: ", ")) from \(source.label)"
    return move(id: id, from: source, onConflict: onConflict, named: names) { _ in true }
  }

  /// Returns a step that moves one namespace of another store into this one, as ``move(from:onConflict:id:)`` does.
  ///
  /// A setting that has the namespace's own name stays, and the plan says so.
  public static func moveNamespace(
    _ namespace: String,
    includingNested includesNested: Bool = false,
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    let rule = Namespace(namespace, includingNested: includesNested)
    let id = id ?? "move \(rule.title) from \(source.label)"
    return move(id: id, from: source, onConflict: onConflict, in: rule) { _ in true }
  }

  /// Returns a step that moves the values under some names.
  package static func move(
    id: String,
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    named names: [String]? = nil,
    in namespace: Namespace? = nil,
    where isIncluded: @escaping @Sendable (String) -> Bool
  ) -> Self {
    let move = StoreMove(
      source: source,
      names: names,
      isIncluded: isIncluded,
      namespace: namespace,
      onConflict: onConflict,
      keepsSource: false
    )
    return Self(id: id, work: .move(move))
  }
}
