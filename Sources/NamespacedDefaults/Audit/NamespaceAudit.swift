/// The keys that a program declares, beside what is stored: to see at a glance, and to test that no two share a name.
///
///     @Test func noTwoKeysCollide() {
///       #expect(NamespaceAudit(Account.self, Onboarding.self, keys: [.launchCount]).collisions.isEmpty)
///     }
///
/// Lists the key enums of every settable protocol that a type conforms to. An enum has to be `CaseIterable` to be listed;
/// the others are in ``unlistedKeyTypes``, and what they share with each other is not found. Each key is looked up in its
/// own store, once, when the audit is made.
public struct NamespaceAudit: Sendable {
  /// Every declared key, in the order of the names.
  public let keys: [DeclaredKey]
  /// The names that two or more declarations of one store claim, previous names among them; sorted.
  public let collisions: [Collision]
  /// The stored names that no declaration claims, sorted, without those by which a store remembers migration steps.
  ///
  /// An instance's key, `User.7.isAdmin`, counts as declared when `isAdmin` is a key of `User`.
  public let undeclaredKeys: [String]
  /// The key types that cannot be listed, for they are not `CaseIterable`.
  public let unlistedKeyTypes: [String]

  /// A stored name that several declarations claim.
  public struct Collision: Sendable, Equatable {
    /// The stored name.
    public let name: String
    /// How each of them spells it, sorted.
    public let declarations: [String]
  }

  /// Looks up what types and typed keys declare.
  ///
  /// A store that cannot be read counts as empty and is reported to ``Defaults/problemHandler``.
  ///
  /// - Parameters:
  ///   - namespaces: The types; one that is given twice counts once.
  ///   - keys: Typed keys: `[.launchCount, .username]`.
  public init(_ namespaces: any KeyNamespaceable.Type..., keys: [DefaultsKeys] = []) {
    let families = namespaces.flatMap { $0.keyFamilies }
    let typed = keys.compactMap { ($0 as? any TypedKeyDeclaration)?.declared }
    var seen: Set<DeclaredKey.Identity> = []
    let all = (families.flatMap { $0.keys ?? [] } + typed).filter { seen.insert($0.identity).inserted }
    self.keys = all.sorted { ($0.name, $0.declaration) < ($1.name, $1.declaration) }
    collisions = Self.collisions(among: all, unlisted: families.filter { $0.keys == nil })
    undeclaredKeys = Self.undeclaredKeys(beside: all, families)
    unlistedKeyTypes = Set(families.filter { $0.keys == nil }.map(\.spelling)).sorted()
  }

  /// Checks a value before it is stored under a name: one that a declared key could not read does not pass.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The stored name; under one that nobody declares every value passes.
  /// - Throws: What keeps the key from reading the value.
  public func validate(_ value: PropertyListValue, forKey name: String) throws {
    for key in keys where key.name == name { try key.decode(value) }
  }

  private static func collisions(among keys: [DeclaredKey], unlisted families: [KeyFamily]) -> [Collision] {
    struct Place: Hashable { let store: ObjectIdentifier, name: String }
    var claims: [Place: [String]] = [:]
    for key in keys {
      let sharers = Set(families.filter { $0.shares(key) }.map(\.spelling)).sorted()
      let claimants = [key.declaration] + sharers.map { "\($0) (not listed)" }
      claims[Place(store: key.storeID, name: key.name), default: []] += claimants
      guard let previous = key.previousName else { continue }
      claims[Place(store: key.storeID, name: previous), default: []].append("\(key.declaration) (previous name)")
    }
    return claims.filter { $0.value.count > 1 }
      .map { Collision(name: $0.key.name, declarations: $0.value.sorted()) }
      .sorted { $0.name < $1.name }
  }

  private static func undeclaredKeys(beside keys: [DeclaredKey], _ families: [KeyFamily]) -> [String] {
    var stores: [ObjectIdentifier: any DefaultsStore] = [:]
    for store in keys.map(\.store) + families.map(\.store) { stores[ObjectIdentifier(store.context)] = store }
    var undeclared: Set<String> = []
    for (id, store) in stores {
      let declared = Set(keys.filter { $0.storeID == id }.flatMap { [$0.name, $0.previousName].compactMap(\.self) })
      let families = families.filter { ObjectIdentifier($0.store.context) == id }
      let names = reportingErrors(as: .failedRead) { try store.keys() } ?? []
      for name in names where !ReservedName.isReserved(name) && !declared.contains(name) {
        if !families.contains(where: { $0.claims(name) }) { undeclared.insert(name) }
      }
    }
    return undeclared.sorted()
  }
}

extension NamespaceAudit: CustomStringConvertible {
  /// A table of the keys, and below it what is wrong.
  public var description: String {
    let header = ["name", "type", "default", "stored", "declared by"]
    var parts = [textTable([header] + keys.map(\.row))]
    func list(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { parts.append(([title] + lines.map { "  \($0)" }).joined(separator: "\n")) }
    }
    list("Collisions:", collisions.map(\.description))
    list("Stored, but not declared:", undeclaredKeys.map(\.debugDescription))
    list("Not listed, for it is not CaseIterable:", unlistedKeyTypes)
    return parts.joined(separator: "\n\n")
  }
}

extension NamespaceAudit.Collision: CustomStringConvertible {
  /// The name and who claims it, in one line.
  public var description: String {
    "\(name.debugDescription) is declared by \(declarations.joined(separator: " and by "))"
  }
}

/// Rows of cells as lines of columns, each as wide as its widest cell.
private func textTable(_ rows: [[String]]) -> String {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
    let line = cells.joined(separator: "  ")
    return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
  }.joined(separator: "\n")
}
