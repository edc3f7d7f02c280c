/// The locks of the stores of which a store is made, which are taken together.
///
/// No thread waits for one of them while it keeps another that it has just taken. So two stores that are made of the same
/// ones, in any order, do not wait for each other. A thread that has locked one of them before, as inside its transaction,
/// keeps that one while it waits.
struct LockParts: Sendable {
  private let contexts: [DefaultsStoreContext]
  /// The contexts of the stores that are not made of others, each once.
  private let leaves: [DefaultsStoreContext]

  init(_ contexts: [DefaultsStoreContext]) {
    self.contexts = contexts
    leaves = contexts.flatMap(Self.leaves).reduce(into: []) { known, leaf in
      if !known.contains(where: { $0 === leaf }) { known.append(leaf) }
    }
  }

  private static func leaves(_ context: DefaultsStoreContext) -> [DefaultsStoreContext] {
    context.parts.isEmpty ? [context] : context.parts.flatMap(leaves)
  }

  func acquire() { _ = acquire(within: nil) }

  /// - Returns: Whether this thread has all of them; otherwise it has none.
  func acquire(for limit: Duration) -> Bool { acquire(within: limit) }

  func release() {
    for context in contexts.reversed() { context.lock.release() }
  }

  private func acquire(within limit: Duration?) -> Bool {
    guard hold(within: limit) else { return false }
    // None of these waits any more.
    for context in contexts { context.lock.acquire() }
    for leaf in leaves { leaf.lock.removeHold() }
    return true
  }

  /// Takes the locks of all leaves: waits for one, and tries the others.
  private func hold(within limit: Duration?) -> Bool {
    let end = limit.map { SuspendingClock().now.advanced(by: $0) }
    var first = 0
    while true {
      let rest = end.map { SuspendingClock().now.duration(to: $0) }
      guard leaves[first].lock.hold(for: rest) else { return false }
      let others = leaves.indices.filter { $0 != first }
      guard let refused = others.first(where: { !leaves[$0].lock.hold(for: .zero) }) else { return true }
      for index in others.prefix(while: { $0 != refused }) { leaves[index].lock.removeHold() }
      leaves[first].lock.removeHold()
      first = refused
    }
  }
}
