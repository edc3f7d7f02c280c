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

/// The declaration behind a stored name: the type that gives the namespace, and its key enum.
struct KeyClaimant: Sendable, Equatable {
  let owner: Any.Type
  let keys: Any.Type

  static func == (left: Self, right: Self) -> Bool {
    left.owner == right.owner && left.keys == right.keys
  }
}

/// Two declarations that claim one stored name.
struct KeyCollision: Error, Sendable, CustomStringConvertible {
  let first: KeyClaimant
  let second: KeyClaimant

  var description: String {
    let (one, other) = (String(reflecting: first.keys), String(reflecting: second.keys))
    guard first.owner != second.owner else {
      return "\(one) and \(other) have a case of one raw value, and so share one stored value; rename one of them"
    }
    let (owner, otherOwner) = (String(reflecting: first.owner), String(reflecting: second.owner))
    return "\(owner) and \(otherOwner) share one stored value, for they have one namespace; give one of them "
      + "another: static let namespace = \"…\""
  }
}
