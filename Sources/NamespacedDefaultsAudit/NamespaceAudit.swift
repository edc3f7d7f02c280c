public import NamespacedDefaults

/// The keys that a program declares.
///
/// Use it for an overview, and for a test that no two keys share a name:
///
/// ```swift
/// @Test func noTwoKeysCollide() {
///   let audit = NamespaceAudit(
///     Account.self,
///     Onboarding.self,
///     keys: [.launchCount]
///   )
///   #expect(audit.collisions.isEmpty)
/// }
/// ```
///
/// An audit lists the key enums of every settable protocol to which a type conforms. An enum is listed only if it is
/// `CaseIterable`. The other enums are in ``unlistedKeyTypes``, and an audit does not find the names that two of them
/// share. It also lists the typed keys in the list `keys` of a type, those of models and those of instances:
///
/// ```swift
/// NamespaceAudit(
///   Viewer.self,
///   instances: ["User.*": User(id: 0).keys],
///   models: ViewerSettings()
/// )
/// ```
///
/// The stored properties of a model that are `@Default` declare their settings, those of superclasses too. They are found by
/// reflection: not those of models in a model, and none in a program that is built without reflection metadata. Swift
/// has no list of static properties: a typed key of a type is listed in its `keys`. A key that the process has used is
/// never taken for unknown, and ``validate(unknownNames:ignoring:)`` names it if no list has it.
///
/// An audit opens no store and reads nothing until it is asked for stored values or names.
public struct NamespaceAudit: Sendable {
  /// The declared keys, in the order of the names.
  public let keys: [DeclaredKey]
  /// A line for each name that two or more declarations claim in one store, sorted; previous names count too.
  ///
  /// Then follows one for each variable of the environment that gives several settings a value.
  public let collisions: [String]
  /// The names of the key types that are not listed because they are not `CaseIterable`, sorted.
  public let unlistedKeyTypes: [String]

  let families: [KeyFamily]
  let owners: [any KeyNamespaceable.Type]
  let instances: [InstanceNamespace]

  /// Creates an audit of types and typed keys.
  ///
  /// - Parameters:
  ///   - namespaces: The types; a type that is given twice counts once.
  ///   - keys: The typed keys, such as `[.launchCount, .username]`.
  ///   - instances: The namespaces of instances, in which `*` stands for what differs, and the typed keys of one instance.
  ///     What is stored for each instance is checked, as are the values of the key enums of its type that are
  ///     `CaseIterable`; with no keys every name in such a namespace counts as declared.
  ///   - models: Objects and values with properties that are `@Default`.
  public init(
    _ namespaces: any KeyNamespaceable.Type...,
    keys: [DefaultsKeys] = [],
    instances: [String: [DefaultsKeys]] = [:],
    models: Any...
  ) {
    func declared(_ keys: [DefaultsKeys]) -> [DeclaredKey] {
      keys.compactMap { ($0 as? any TypedKeyDeclaration)?.declared(as: nil) }
    }
    func keyFamilies(of owners: [any KeyNamespaceable.Type]) -> [KeyFamily] {
      owners.flatMap { owner in owner.keyEnums.map { KeyFamily($0, of: owner) } }
    }
    let (families, typed, ofModels, ofInstances) = CurrentStore.withoutOpeningStore {
      let listed = keyFamilies(of: namespaces)
      return (
        listed, declared(keys), models.flatMap { declaredKeys(of: $0) },
        instances.map { pattern, keys in
          let keys = declared(keys)
          return InstanceNamespace(pattern, keys, listed + keyFamilies(of: keys.compactMap(\.owner)))
        }
      )
    }
    var seen: Set<DeclaredKey.Identity> = []
    var all = (families.flatMap { $0.keys ?? [] } + typed).filter { seen.insert($0.identity).inserted }
    // Each instance of a model makes its keys anew, and a property may be that of a listed key.
    for key in ofModels where !all.contains(where: { $0.name == key.name && $0.valueType == key.valueType }) {
      all.append(key)
    }
    (owners, self.instances) = (namespaces, ofInstances)
    self.keys = all.sorted { ($0.name, $0.declaration) < ($1.name, $1.declaration) }
    self.families = families
    collisions = Self.collisions(among: all, unlisted: families.filter { $0.keys == nil })
    unlistedKeyTypes = Set(families.filter { $0.keys == nil }.map(\.typeName)).sorted()
  }

