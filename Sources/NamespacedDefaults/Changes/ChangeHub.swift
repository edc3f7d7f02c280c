import Synchronization

/// Brings committed changes to those who observe them: after the commit, outside any lock, in commit order.
///
/// Writers enqueue under the store's lock, which fixes the order, and deliver after it. One thread delivers at a time;
/// whoever comes meanwhile, an observer's own write among them, leaves its changes to that thread.
final class ChangeHub: Sendable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  /// What is to be told.
  private enum Event {
    /// A change; those who registered later, with a greater ID, are not told.
    case change(DefaultsChange, lastID: Int)
    /// What one observer is to be told before any change.
    case first(id: Int, name: String?, @Sendable () -> Void)
  }

  private struct Observer {
    let id: Int
    let handler: Handler
  }

  private let lock = Lock()
  /// Those under `nil` want every key.
  private nonisolated(unsafe) var observers: [String?: [Observer]] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var trackedKeys: [String: TrackedKey] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var pending: ArraySlice<Event> = []  // guarded by `lock`
  private nonisolated(unsafe) var isDelivering = false  // guarded by `lock`
  private nonisolated(unsafe) var lastID = 0  // guarded by `lock`
  // How many want to know: a writer whom nobody observes pays for reading this, and no more.
  private let observerCount = Atomic(0)
  // Called with `lock` held, so that calls come in order: with `true` for the first who wants to know, `false` after
  // the last.
  private let observationDidChange: @Sendable (Bool) -> Void

  init(observationDidChange: @escaping @Sendable (Bool) -> Void = { _ in }) {
    self.observationDidChange = observationDidChange
  }

  var isObserved: Bool { observerCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Calls `handler` for each change of a key, or of every key, that is enqueued from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - first: What to call before any change, in turn with the changes of others.
  ///   - handler: What to call for each change.
  /// - Returns: What to remove it by.
  func addObserver(
    forKey name: String?,
    first: (@Sendable () -> Void)? = nil,
    _ handler: @escaping Handler
  ) -> Int {
    lock.withLock {
      lastID += 1
      observers[name, default: []].append(Observer(id: lastID, handler: handler))
      changeObserverCount(1)
      if let first { pending.append(.first(id: lastID, name: name, first)) }
      return lastID
    }
  }

  func removeObserver(_ id: Int, forKey name: String?) {
    lock.withLock {
      guard let index = observers[name]?.firstIndex(where: { $0.id == id }) else { return }
      observers[name]?.remove(at: index)
      if observers[name]?.isEmpty == true { observers[name] = nil }
      changeObserverCount(-1)
    }
  }

  /// Registers a key with the observation tracking that is running on this thread; call it before reading the value.
  func track(_ name: String) {
    lock.withLock {
      let key = trackedKeys[name] ?? TrackedKey()
      key.access()
      // The probe may have seen another thread's tracking.
      guard trackedKeys[name] == nil, key.isTracked() else { return }
      trackedKeys[name] = key
      changeObserverCount(1)
    }
  }

  func enqueue(_ changes: [DefaultsChange]) {
    guard isObserved else { return }
    lock.withLock {
      for change in changes where isObserved(change.key) {
        pending.append(.change(change, lastID: lastID))
      }
    }
  }

  func deliver() {
    guard isObserved, beginDelivery() else { return }
    while let event = next() {
      switch event {
      case .first(let id, let name, let call):
        if isRegistered(id, forKey: name) { call() }
      case .change(let change, let lastID):
        deliver(change, until: lastID, to: change.key)
        deliver(change, until: lastID, to: nil)
        // Last, for who reads when told may read a copy that an observer renews.
        fireTrackings(of: change.key)
      }
    }
  }

  private func beginDelivery() -> Bool {
    lock.withLock {
      guard !isDelivering, !pending.isEmpty else { return false }
      isDelivering = true
      return true
    }
  }

  /// The next event; with `nil` the delivery has ended.
  private func next() -> Event? {
    lock.withLock {
      if pending.isEmpty { isDelivering = false }
      return pending.popFirst()
    }
  }

  private func deliver(_ change: DefaultsChange, until lastID: Int, to name: String?) {
    for observer in lock.withLock({ observers[name, default: []] }) where observer.id <= lastID {
      // An observer may have cancelled this one meanwhile.
      if isRegistered(observer.id, forKey: name) { observer.handler(change) }
    }
  }

  private func isRegistered(_ id: Int, forKey name: String?) -> Bool {
    lock.withLock { observers[name, default: []].contains { $0.id == id } }
  }

  private func fireTrackings(of name: String) {
    guard let key = lock.withLock({ trackedKeys[name] }) else { return }
    key.fire()
    lock.withLock {
      // Observation tells of one change only: whoever wants to know of the next one reads, and so tracks, again.
      guard !key.isTracked() else { return }
      trackedKeys[name] = nil
      changeObserverCount(-1)
    }
  }

  /// The keys that someone wants to know of; `nil` for all.
  var observedKeys: Set<String>? {
    lock.withLock { observers[nil] != nil ? nil : Set(observers.keys.compactMap(\.self)).union(trackedKeys.keys) }
  }

  private func isObserved(_ name: String) -> Bool {
    observers[nil] != nil || observers[name] != nil || trackedKeys[name] != nil
  }

  private func changeObserverCount(_ difference: Int) {
    let (old, new) = observerCount.add(difference, ordering: .sequentiallyConsistent)
    if (old > 0) != (new > 0) { observationDidChange(new > 0) }
    if new == 0 { pending = [] }
  }
}
