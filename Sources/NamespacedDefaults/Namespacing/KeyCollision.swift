/// Two declarations that use one stored name.
///
/// Such a name holds one value with two owners, and each owner overwrites what the other stores.
enum KeyCollision {
  /// Reports a declaration if another one has used its name before.
  ///
  /// Two declarations are reported once for each store, whatever the names that both use. A debug build without a problem
  /// handler stops if both are keys of settable types.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - owner: The type that gives the namespace, if there is one.
  ///   - namespace: The namespace, if the key is in one.
  ///   - name: The stored name.
  ///   - context: The context of the store.
  /// - Returns: Whether it is the first use of the name by such a declaration.
  @discardableResult
  static func check(
    _ declaration: KeyDeclaration,
    of owner: @autoclosure () -> (any KeyNamespaceable.Type)? = nil,
    namespace: String?,
    forName name: String,
    in context: DefaultsStoreContext
  ) -> Bool {
    guard case .new(let other) = context.names.declare(name, { $0.record(declaration, in: namespace) }) else {
      return false
    }
    context.declare(DeclaredNames([name]))
    if let owner = owner() { NamespaceCollision.check(owner, in: context) }
    guard let other, !isNamespaceCollision(other, declaration) else { return true }
    let error = Refusal("\(other) and \(declaration) share one stored value; \(remedy(for: other, declaration))")
    let problem = context.problems.problem(.collision, key: name, error: error)
    if case (.settable, .settable) = (other, declaration) { problem.reportMistake() } else { problem.report() }
    return true
  }

  private static func remedy(for first: KeyDeclaration, _ second: KeyDeclaration) -> String {
    guard let owner = first.owner, let otherOwner = second.owner, owner != otherOwner else {
      return "rename one of the keys"
    }
    return "give one of the types a namespace of its own: static let namespace = \"…\""
  }

  /// Returns whether the namespaces of two declarations collide, which is reported for all of their keys together.
  private static func isNamespaceCollision(_ first: KeyDeclaration, _ second: KeyDeclaration) -> Bool {
    guard let owner = first.owner as? any KeyNamespaceable.Type,
      let other = second.owner as? any KeyNamespaceable.Type
    else { return false }
    return owner.namespace == other.namespace
      && NamespaceCollision.areUnrelated(owner, other, in: owner.namespace)
  }
}

extension KeyDeclaration: CustomStringConvertible {
  var description: String {
    switch self {
    case .settable(_, let keys): String(reflecting: keys)
    case .renamed(let name): "the key \(name.quoted), whose previous name it is,"
    case .typedKey(let value, let owner, _):
      "a typed key of \(writtenName(of: value))\(owner.map { " in \(String(reflecting: $0))" } ?? "")"
    }
  }
}
