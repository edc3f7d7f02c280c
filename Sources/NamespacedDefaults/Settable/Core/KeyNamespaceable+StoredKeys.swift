extension KeyNamespaceable {
  /// The names of all values stored in the type's namespace, sorted.
  ///
  /// Names with a dot after the namespace and its own belong to instances, unless a key that is listed, or that this process
  /// has used, has them. The previous names of such keys are there too. Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public static var storedKeys: [String] { names(in: namespace, of: currentStore, keys) }

  /// The names of all values stored in this instance's namespace, sorted.
  ///
  /// Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public var storedKeys: [String] { Self.names(in: namespace, of: storeChoice.store, keys) }

  /// Removes all values stored in the type's namespace at once, and nothing else.
  ///
  /// The values of instances with a namespace of their own, such as `User.7`, stay. So does, if another type has used the
  /// namespace by mistake, what that type may have stored. If the removal fails, all values are still stored, and the
  /// error is reported to ``Defaults/problemHandler``.
  public static func removeAll() {
    let store = currentStore
    NamespaceCollision.check(self, in: store.context)
    removeAll(in: namespace, of: store, keys)
  }

  /// Removes all values stored in this instance's namespace at once, and nothing else.
  ///
  /// If that fails, all of them are still stored, and the error is reported to ``Defaults/problemHandler``.
  public func removeAll() { type(of: self).removeAll(in: namespace, of: storeChoice.store, keys) }

  private static func names(in namespace: String, of store: any DefaultsStore, _ keys: Any) -> [String] {
    let rule = declaredRule(for: namespace, in: store.context, keys)
    return store.reportingErrors(as: .failedRead) { try store.keys().filter(rule.contains).sorted() } ?? []
  }

  private static func removeAll(in namespace: String, of store: any DefaultsStore, _ keys: Any) {
    let rule = declaredRule(for: namespace, in: store.context, keys)
    let owners = NameOwners(self, in: namespace, of: store.context.names)
    store.reportingErrors(as: .failedWrite) {
      try store.removeAll { rule.contains($0) && owners.isOwn($0) }
    }
  }

  /// Declares a namespace and its listed keys, those of `keys` too, in a store; returns the rule of the namespace.
  private static func declaredRule(
    for namespace: String,
    in context: DefaultsStoreContext,
    _ keys: Any
  ) -> Namespace {
    let listed = listedNames(in: namespace, keys)
    context.declare(DeclaredNames(listed, namespaces: [namespace]))
    return Namespace(namespace, listedNames: Set(listed + context.names.used(in: namespace)))
  }

  /// The rule that says which stored names belong to the type.
  package static var rule: Namespace { Namespace(namespace, listedNames: Set(listedNames)) }

  /// The stored names of the keys that are listed, and their previous ones.
  package static var listedNames: [String] { listedNames(in: namespace, keys) }

  private static func listedNames(in namespace: String, _ keys: Any) -> [String] {
    let rawValues = keyEnums.flatMap { ($0.cases ?? []).map(\.rawValue) }
    return rawValues.map { String(namespace: namespace, rawValue: $0) }
      + (keys as? [DefaultsKeys] ?? []).typed.flatMap(\.names.all)
  }
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
    guard !users.contains(where: isForeign), names.isUsed(name, onlyIn: namespace) else { return false }
    guard !others.isEmpty, let rawValue = name.rawValue(in: namespace) else { return true }
    let isUsed = !users.isEmpty || type.keyEnums.contains { $0.isKey(rawValue) }
    return isUsed && !others.contains { $0.keyEnums.contains { $0.isKey(rawValue) } }
  }

  /// Returns whether a type has the namespace by mistake.
  private func isForeign(_ other: Any.Type) -> Bool { NamespaceCollision.areUnrelated(type, other, in: namespace) }
}
