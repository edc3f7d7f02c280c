public import NamespacedDefaults

// Steps within one store. Each counts as done, too, if nothing is stored under the names that it changes.
extension DefaultsMigration {
  /// Returns a step that moves a value to another name.
  public static func rename(
    _ name: String,
    to newName: String,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    Self(id: id ?? "rename \(name.debugDescription) to \(newName.debugDescription)") { transaction in
      try transaction.rename(name, to: newName, onConflict: onConflict)
    }
  }

  /// Returns a step that moves a value to the name of a key.
  ///
  /// A value that the key cannot read stays under the old name, where nothing overwrites it, and is reported to
  /// `Defaults.problemHandler`. The value stays in the store that is migrated, even if the key names another store.
  public static func rename<Value>(
    _ name: String,
    to key: DefaultsKey<Value>,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    Self(id: id ?? "rename \(name.debugDescription) to \(key.name.debugDescription)") { transaction in
      transaction.declare([name, key.name])
      guard let value = try transaction.value(forKey: name) else { return }
      do {
        _ = try key.decode(value)
      } catch {
        return transaction.report(DefaultsProblem(.undecodableValue, key: name, error: error))
      }
      try transaction.rename(name, to: key.name, onConflict: onConflict)
    }
  }

  /// Returns a step that moves everything in a namespace to another one at once, because a type was renamed.
  ///
  /// The namespaces of instances that begin with the old name, such as `Account.7`, stay unless `includingNested` is
  /// `true`.
  public static func renameNamespace(
    _ namespace: String,
    to newNamespace: String,
    includingNested includesNested: Bool = false,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    let rule = Namespace(namespace, includingNested: includesNested)
    return Self(id: id ?? "rename \(rule.title) to \(newNamespace.debugDescription)") { transaction in
      guard namespace != newNamespace else { return }
      let leaving = try transaction.names(in: rule).map { ($0, try transaction.value(forKey: $0)) }
      // All values leave before the first one arrives, because one namespace may lie within the other.
      for (name, _) in leaving { transaction.set(nil, forKey: name) }
      for case (let name, let value?) in leaving {
        guard let rawValue = name.rawValue(in: namespace) else { continue }
        let newName = "\(newNamespace).\(rawValue)"
        transaction.set(try transaction.winner(value, over: newName, onConflict), forKey: newName)
      }
    }
  }

  /// Returns a step that changes what is stored under a name, whatever its type.
  ///
  /// The function gets the stored value and returns the new one, or `nil` to remove it. If it throws, the step fails.
  public static func change(
    _ name: String,
    id: String,
    _ transform: @escaping @Sendable (PropertyListValue) throws -> PropertyListValue?
  ) -> Self {
    Self(id: id) { transaction in
      guard let value = try transaction.value(forKey: name) else { return }
      transaction.set(try transform(value), forKey: name)
    }
  }

  /// Returns a step that changes a value of one type into the value of a key, which may have the same name or another.
  ///
  /// ```swift
  /// .convert(
  ///   "timeout",
  ///   from: Int.self,
  ///   to: Network.key(.timeout),
  ///   id: "2026-11 timeout as Duration"
  /// ) { .seconds($0) }
  /// ```
  ///
  /// A stored value that is not of the old type stays where it is and is reported to `Defaults.problemHandler`. If the
  /// function throws, the step fails. The value stays in the store that is migrated, even if the key names another store.
  public static func convert<Old: DefaultsSerializable, Value>(
    _ name: String,
    from type: Old.Type,
    to key: DefaultsKey<Value>,
    onConflict: ConflictPolicy = .refuse,
    id: String,
    _ transform: @escaping @Sendable (Old) throws -> Value
  ) -> Self {
    Self(id: id) { transaction in
      transaction.declare([name, key.name])
      guard let stored = try transaction.value(forKey: name) else { return }
      let old: Old
      do {
        old = try decodeOrFill { try decodeStored(from: stored) }
      } catch {
        return transaction.report(DefaultsProblem(.undecodableValue, key: name, error: error))
      }
      let new = try transaction.storedForm(of: transform(old), for: key)
      guard name != key.name else { return transaction.set(new, forKey: name) }
      transaction.set(nil, forKey: name)
      // A new value of nothing replaces no other value.
      if let new { transaction.set(try transaction.winner(new, over: key.name, onConflict), forKey: key.name) }
    }
  }

  /// Returns a step that stores the value of a key again, in the format that the key writes.
  ///
  /// ```swift
  /// // JSON of another library becomes the raw value.
  /// .reencode(.userID)
  /// // What looks like JSON is a raw value.
  /// .reencode(.userID, reading: .rawValue)
  /// ```
  ///
  /// Use it to have one format from now on, for programs that read the store without this library, or where a stored
  /// form has two meanings; see the problem `ambiguousValue`. A value that cannot be read, in the format of the
  /// key or the given one, stays as it is and is reported to `Defaults.problemHandler`.
  public static func reencode<Value>(
    _ key: DefaultsKey<Value>,
    reading bridge: DefaultsBridge<Value>? = nil,
    id: String? = nil
  ) -> Self {
    Self(id: id ?? "reencode \(key.name.debugDescription)") { transaction in
      transaction.declare(key.names.all)
      guard let stored = try key.names.find(transaction.value) else { return }
      let decoded: Value
      do {
        decoded = try decodeOrFill(from: key.defaultValue) { try (bridge ?? key.bridge).decode(stored) }
      } catch {
        return transaction.report(DefaultsProblem(.undecodableValue, key: key.name, error: error))
      }
      try transaction.write(decoded, to: key)
    }
  }

  /// Returns a step that removes values that no release needs any more.
  public static func delete(_ names: String..., id: String? = nil) -> Self {
    Self(id: id ?? "delete \(names.map(\.debugDescription).joined(separator: ", "))") { transaction in
      for name in names { transaction.set(nil, forKey: name) }
    }
  }

  /// Returns a step that removes everything in a namespace.
  public static func deleteNamespace(
    _ namespace: String,
    includingNested includesNested: Bool = false,
    id: String? = nil
  ) -> Self {
    let rule = Namespace(namespace, includingNested: includesNested)
    return Self(id: id ?? "delete \(rule.title)") { transaction in
      for name in try transaction.names(in: rule) { transaction.set(nil, forKey: name) }
    }
  }
}
