package import NamespacedDefaults

// The changes of the steps in DefaultsMigration+Keys, which say what each of them promises.
extension DefaultsMigrationChanges {
  /// Moves a value to another name, if there is a value.
  package mutating func rename(
    _ name: String,
    to newName: String,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse
  ) throws {
    guard name != newName, let value = try value(forKey: name) else { return }
    set(try winner(value, over: newName, onConflict), forKey: newName)
    set(nil, forKey: name)
  }

  /// Moves a value to the name of a key, if there is a value that the key can read.
  package mutating func rename<Value>(
    _ name: String,
    to key: DefaultsKey<Value>,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse
  ) throws {
    guard let value = try value(forKey: name) else { return }
    do {
      _ = try key.decode(value)
    } catch {
      return report(DefaultsProblem(.undecodableValue, key: name, error: error))
    }
    try rename(name, to: key.name, onConflict: onConflict)
  }

  /// Moves everything in a namespace to another one.
  package mutating func renameNamespace(
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
  package mutating func change(
    _ name: String,
    _ transform: (PropertyListValue) throws -> PropertyListValue?
  ) throws {
    guard let value = try value(forKey: name) else { return }
    set(try transform(value), forKey: name)
  }

  /// Changes a value of one type into the value of a key, which may have the same name or another.
  package mutating func convert<Old: DefaultsSerializable, Value>(
    _ name: String,
    from type: Old.Type,
    to key: DefaultsKey<Value>,
    onConflict: DefaultsMigration.ConflictPolicy = .refuse,
    _ transform: (Old) throws -> Value
  ) throws {
    guard let stored = try value(forKey: name) else { return }
    let old: Old
    do {
      old = try decodeOrFill { try decodeStored(from: stored) }
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
  package mutating func reencode<Value>(_ key: DefaultsKey<Value>, reading bridge: DefaultsBridge<Value>? = nil) throws
  {
    guard let stored = try key.names.find(value) else { return }
    let decoded: Value
    do {
      decoded = try decodeOrFill(from: key.defaultValue) { try (bridge ?? key.bridge).decode(stored) }
    } catch {
      return report(DefaultsProblem(.undecodableValue, key: key.name, error: error))
    }
    try write(decoded, to: key)
  }

  /// Returns the value that a name has in the end, in the form in which the store keeps it: the stored one or the incoming one.
  func winner(
    _ incoming: PropertyListValue,
    over name: String,
    _ policy: DefaultsMigration.ConflictPolicy
  ) throws -> PropertyListValue {
    let incoming = storedForm(of: incoming)
    guard let existing = try value(forKey: name), existing != incoming else { return incoming }
    switch policy {
    case .refuse:
      throw MigrationConflict(
        description: """
          \(name.quoted) already holds \(existing.kindAndSize), which \(incoming.kindAndSize) would replace; say which \
          wins with onConflict: .keepExisting or .replace
          """
      )
    case .keepExisting: return existing
    case .replace: return incoming
    }
  }
}
