public import NamespacedDefaults

/// The changes of one migration step.
///
/// They are a transaction of the store: the step reads its changes at once, through whichever API, and what it changes
/// otherwise is part of them. All other readers get them when all are written.
public struct DefaultsMigrationChanges {
  private let store: any DefaultsStore
  /// The values that the names had before the step changed them.
  private var former: [String: PropertyListValue?] = [:]
  private(set) var problems: [DefaultsProblem] = []
  /// What the plan says of settings that only look as if the step were about them.
  var notes: [String] = []

  init(_ store: any DefaultsStore) { self.store = store }

  /// Returns the stored value of a name, or `nil` if there is none.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The stored value, in the form in which the store keeps it, after the step's own changes. Of a store that is made
  ///   of others, it is that of the one that is written.
  /// - Throws: The error that kept the store from being read.
  public func value(forKey name: String) throws -> PropertyListValue? { try store.ownValue(forKey: name) }

  /// Returns the names of all stored values, sorted, without those under which the store records steps.
  ///
  /// - Returns: The names, after the step's own changes. Of a store that is made of others, they are those of the one that is
  ///   written.
  /// - Throws: The error that kept the store from being read.
  public func keys() throws -> [String] { try store.ownKeys().filter { !ReservedName.isReserved($0) }.sorted() }

  /// Returns the names in a namespace, sorted.
  ///
  /// - Parameter namespace: The rule of the namespace.
  /// - Returns: The names, after the step's own changes.
  /// - Throws: `undeclaredObject` for an object that may be a value in the namespace, or a namespace of its own, or the error
  ///   that kept the store from being read.
  mutating func names(in namespace: Namespace) throws -> [String] {
    store.context.declare(DeclaredNames(namespaces: [namespace.name]))
    let names = try store.ownKeys()
    notes += namespace.note(on: names)
    return try store.declaredNames(
      of: names,
      in: namespace,
      includingNested: namespace.includesNested
    ).sorted()
  }

  /// Says that names are those of settings.
  func declare(_ names: [String]) { store.context.declare(DeclaredNames(names)) }

  /// Stores a value, or removes it with `nil`.
  ///
  /// If that is refused, the step fails when its closure returns.
  ///
  /// - Parameters:
  ///   - value: The new stored value.
  ///   - name: The stored name.
  public mutating func set(_ value: PropertyListValue?, forKey name: String) {
    do {
      if former[name] == nil { former.updateValue(try self.value(forKey: name), forKey: name) }
      try store.set(value, forKey: name)
    } catch {
      store.failTransaction(error)
    }
  }

  /// Stores values of another store; those that are sealed go with their id.
  mutating func set(_ values: [String: PropertyListValue?], sealedBy source: any DefaultsStore) throws {
    let seal = try source.ownValue(forKey: ReservedName.seal)
    for (name, value) in try store.takingSeal(seal, with: values) { set(value, forKey: name) }
  }

  /// Returns the form in which the store keeps a value.
  func storedForm(of value: PropertyListValue) -> PropertyListValue { store.keptForm(of: value) }

  /// Returns the form that is stored for a value of a key, with what the stored value has that the type does not.
  func storedForm<Value>(of value: Value, for key: DefaultsKey<Value>) throws -> PropertyListValue? {
    try key.storedForm(of: value, over: self.value(forKey: key.name), in: store)
  }

  /// Returns the value of a key in this store, without launch arguments and registered values.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or the default value of the key if nothing is stored.
  /// - Throws: The error that kept the store from being read or the stored value from being decoded.
  public func read<Value>(_ key: DefaultsKey<Value>) throws -> Value {
    try key.names.find(value).map(key.decode) ?? key.defaultValue
  }

  /// Stores the value of a key, and removes what is stored under its previous name.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: The key.
  /// - Throws: The error that kept the value from being encoded.
  public mutating func write<Value>(_ value: Value, to key: DefaultsKey<Value>) throws {
    declare(key.names.all)
    let new = try storedForm(of: value, for: key)
    for name in key.names.all { set(nil, forKey: name) }
    set(new, forKey: key.name)
  }

  mutating func report(_ problem: DefaultsProblem) { problems.append(problem) }

  /// Returns the changes that make a difference, in the order of the names.
  func effectiveChanges() throws -> [DefaultsChange] {
    try former.sorted { $0.key < $1.key }.compactMap { name, old in
      let new = try value(forKey: name)
      return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
    }
  }

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
