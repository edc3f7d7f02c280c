extension DefaultsTransaction {
  /// Moves a value to another name, if there is a value.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - newName: The new name.
  ///   - onConflict: The winner if another value is stored under the new name.
  /// - Throws: ``DefaultsMigrationConflict``, or the error that kept the store from being read.
  public mutating func rename(
    _ name: String,
    to newName: String,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse
  ) throws {
    guard name != newName, let value = try value(forKey: name) else { return }
    set(try winner(value, over: newName, onConflict), forKey: newName)
    set(nil, forKey: name)
  }

  /// Moves a value to the name of a key, if there is a value that the key can read.
  ///
  /// A value that the key cannot read stays where it is and is reported to ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - key: The key under whose name the value is found from now on.
  ///   - onConflict: The winner if another value is stored under the new name.
  /// - Throws: ``DefaultsMigrationConflict``, or the error that kept the store from being read.
  public mutating func rename<Value>(
    _ name: String,
    to key: DefaultsKey<Value>,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse
  ) throws {
    guard let value = try value(forKey: name) else { return }
    do {
      _ = try key.bridge.decode(value)
    } catch {
      return report(DefaultsProblem(.undecodableValue, key: name, error: error))
    }
    try rename(name, to: key.name, onConflict: onConflict)
  }

  /// Moves everything in a namespace to another one.
  ///
  /// - Parameters:
  ///   - namespace: The old namespace.
  ///   - newNamespace: The new namespace.
  ///   - includesNested: Whether the namespaces that begin with this one and a dot, such as those of instances, belong to
  ///     it too.
  ///   - onConflict: The winner if another value is stored under a new name.
  /// - Throws: ``DefaultsMigrationConflict``, or the error that kept the store from being read.
  public mutating func renameNamespace(
    _ namespace: String,
    to newNamespace: String,
    includingNested includesNested: Bool = false,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse
  ) throws {
    guard namespace != newNamespace else { return }
    let rule = Namespace(namespace, includingNested: includesNested)
    let leaving = try keys().filter(rule.contains).map { ($0, try value(forKey: $0)) }
    // All values leave before the first one arrives, because one namespace may lie within the other.
    for (name, _) in leaving { set(nil, forKey: name) }
    for case (let name, let value?) in leaving {
      guard let rawValue = name.rawValue(in: namespace) else { continue }
      let newName = "\(newNamespace).\(rawValue)"
      set(try winner(value, over: newName, onConflict), forKey: newName)
    }
  }

  /// Changes what is stored under a name, if there is a value.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - transform: A function that gets the stored value and returns the new one, or `nil` to remove it.
  /// - Throws: The error that `transform` throws, or that kept the store from being read.
  public mutating func change(
    _ name: String,
    _ transform: (PropertyListValue) throws -> PropertyListValue?
  ) throws {
    guard let value = try value(forKey: name) else { return }
    set(try transform(value), forKey: name)
  }

  /// Changes a value of one type into the value of a key, which may have the same name or another.
  ///
  /// A stored value that is not of the old type stays where it is and is reported to ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - type: The old type.
  ///   - key: The key of the new value.
  ///   - onConflict: The winner if the key has a new name and another value is stored under it.
  ///   - transform: A function that returns the new value.
  /// - Throws: ``DefaultsMigrationConflict``, or the error that `transform` throws or that kept the store from being
  ///   read or the value from being encoded.
  public mutating func convert<Old: DefaultsSerializable, Value>(
    _ name: String,
    from type: Old.Type,
    to key: DefaultsKey<Value>,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse,
    _ transform: (Old) throws -> Value
  ) throws {
    guard let stored = try value(forKey: name) else { return }
    let old: Old
    do {
      old = try decodeStored(from: stored)
    } catch {
      return report(DefaultsProblem(.undecodableValue, key: name, error: error))
    }
    let new = try key.storedForm(of: transform(old), over: value(forKey: key.name))
    guard name != key.name else { return set(new, forKey: name) }
    set(nil, forKey: name)
    // A new value of nothing replaces no other value.
    if let new { set(try winner(new, over: key.name, onConflict), forKey: key.name) }
  }

  /// Stores the value of a key again, in the format that the key writes.
  ///
  /// A value that cannot be read stays as it is and is reported to ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - bridge: The format in which the stored value is read; by default that of the key.
  /// - Throws: The error that kept the store from being read or the value from being encoded.
  public mutating func reencode<Value>(_ key: DefaultsKey<Value>, reading bridge: DefaultsBridge<Value>? = nil) throws {
    let stored = try value(forKey: key.name) ?? key.previousName.flatMap { try value(forKey: $0) }
    guard let stored else { return }
    let decoded: Value
    do {
      decoded = try (bridge ?? key.bridge).decode(stored)
    } catch {
      return report(DefaultsProblem(.undecodableValue, key: key.name, error: error))
    }
    try write(decoded, to: key)
  }

  /// Returns the value that a name has in the end: the stored one or the incoming one.
  func winner(
    _ incoming: PropertyListValue,
    over name: String,
    _ policy: DefaultsMigration.ConflictPolicy
  ) throws -> PropertyListValue {
    guard let existing = try value(forKey: name), existing != incoming else { return incoming }
    switch policy {
    case .refuse:
      throw DefaultsMigrationConflict(name: name, existing: existing, incoming: incoming)
    case .keepExisting: return existing
    case .replace: return incoming
    }
  }
}
