extension KeyNamespaceable {
  /// The names of all values stored in the type's namespace, sorted.
  ///
  /// Names with a dot after the namespace and its own belong to instances, unless a key enum that is `CaseIterable` has
  /// them. Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public static var storedKeys: [String] { store.names(in: rule(for: namespace)) }

  /// The names of all values stored in this instance's namespace, sorted.
  ///
  /// Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public var storedKeys: [String] { store.names(in: Self.rule(for: namespace)) }

  /// Removes all values stored in the type's namespace at once, and nothing else.
  ///
  /// The values of instances with a namespace of their own, such as `User.7`, stay. If that fails, all values are still
  /// stored, and the error is reported to ``Defaults/problemHandler``.
  public static func removeAll() {
    let store = store
    NamespaceCollision.check(self, in: store.context)
    store.removeNames(in: rule(for: namespace))
  }

  /// Removes all values stored in this instance's namespace at once, and nothing else.
  ///
  /// If that fails, all of them are still stored, and the error is reported to ``Defaults/problemHandler``.
  public func removeAll() { store.removeNames(in: Self.rule(for: namespace)) }

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

extension DefaultsStore {
  fileprivate func names(in namespace: Namespace) -> [String] {
    reportingErrors(as: .failedRead) { try keys().filter(namespace.contains).sorted() } ?? []
  }

  fileprivate func removeNames(in namespace: Namespace) {
    reportingErrors(as: .failedWrite) { try removeAll(where: namespace.contains) }
  }
}
