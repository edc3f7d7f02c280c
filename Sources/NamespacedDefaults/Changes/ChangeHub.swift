import Synchronization

/// The observers of a store, and the queue of the changes that are delivered to them.
///
/// Changes are delivered after the commit, in commit order and outside any lock. Writers enqueue them under the store's
/// lock, which fixes the order, and deliver them after they have released it. One thread delivers at a time. Meanwhile,
/// other threads leave their changes to that thread, and so does an observer that writes.
final class ChangeHub: Sendable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  /// An event in the queue.
  private enum Event {
    /// A change for all observers up to the last ID; observers with a greater ID registered after it.
    case change(DefaultsChange, lastID: Int)
    /// The first call of one observer, before any change.
    case first(id: Int, name: String?, @Sendable () -> Void)
  }

  private struct Observer {
    let id: Int
    let handler: Handler
  }

  private let lock = Lock()
  /// The observers by stored name; those under `nil` observe every key.
  private nonisolated(unsafe) var observers: [String?: [Observer]] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var trackedKeys: [String: TrackedKey] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var pending: ArraySlice<Event> = []  // guarded by `lock`
  private nonisolated(unsafe) var isDelivering = false  // guarded by `lock`
  private nonisolated(unsafe) var lastID = 0  // guarded by `lock`
  // The number of observers and tracked keys. A writer that nobody observes only loads this number.
  private let observerCount = Atomic(0)
  // Called with `lock` held, so that the calls come in order: with `true` at the first observer or tracked key, and
  // with `false` after the last.
  private let observationDidChange: @Sendable (Bool) -> Void

  init(observationDidChange: @escaping @Sendable (Bool) -> Void = { _ in }) {
    self.observationDidChange = observationDidChange
  }

  var isObserved: Bool { observerCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Registers a handler that is called for each change of a key, or of every key, that is enqueued from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - first: A closure that is called before any change, in its turn in the queue.
  ///   - handler: A closure that is called for each change.
  /// - Returns: The ID by which ``removeObserver(_:forKey:)`` removes the handler.
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

  /// Registers a key with the observation tracking that is running on this thread.
  ///
  /// Call it before you read the value, so that no change is missed in between.
  func track(_ name: String) {
    lock.withLock {
      let key = trackedKeys[name] ?? TrackedKey()
      key.access()
      // The probe may have found another thread's tracking. Then nothing is registered with the key.
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
        // Trackings come last, because their code may read a copy that an observer renews.
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

  /// Returns the next event, or `nil` after the last one, which ends the delivery.
  private func next() -> Event? {
    lock.withLock {
      if pending.isEmpty { isDelivering = false }
      return pending.popFirst()
    }
  }

  private func deliver(_ change: DefaultsChange, until lastID: Int, to name: String?) {
    for observer in lock.withLock({ observers[name, default: []] }) where observer.id <= lastID {
      // Another observer may have cancelled this one meanwhile.
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
      // A tracking ends with one change. Code that follows the next change reads the value, and so tracks it, again.
      guard !key.isTracked() else { return }
      trackedKeys[name] = nil
      changeObserverCount(-1)
    }
  }

  /// The names of the keys that are observed or tracked; `nil` if an observer observes every key.
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
