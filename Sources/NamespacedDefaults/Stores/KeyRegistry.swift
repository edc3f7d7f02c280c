/// The declarations that have used a store's names, to find in debug builds two that share one.
final class KeyRegistry: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var declarations: [String: [KeyDeclaration]] = [:]  // guarded by `lock`

  /// Records that a declaration uses a name.
  ///
  /// - Returns: The declaration that used the name first, when this one is another and is recorded for the first time.
  func record(_ declaration: KeyDeclaration, forName name: String) -> KeyDeclaration? {
    lock.withLock {
      guard let first = declarations[name]?.first else {
        declarations[name] = [declaration]
        return nil
      }
      guard declarations[name]?.contains(declaration) == false else { return nil }
      declarations[name]?.append(declaration)
      return first
    }
  }
}

/// The declaration behind a stored name.
enum KeyDeclaration: Sendable, Equatable {
  /// The type that gives the namespace, and its key enum.
  case settable(owner: Any.Type, keys: Any.Type)
  /// A typed key's value type; nothing else tells two typed keys of one name apart.
  case typedKey(Any.Type)

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.settable(let owner, let keys), .settable(let otherOwner, let otherKeys)):
      owner == otherOwner && keys == otherKeys
    case (.typedKey(let value), .typedKey(let otherValue)): value == otherValue
    default: false
    }
  }
}