  /// The stored names that no declaration claims, sorted.
  ///
  /// The names under which a store records migration steps are left out. The name of a key in an instance's namespace,
  /// such as `User.7.isAdmin`, counts as declared if `isAdmin` is a key of `User`. A previous name counts as declared until
  /// its key is stored under the new one; what an older release writes there afterwards is read by no key. A name that a
  /// key of this process has used counts as declared too. Of an object in a JSON file, in which a name is declared, the
  /// others are listed.
  ///
  /// Each access lists the names in the stores of the keys. A store that cannot be read counts as empty, and the error is
  /// reported to `Defaults.problemHandler`.
  public var undeclaredKeys: [String] {
    var undeclared: Set<String> = []
    for store in stores {
      let (isListed, used) = (claimants(in: store), Set(store.context.usedNames))
      for name in store.readingOfKeys().reported(key: nil) {
        undeclared.formUnion(Self.unknownNames(at: name, in: store) { used.contains($0) || isListed($0) })
      }
    }
    return undeclared.sorted()
  }

  /// The stores of the keys, each once.
  var stores: [any DefaultsStore] {
    let all = (keys + instances.flatMap(\.keys)).map { $0.storeChoice.store } + owners.map { $0.currentStore }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0.context)).inserted }
  }

  /// The namespaces of the key types that are not listed, whose names no declaration has.
  var unlistedNamespaces: [String] { families.filter { $0.keys == nil }.map { $0.owner.namespace } }

  /// The namespaces of the types that list no typed keys and may have some.
  var openNamespaces: [String] {
    owners.filter { type(of: $0.keys as Any) == [Never].self }.map { $0.namespace }
  }

  /// The names that the process has used and no list has, sorted.
  var unlistedNames: [String] {
    Set(stores.flatMap { $0.context.usedNames.filter(isUnlisted(in: $0)) }).sorted()
  }

  private func isUnlisted(in store: any DefaultsStore) -> (String) -> Bool {
    let isListed = claimants(in: store)
    return { !isListed($0) }
  }

  /// Returns a predicate: whether a name in a store is declared, the library's own, or a part of a declared value.
  func claimants(in store: any DefaultsStore) -> (String) -> Bool {
    let id = ObjectIdentifier(store.context)
    let keys = keys.filter { ObjectIdentifier($0.storeChoice.store.context) == id }
    let replaced = keys.filter { (try? store.value(forKey: $0.name)) != nil }.compactMap(\.previousName)
    let declared = Set(keys.map(\.name)).union(Set(keys.compactMap(\.previousName)).subtracting(replaced))
    let families = families.filter { ObjectIdentifier($0.owner.currentStore.context) == id }
    return { name in
      ReservedName.isReserved(name) || declared.contains(name) || families.contains { $0.claims(name) }
        || isOfInstance(name, in: store)
        || Self.isPart(name, ofAny: declared, in: store) || Self.isObject(name, of: declared, in: store)
    }
  }

  /// Checks that the declared keys with a name can read a value, before the value is stored.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The stored name. If no key with the name is declared, every value passes.
  /// - Throws: The error that keeps a key from reading the value, without the name: "takes true or false, found an array".
  public func validate(_ value: PropertyListValue, forKey name: String) throws {
    for key in keys where key.name == name { _ = try key.decode(value) }
  }

  /// Returns a line for each name, and one for each variable, that several declarations claim in one store.
  private static func collisions(among keys: [DeclaredKey], unlisted families: [KeyFamily]) -> [String] {
    struct Place: Hashable { let store: ObjectIdentifier, name: String }
    var (claims, variables) = ([Place: [String]](), [Place: Set<String>]())
    for key in keys {
      func place(_ name: String) -> Place { Place(store: ObjectIdentifier(key.place), name: name) }
      let sharers = Set(families.filter { $0.shares(key) }.map(\.typeName))
      claims[place(key.name), default: []] += [key.declaration] + sharers.map { "\($0) (not listed)" }
      if let previous = key.previousName {
        claims[place(previous), default: []].append("\(key.declaration) (previous name)")
      }
      if let variable = key.variable { variables[place(variable), default: []].insert(key.name) }
    }
    func lines(_ claims: [Place: [String]], _ line: (String, [String]) -> String) -> [String] {
      claims.filter { $0.value.count > 1 }.sorted { $0.key.name < $1.key.name }
        .map { line($0.key.name, $0.value.sorted()) }
    }
    return lines(claims) { "\($0.quoted) is declared by \($1.joined(separator: " and by "))" }
      + lines(variables.mapValues(Array.init)) {
        "\($0) is the variable of \($1.map(\.quoted).joined(separator: " and of "))"
      }
  }
}

