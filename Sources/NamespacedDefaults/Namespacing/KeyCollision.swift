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
  ///   - namespaceLength: The length of the namespace in bytes, if the key is in one.
  ///   - name: The stored name.
  ///   - context: The context of the store.
  /// - Returns: Whether it is the first use of the name by such a declaration.
  @discardableResult
  static func check(
    _ declaration: KeyDeclaration,
    of owner: @autoclosure () -> (any KeyNamespaceable.Type)? = nil,
    namespaceLength: Int?,
    forName name: String,
    in context: DefaultsStoreContext
  ) -> Bool {
    let other: KeyDeclaration?
    switch context.names.declare(name, { $0.record(declaration, namespaceLength: namespaceLength) }) {
    case .recorded: return false
    case .new(let first): other = first
    case .newNamespace(let otherLength):
      reportNamespaces(of: name, in: [otherLength, namespaceLength ?? 0], context)
      return true
    }
    context.declare(DeclaredNames([name]))
    if let owner = owner() { NamespaceCollision.check(owner, in: context) }
    guard let other, !isNamespaceCollision(other, declaration) else { return true }
    let error = Refusal("\(other) and \(declaration) share one stored value; \(remedy(for: other, declaration))")
    let problem = context.problems.problem(.collision, key: name, error: error)
    if case (.settable, .settable) = (other, declaration) { problem.reportMistake() } else { problem.report() }
    return true
  }

  /// Reports two namespaces of instances that have one name, of which one begins with the other.
  private static func reportNamespaces(of name: String, in lengths: [Int], _ context: DefaultsStoreContext) {
    let namespaces = lengths.map { name.prefix(bytes: $0).quoted }.joined(separator: " and ")
    let error = Refusal(
      "it is a name in two namespaces, \(namespaces), which share one stored value; let ids, or names, have no dots"
    )
    context.problems.problem(.collision, key: name, error: error).report()
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
