extension KeyNamespaceable {
  /// The names of all values stored in the type's namespace, sorted.
  ///
  /// Names with a dot after the namespace and its own belong to instances, unless a key enum that is `CaseIterable` has
  /// them. Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public static var storedKeys: [String] { names(in: namespace, of: store) }

  /// The names of all values stored in this instance's namespace, sorted.
  ///
  /// Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public var storedKeys: [String] { Self.names(in: namespace, of: store) }

  /// Removes all values stored in the type's namespace at once, and nothing else.
  ///
  /// The values of instances with a namespace of their own, such as `User.7`, stay. So does, if another type has used the
  /// namespace by mistake, what that type may have stored. If the removal fails, all values are still stored, and the
  /// error is reported to ``Defaults/problemHandler``.
  public static func removeAll() {
    let store = store
    NamespaceCollision.check(self, in: store.context)
    removeAll(in: namespace, of: store)
  }

  /// Removes all values stored in this instance's namespace at once, and nothing else.
  ///
  /// If that fails, all of them are still stored, and the error is reported to ``Defaults/problemHandler``.
  public func removeAll() { type(of: self).removeAll(in: namespace, of: store) }

  private static func names(in namespace: String, of store: any DefaultsStore) -> [String] {
    declare(namespace, in: store.context)
    let rule = rule(for: namespace)
    return store.reportingErrors(as: .failedRead) { try store.keys().filter(rule.contains).sorted() } ?? []
  }

  private static func removeAll(in namespace: String, of store: any DefaultsStore) {
    declare(namespace, in: store.context)
    let (rule, owners) = (rule(for: namespace), NameOwners(self, in: namespace, of: store.context.names))
    store.reportingErrors(as: .failedWrite) {
      try store.removeAll { rule.contains($0) && owners.isOwn($0) }
    }
  }

  /// Declares a namespace of the type, and the keys that are listed, in a store.
  private static func declare(_ namespace: String, in context: DefaultsStoreContext) {
    let names = listedKeys.map { String(namespace: namespace, rawValue: $0) }
    context.declare(DeclaredNames(names, namespaces: [namespace]))
  }

  private static func rule(for namespace: String) -> Namespace {
    Namespace(namespace, listedKeys: Set(listedKeys))
  }

  /// The rule that says which stored names belong to the type.
  package static var rule: Namespace { rule(for: namespace) }

  /// The stored names of the keys whose enums list their cases.
  package static var listedNames: [String] {
    listedKeys.map { String(namespace: namespace, rawValue: $0) }
  }

  /// The raw values of the keys whose enums list their cases.
  private static var listedKeys: [String] { keyEnums.flatMap { ($0.cases ?? []).map(\.rawValue) } }
}

/// The types whose keys may have the names in a namespace.
///
/// Usually that is one type. If another one has used the namespace by mistake, a name is the type's own only where a key
/// of the type has it and none of the other: to remove too little is mended by the next call, to remove too much is not.
private struct NameOwners {
  private let type: any KeyNamespaceable.Type
  private let namespace: String
  private let names: Names
  private let others: [any KeyNamespaceable.Type]

  init(_ type: any KeyNamespaceable.Type, in namespace: String, of names: Names) {
    (self.type, self.namespace, self.names) = (type, namespace, names)
    others = names.owners(ofNamespace: type.namespace).compactMap { $0 as? any KeyNamespaceable.Type }
      .filter { NamespaceCollision.areUnrelated(type, $0, in: type.namespace) }
  }

  /// Returns whether no other type may have stored a value under a name of the namespace.
  func isOwn(_ name: String) -> Bool {
    let users = names.owners(ofName: name)
    guard !users.contains(where: isForeign) else { return false }
    guard !others.isEmpty, let rawValue = name.rawValue(in: namespace) else { return true }
    let isUsed = !users.isEmpty || type.keyEnums.contains { $0.isKey(rawValue) }
    return isUsed && !others.contains { $0.keyEnums.contains { $0.isKey(rawValue) } }
  }

  /// Returns whether a type does not share its names with this one on purpose.
  private func isForeign(_ other: Any.Type) -> Bool {
    guard let other = other as? any KeyNamespaceable.Type, other.namespace == type.namespace else {
      return !NamespaceCollision.areRelated(type, other)
    }
    return NamespaceCollision.areUnrelated(type, other, in: type.namespace)
  }
}
