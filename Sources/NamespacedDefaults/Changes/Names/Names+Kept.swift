// Objects that keys leave with their store for other keys.
//
// A program that makes its keys anew at each use would otherwise decode their values each time. The objects live as long
// as the store, so nothing of them keeps it alive. Their number is limited.
extension Names {
  typealias Kept = any AnyObject & Sendable

  private static let keptNameLimit = 512
  private static let keptLimitForName = 4

  /// Returns the first object of a name that passes a test, which calls no code of the program.
  func kept(of name: String, where passes: (Kept) -> Bool) -> Kept? {
    state.withLock { $0.entries[name]?.details.kept.first(where: passes) }
  }

  /// Keeps an object of a name, unless one that passes the test was kept before.
  ///
  /// - Returns: The object that is kept.
  func keep(_ new: Kept, of name: String, unless passes: (Kept) -> Bool) -> Kept {
    let (kept, former) = withEntry(of: name) { entry, state -> (Kept, [Kept]) in
      if let other = entry.details.kept.first(where: passes) { return (other, []) }
      var former: [Kept] = []
      if entry.details.kept.isEmpty {
        if state.keeping.count >= Self.keptNameLimit {
          for entry in state.keeping {
            former += entry.details.kept
            entry.details.kept = []
          }
          state.keeping = []
        }
        state.keeping.append(entry)
      }
      if entry.details.kept.count >= Self.keptLimitForName { former.append(entry.details.kept.removeFirst()) }
      entry.details.kept.append(new)
      return (new, former)
    }
    // The others are released outside the lock, because their release may run the program's code.
    return withExtendedLifetime(former) { kept }
  }

  /// Releases all of them, when the store ends.
  func releaseKept() {
    let kept = state.withLock { state in
      defer { state.keeping = [] }
      return state.keeping.flatMap { entry in
        defer { entry.details.kept = [] }
        return entry.details.kept
      }
    }
    withExtendedLifetime(kept) {}
  }
}
