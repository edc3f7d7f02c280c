extension DefaultsMigration {
  /// Moves a value to another name; done as well when nothing is stored under the old one.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - newName: The new one.
  ///   - onConflict: Who wins where another value is stored under the new name.
  ///   - id: What the store remembers the step by.
  /// - Returns: The step.
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

  /// Moves a value to the name of a key; done as well when nothing is stored under the old one.
  ///
  /// A value that the key cannot read stays where it is, safe from being overwritten, and is reported to
  /// ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - key: The key under whose name the value is found from now on; in the store that is migrated, whatever store the
  ///     key names.
  ///   - onConflict: Who wins where another value is stored under the new name.
  ///   - id: What the store remembers the step by.
  /// - Returns: The step.
  public static func rename<Value>(
    _ name: String,
    to key: DefaultsKey<Value>,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    Self(id: id ?? "rename \(name.debugDescription) to \(key.name.debugDescription)") { transaction in
      try transaction.rename(name, to: key, onConflict: onConflict)
    }
  }

  /// Moves everything in a namespace to another one, at once, for a type that has been renamed.
  ///
  /// The namespaces of instances that begin with the old name, such as `Account.7`, move along.
  ///
  /// - Parameters:
  ///   - namespace: The old namespace.
  ///   - newNamespace: The new one.
  ///   - onConflict: Who wins where another value is stored under a new name.
  ///   - id: What the store remembers the step by.
  /// - Returns: The step.
  public static func renameNamespace(
    _ namespace: String,
    to newNamespace: String,
    onConflict: ConflictPolicy = .refuse,
    id: String? = nil
  ) -> Self {
    Self(
      id: id ?? "rename namespace \(namespace.debugDescription) to \(newNamespace.debugDescription)"
    ) { transaction in
      try transaction.renameNamespace(namespace, to: newNamespace, onConflict: onConflict)
    }
  }

  /// Changes what is stored under a name, whatever it is, into another form; done as well when nothing is stored.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - id: What the store remembers the step by; as nothing tells two closures apart, it has to be given.
  ///   - transform: Gets the stored value and gives the new one, or `nil` to remove it; throws to fail the step.
  /// - Returns: The step.
  public static func change(
    _ name: String,
    id: String,
    _ transform: @escaping @Sendable (PropertyListValue) throws -> PropertyListValue?
  ) -> Self {
    Self(id: id) { try $0.change(name, transform) }
  }

  /// Changes a value of one type into the value of a key, which may have the same name or another.
  ///
  ///     .convert("timeout", from: Int.self, to: Network.key(.timeout), id: "2026-11 timeout as Duration") {
  ///       .seconds($0)
  ///     }
  ///
  /// Done as well when nothing is stored. A stored value that is not of the old type stays where it is and is reported to
  /// ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - name: The old name.
  ///   - type: The old type.
  ///   - key: The key that the new value is for; in the store that is migrated, whatever store the key names.
  ///   - onConflict: Who wins where another value is stored under the key's name, when that is a new one.
  ///   - id: What the store remembers the step by; as nothing tells two closures apart, it has to be given.
  ///   - transform: Gives the new value; throws to fail the step.
  /// - Returns: The step.
  public static func convert<Old: DefaultsSerializable, Value>(
    _ name: String,
    from type: Old.Type,
    to key: DefaultsKey<Value>,
    onConflict: ConflictPolicy = .refuse,
    id: String,
    _ transform: @escaping @Sendable (Old) throws -> Value
  ) -> Self {
    Self(id: id) { try $0.convert(name, from: type, to: key, onConflict: onConflict, transform) }
  }

  /// Removes values that no release needs any more.
  ///
  /// - Parameters:
  ///   - names: The stored names.
  ///   - id: What the store remembers the step by.
  /// - Returns: The step.
  public static func delete(_ names: String..., id: String? = nil) -> Self {
    Self(id: id ?? "delete \(names.map(\.debugDescription).joined(separator: ", "))") { transaction in
      for name in names { transaction.set(nil, forKey: name) }
    }
  }

  /// Removes everything in a namespace.
  ///
  /// - Parameters:
  ///   - namespace: The namespace.
  ///   - id: What the store remembers the step by.
  /// - Returns: The step.
  public static func deleteNamespace(_ namespace: String, id: String? = nil) -> Self {
    Self(id: id ?? "delete namespace \(namespace.debugDescription)") { transaction in
      for name in try transaction.keys() where name.isName(in: namespace) {
        transaction.set(nil, forKey: name)
      }
    }
  }
}
