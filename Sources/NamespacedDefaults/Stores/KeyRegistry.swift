/// The declarations that have used each name of a store.
///
/// Debug builds use it to find two declarations that share one name. It records a limited number of names, because the
/// namespaces of instances may be as many as a program has users.
final class KeyRegistry: Sendable {
  private static let limit = 10_000

  private let declarations = Guarded([String: [KeyDeclaration]]())
  private let owners = Guarded([String: [Any.Type]]())

  /// Records that a declaration uses a name.
  ///
  /// - Returns: The declaration that used the name first, if this is a different one and was not recorded before.
  func record(_ declaration: KeyDeclaration, forName name: String) -> KeyDeclaration? {
    declarations.withLock { declarations in
      guard let first = declarations[name]?.first else {
        if declarations.count < Self.limit { declarations[name] = [declaration] }
        return nil
      }
      guard declarations[name]?.contains(declaration) == false else { return nil }
      declarations[name]?.append(declaration)
      return first
    }
  }

  /// Records that a type uses a namespace.
  ///
  /// - Returns: The type that used the namespace first, if this is a different one and was not recorded before.
  func record(_ owner: Any.Type, asOwnerOf namespace: String) -> Any.Type? {
    owners.withLock { owners in
      let known = owners[namespace] ?? []
      guard !known.contains(where: { $0 == owner }), !known.isEmpty || owners.count < Self.limit else { return nil }
      owners[namespace] = known + [owner]
      return known.first
    }
  }
}

/// A declaration that uses a stored name.
enum KeyDeclaration: Sendable, Equatable {
  /// A key of a settable type: the type that gives the namespace, and the key enum.
  case settable(owner: Any.Type, keys: Any.Type)
  /// A typed key: its value type, because nothing else distinguishes two typed keys of one name.
  case typedKey(Any.Type)

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    // A subclass has the key enum of its superclass.
    case (.settable(_, let keys), .settable(_, let otherKeys)): keys == otherKeys
    case (.typedKey(let value), .typedKey(let otherValue)): value == otherValue
    default: false
    }
  }
}
