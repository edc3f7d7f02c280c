/// Two types whose bare name is one namespace.
///
/// Each of them removes, and may overwrite, what the other stores.
struct NamespaceCollision: Error, Sendable {
  let namespace: String
  let first: Any.Type
  let second: Any.Type

  /// Reports a type if another one has used its namespace before; each pair is reported once for each store.
  ///
  /// Types that share a namespace on purpose give it as a fixed string, which is the bare name of neither. A subclass
  /// may share the namespace of its superclass.
  static func check(_ owner: any KeyNamespaceable.Type, in store: any DefaultsStore) {
    let namespace = owner.namespace
    guard let first = store.context.keyRegistry.record(owner, asOwnerOf: namespace),
      areUnrelated(owner, first, in: namespace)
    else { return }
    let error = NamespaceCollision(namespace: namespace, first: first, second: owner)
    DefaultsProblem(.collision, key: namespace, error: error).report()
  }

  static func areUnrelated(_ owner: Any.Type, _ other: Any.Type, in namespace: String) -> Bool {
    guard owner != other, "\(owner)" == namespace || "\(other)" == namespace else { return false }
    return !isSubtype(owner, of: other) && !isSubtype(other, of: owner)
  }

  private static func isSubtype(_ type: Any.Type, of other: Any.Type) -> Bool {
    func isSubtype<Other>(of other: Other.Type) -> Bool { type is Other.Type }
    return _openExistential(other, do: isSubtype)
  }
}

extension NamespaceCollision: CustomStringConvertible {
  var description: String {
    """
    \(String(reflecting: first)) and \(String(reflecting: second)) share one namespace; give one of them its own: \
    static let namespace = "…"
    """
  }
}