extension NamespaceAudit {
  /// Returns what a name in the namespace of an instance means.
  func match(_ word: String, _ spelling: (String) -> String = { $0 }) -> InstanceNamespace.Match? {
    for namespace in instances {
      if let match = namespace.match(word, spelling) { return match }
    }
    return nil
  }

  /// Returns the name of an instance's setting that was most likely meant by a misspelt one; `nil` if none is near.
  func nameOfInstance(nearestTo word: String, _ spelling: (String) -> String) -> String? {
    for namespace in instances {
      if let name = namespace.nearestName(to: word, spelling) { return name }
    }
    return nil
  }

  private func isOfInstance(_ name: String, in store: any DefaultsStore) -> Bool {
    guard let match = match(name) else { return instances.contains { $0.claims(name) } }
    return match.newName.map { (try? store.value(forKey: $0)) == nil } ?? true
  }

  /// Returns the names in an object that are not known, as in a JSON file, if another one is; otherwise its own name.
  private static func unknownNames(
    at name: String,
    in store: any DefaultsStore,
    _ isKnown: (String) -> Bool
  ) -> [String] {
    guard !isKnown(name) else { return [] }
    guard case .dictionary(let members)? = try? store.value(forKey: name) else { return [name] }
    let inside = members.keys.map { "\(name).\($0)" }
    // In another store the members are a part of the value, and have no names.
    guard inside.allSatisfy({ (try? store.value(forKey: $0)) != nil }) else { return [name] }
    let unknown = inside.flatMap { unknownNames(at: $0, in: store, isKnown) }
    return Set(unknown) == Set(inside) ? [name] : unknown
  }

  /// Returns whether a name is that of an object in which names of declared ones begin, as in a JSON file.
  private static func isObject(_ name: String, of declared: Set<String>, in store: any DefaultsStore) -> Bool {
    guard declared.contains(where: { $0.hasPrefix("\(name).") }) else { return false }
    if case .dictionary? = try? store.value(forKey: name) { return true }
    return false
  }

  /// Returns whether a name is that of a part of the value of a declared one, as members of an object in a JSON file are.
  private static func isPart(_ name: String, ofAny declared: Set<String>, in store: any DefaultsStore) -> Bool {
    name.indices.contains { index in
      guard name[index] == ".", declared.contains(String(name[..<index])) else { return false }
      guard case .dictionary(let members)? = try? store.value(forKey: String(name[..<index])) else { return false }
      return members[String(name[name.index(after: index)...].prefix { $0 != "." })] != nil
    }
  }
}

extension NamespaceAudit: CustomStringConvertible {
  /// A table of the keys, and below it the collisions, undeclared names and unlisted key types.
  ///
  /// It shows stored values, but for those of keys that are secret.
  public var description: String {
    let withVariable = keys.contains { $0.variable != nil }
    let header = ["name", "type", "default", "stored"] + (withVariable ? ["variable"] : []) + ["declared by"]
    var parts = [textTable([header] + keys.map { $0.row(withVariable: withVariable).map(\.printable) })]
    func list(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { parts.append(([title] + lines.map { "  \($0)" }).joined(separator: "\n")) }
    }
    list("What they are for:", keys.compactMap { key in key.summary.map { "\(key.name): \($0)" } })
    list("Collisions:", collisions)
    list("Stored, but not declared:", undeclaredKeys.map(\.quoted))
    list("Not listed, because it is not CaseIterable:", unlistedKeyTypes)
    return parts.joined(separator: "\n\n")
  }
}

/// Returns rows of cells, each as wide as the widest of its column.
func aligned(_ rows: [[String]]) -> [[String]] {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } }
}

/// Returns rows of cells as lines of columns.
private func textTable(_ rows: [[String]]) -> String {
  aligned(rows).map { cells in
    let line = cells.joined(separator: "  ")
    return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
  }.joined(separator: "\n")
}
