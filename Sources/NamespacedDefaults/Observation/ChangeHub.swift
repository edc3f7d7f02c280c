import Synchronization

/// Brings committed changes to those who observe them: after the commit, outside any lock, in commit order.
///
/// Writers enqueue under the store's lock, which fixes the order, and deliver after it. One thread delivers at a time;
/// whoever comes meanwhile, an observer's own write among them, leaves its changes to that thread.
final class ChangeHub: Sendable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  private let lock = Lock()
  // Guarded by `lock`, like all that follow; those under `nil` want every key.
  private nonisolated(unsafe) var observers: [String?: [(id: Int, handler: Handler)]] = [:]
  private nonisolated(unsafe) var pending: ArraySlice<DefaultsChange> = []  // guarded by `lock`
  private nonisolated(unsafe) var isDelivering = false  // guarded by `lock`
  private nonisolated(unsafe) var lastID = 0  // guarded by `lock`
  // Beside the lock, for writers whom nobody observes shall not pay for it.
  private let observerCount = Atomic(0)
  // Called with `lock` held, so that calls come in order: with `true` for the first observer, `false` after the last.
  private let observationDidChange: @Sendable (Bool) -> Void

  init(observationDidChange: @escaping @Sendable (Bool) -> Void = { _ in }) {
    self.observationDidChange = observationDidChange
  }

  var isObserved: Bool { observerCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Calls `handler` for each change of a key, or of every key, until the observer is removed.
  func addObserver(forKey name: String?, _ handler: @escaping Handler) -> Int {
    lock.withLock {
      lastID += 1
      observers[name, default: []].append((lastID, handler))
      let count = observerCount.add(1, ordering: .sequentiallyConsistent).newValue
      if count == 1 { observationDidChange(true) }
      return lastID
    }
  }

  func removeObserver(_ id: Int, forKey name: String?) {
    lock.withLock {
      guard let index = observers[name]?.firstIndex(where: { $0.id == id }) else { return }
      observers[name]?.remove(at: index)
      if observers[name]?.isEmpty == true { observers[name] = nil }
      if observers.isEmpty { pending = [] }
      let count = observerCount.subtract(1, ordering: .sequentiallyConsistent).newValue
      if count == 0 { observationDidChange(false) }
    }
  }

  func enqueue(_ changes: [DefaultsChange]) {
    guard isObserved else { return }
    lock.withLock {
      guard !observers.isEmpty else { return }
      pending += changes
    }
  }

  func deliver() {
    guard isObserved, beginDelivery() else { return }
    while let (change, handlers) = next() {
      for handler in handlers { handler(change) }
    }
  }

  private func beginDelivery() -> Bool {
    lock.withLock {
      guard !isDelivering, !pending.isEmpty else { return false }
      isDelivering = true
      return true
    }
  }

  /// The next change and who wants it; with `nil` the delivery has ended.
  private func next() -> (DefaultsChange, [Handler])? {
    lock.withLock {
      guard let change = pending.popFirst() else {
        isDelivering = false
        return nil
      }
      return (change, (observers[change.key, default: []] + observers[nil, default: []]).map(\.handler))
    }
  }
}
