/// The observers of a store whose handlers are called on their actors.
final class CallsOfActors: Sendable {
  private let flushes = Guarded<[HandlerID: @Sendable () async -> Void]>([:])

  func add(_ id: HandlerID, flush: @escaping @Sendable () async -> Void) { flushes.withLock { $0[id] = flush } }

  // Released outside the lock, because what the handler captures is the program's.
  func remove(_ id: HandlerID) { _ = flushes.withLock { $0.removeValue(forKey: id) } }

  /// Waits until each actor has made the calls that were left to it before.
  func flush() async { for flush in flushes.withLock({ Array($0.values) }) { await flush() } }
}
