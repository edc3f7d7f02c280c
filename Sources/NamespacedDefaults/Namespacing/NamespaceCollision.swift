/// Two types that use one namespace, because it is the bare name of one of them.
///
/// Each of them removes, and may overwrite, what the other stores.
enum NamespaceCollision {
  /// Reports a type if another one has used its namespace before; each type is reported once for each store.
  ///
  /// A debug build without a problem handler stops.
  ///
  /// Two types with a fixed namespace that is the bare name of neither share it on purpose, and are not reported. Nor is a
  /// subclass that has the namespace of its superclass.
  static func check(_ owner: any KeyNamespaceable.Type, in context: DefaultsStoreContext) {
    let namespace = owner.namespace
    context.declare(DeclaredNames(namespaces: [namespace]))
    guard let first = context.names.record(owner, asOwnerOf: namespace),
      areUnrelated(owner, first, in: namespace)
    else { return }
    let error = Refusal(
      """
      \(String(reflecting: first)) and \(String(reflecting: owner)) share one namespace; give one of them its own: \
      static let namespace = "…"
      """
    )
    DefaultsProblem(.collision, key: namespace, error: error).reportMistake()
  }

  static func areUnrelated(_ owner: Any.Type, _ other: Any.Type, in namespace: String) -> Bool {
    guard owner != other, "\(owner)" == namespace || "\(other)" == namespace else { return false }
    return !areRelated(owner, other)
  }

  /// Returns whether one of two types is the other, or a subclass of it.
  static func areRelated(_ type: Any.Type, _ other: Any.Type) -> Bool {
    isSubtype(type, of: other) || isSubtype(other, of: type)
  }

  private static func isSubtype(_ type: Any.Type, of other: Any.Type) -> Bool {
    func isSubtype<Other>(of other: Other.Type) -> Bool { type is Other.Type }
    return _openExistential(other, do: isSubtype)
  }
}
