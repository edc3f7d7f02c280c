/// Who claims which stored name, to tell in debug builds when two declarations share one.
///
/// A name that two types, or two key enums of one type, build is one place with two owners, each of whom overwrites
/// the other. A claimant is reported once, however often it returns.
final class KeyClaims: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var claimants: [String: [KeyClaimant]] = [:]  // guarded by `lock`

  /// Notes a claim, and reports it where another stands on the name.
  func claim(_ name: String, by claimant: KeyClaimant) {
    guard let earlier = note(name, claimant) else { return }
    let collision = KeyCollision(first: earlier, second: claimant)
    Defaults.report(DefaultsProblem(.collision, key: name, error: collision))
  }

  /// The first claimant, when `claimant` is a new one and not the first.
  private func note(_ name: String, _ claimant: KeyClaimant) -> KeyClaimant? {
    lock.withLock {
      guard let first = claimants[name]?.first else {
        claimants[name] = [claimant]
        return nil
      }
      guard claimants[name]?.contains(claimant) == false else { return nil }
      claimants[name]?.append(claimant)
      return first
    }
  }
}

/// The declaration behind a stored name.
enum KeyClaimant: Sendable, Equatable {
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

extension KeyClaimant: CustomStringConvertible {
  var description: String {
    switch self {
    case .settable(_, let keys): String(reflecting: keys)
    case .typedKey(let value): "a typed key of \(value)"
    }
  }
}

/// Two declarations that claim one stored name.
struct KeyCollision: Error, Sendable, CustomStringConvertible {
  let first: KeyClaimant
  let second: KeyClaimant

  var description: String {
    "\(first) and \(second) share one stored value; \(remedy)"
  }

  private var remedy: String {
    guard case .settable(let owner, _) = first, case .settable(let otherOwner, _) = second, owner != otherOwner else {
      return "rename one of the keys"
    }
    return "give one of the types a namespace of its own: static let namespace = \"…\""
  }
}
