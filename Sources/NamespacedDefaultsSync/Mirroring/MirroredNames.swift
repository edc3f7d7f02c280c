import NamespacedDefaults

/// The names that a mirror mirrors: those of namespaces, and those of typed keys.
struct MirroredNames: Sendable {
  private let namespaces: [(name: String, rule: Namespace)]
  private let keys: Set<String>
  /// The names that are declared; a namespace may have others.
  let listed: Set<String>

  init(_ namespaces: [any KeyNamespaceable.Type], _ keys: [String]) {
    self.namespaces = namespaces.map { ($0.namespace, $0.rule) }
    self.keys = Set(keys)
    listed = self.keys.union(namespaces.flatMap { $0.listedNames })
  }

  /// What the mirror says of the names in its stores.
  var declared: DeclaredNames { DeclaredNames(Array(listed), namespaces: namespaces.map(\.name)) }

  func contains(_ name: String) -> Bool {
    !ReservedName.isReserved(name) && (keys.contains(name) || namespaces.contains { $0.rule.contains(name) })
  }

  /// Returns whether a name was mirrored before, by what the store has recorded then.
  func contains(_ name: String, asRecordedIn record: PropertyListValue?) -> Bool {
    guard case .array(let items)? = record else { return false }
    return items.contains(.string(name))
      || namespaces.contains { $0.rule.contains(name) && items.contains(.string("\($0.name).")) }
  }

  /// Returns the record of everything that was mirrored so far: the names of keys, and those of namespaces with a dot.
  func recorded(in record: PropertyListValue?) -> PropertyListValue {
    var items = keys.union(namespaces.map { "\($0.name)." })
    if case .array(let earlier)? = record { items.formUnion(earlier.compactMap { $0.decoded(as: String.self) }) }
    return .array(items.sorted().map(PropertyListValue.string))
  }
}
