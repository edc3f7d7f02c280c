extension DefaultsMigration {
  /// Copies everything that another store has into this one; nothing there is changed.
  ///
  ///     try Defaults.migrate([.importing(from: UserDefaultsStore.standard)])
  ///
  /// What this store has already stays as it is by default. It is done once, so that a value which is removed later does
  /// not come back. From the store itself, as `UserDefaultsStore.standard` is on Apple platforms, there is nothing to
  /// import.
  ///
  /// - Parameters:
  ///   - source: The other store.
  ///   - onConflict: Who wins where another value is stored under a name.
  ///   - id: What the store remembers the step by; by default the source's kind and name, for a file the last part of its
  ///     path.
  /// - Returns: The step.
  public static func importing(
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .keepExisting,
    id: String? = nil
  ) -> Self {
    let move = StoreMove(source: source, isIncluded: { _ in true }, onConflict: onConflict, keepsSource: true)
    return Self(id: id ?? "import from \(source.label)", work: .move(move))
  }

  /// Moves everything that another store has into this one.
  ///
  /// The values are written here and have reached the disk before they are removed there, so a kill between the two leaves them
  /// in both, and the next call removes those that are still alike.
  ///
  /// - Parameters:
  ///   - source: The other store.
  ///   - onConflict: Who wins where another value is stored under a name.
  ///   - id: What the store remembers the step by; by default the source's kind and name.
  /// - Returns: The step.
  public static func move(
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    move(id: id ?? "move from \(source.label)", from: source, onConflict: onConflict) { _ in true }
  }

  /// Moves one namespace of another store into this one, as ``move(from:onConflict:id:)`` does with everything.
  ///
  /// - Parameters:
  ///   - namespace: The namespace.
  ///   - source: The other store.
  ///   - onConflict: Who wins where another value is stored under a name.
  ///   - id: What the store remembers the step by; by default the namespace and the source's kind and name.
  /// - Returns: The step.
  public static func moveNamespace(
    _ namespace: String,
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    let id = id ?? "move namespace \(namespace.debugDescription) from \(source.label)"
    return move(id: id, from: source, onConflict: onConflict) { $0.isName(in: namespace) }
  }

  /// Moves some of what another store has into this one, as ``move(from:onConflict:id:)`` does with everything.
  ///
  /// - Parameters:
  ///   - id: What the store remembers the step by; as nothing tells two closures apart, it has to be given.
  ///   - source: The other store.
  ///   - onConflict: Who wins where another value is stored under a name.
  ///   - isIncluded: Which names to move.
  /// - Returns: The step.
  public static func move(
    id: String,
    from source: any DefaultsStore,
    onConflict: ConflictPolicy = .refuse,
    where isIncluded: @escaping @Sendable (String) -> Bool
  ) -> Self {
    let move = StoreMove(source: source, isIncluded: isIncluded, onConflict: onConflict, keepsSource: false)
    return Self(id: id, work: .move(move))
  }
}
