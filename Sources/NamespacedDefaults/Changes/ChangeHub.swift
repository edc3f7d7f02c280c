import Synchronization

/// The observers of a store, and the queue of the changes that are delivered to them.
///
/// Changes are delivered after the commit, in commit order and outside any lock. Writers enqueue them under the store's
/// lock, which fixes the order, and deliver them after they have released it. One thread delivers at a time. Meanwhile,
/// other threads leave their changes to that thread, and so does an observer that writes.
///
/// A writer delivers up to its own last change. If others have left changes behind that one, it hands them on to a thread
/// that is started for them. Otherwise writers that never pause could keep one of them for ever.
final class ChangeHub: Sendable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  /// An event in the queue.
  private enum Event {
    /// A change for all observers up to the last ID; observers with a greater ID registered after it.
    ///
    /// The silenced handler has made the change and wants no call.
    case change(DefaultsChange, lastID: Int, silenced: HandlerID?)
    /// The first call of one observer, before any change.
    case first(id: Int, name: String?, @Sendable () -> Void)
  }

  /// The thread that delivers.
  private struct Deliverer {
    /// The address of its state; `nil` while the thread to which delivery was handed on starts.
    var thread: UnsafeMutableRawPointer?  // only compared
    /// The position up to which it delivers; `nil` for the thread that was started to deliver whatever is left.
    var end: Int?
  }

  private struct Observer {
    let id: Int
    let handlerID: HandlerID
    let isPassive: Bool
    let handler: Handler
  }

  private let lock = Lock()
  /// The observers by stored name; those under `nil` observe every key.
  private nonisolated(unsafe) var observers: [String?: [Observer]] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var trackedKeys: [String: TrackedKey] = [:]  // guarded by `lock`
  private nonisolated(unsafe) var pending: ArraySlice<Event> = []  // guarded by `lock`
  /// The number of events that were ever enqueued: the position of the last one.
  private nonisolated(unsafe) var lastPosition = 0  // guarded by `lock`
  /// The last position whose thread has released the store and left the delivery to another thread.
  private nonisolated(unsafe) var leftPosition = 0  // guarded by `lock`
  private nonisolated(unsafe) var deliverer: Deliverer?  // guarded by `lock`
  private nonisolated(unsafe) var lastID = 0  // guarded by `lock`
  // The number of observers and tracked keys. A writer that nobody observes only loads this number.
  private let observerCount = Atomic(0)
  // Called with `lock` held, so that the calls come in order: with `true` at the first observer or tracked key, and
  // with `false` after the last.
  private let observationDidChange: @Sendable (Bool) -> Void

  // Called with `lock` held, with each name that had no observer before, and with `nil` if every key gets one.
  private let willObserve: @Sendable (String?) -> Void

  init(
    observationDidChange: @escaping @Sendable (Bool) -> Void = { _ in },
    willObserve: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    self.observationDidChange = observationDidChange
    self.willObserve = willObserve
  }

  var isObserved: Bool { observerCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Registers a handler that is called for each change of a key, or of every key, that is enqueued from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - handlerID: The identity of the handler.
  ///   - isPassive: Whether the handler gets the changes that are announced anyway, and the store looks for no others
  ///     because of it. A look at every key may cost as much as all stored values.
  ///   - first: A closure that is called before any change, in its turn in the queue.
  ///   - handler: A closure that is called for each change.
  /// - Returns: The ID by which ``removeObserver(_:forKey:)`` removes the handler.
  func addObserver(
    forKey name: String?,
    as handlerID: HandlerID = HandlerID(),
    isPassive: Bool = false,
    first: (@Sendable () -> Void)? = nil,
    _ handler: @escaping Handler
  ) -> Int {
    lock.withLock {
      lastID += 1
      let isNew = !isPassive && !isLookedFor(name)
      let observer = Observer(id: lastID, handlerID: handlerID, isPassive: isPassive, handler: handler)
      observers[name, default: []].append(observer)
      changeObserverCount(1)
      if isNew { willObserve(name) }
      if let first { append(.first(id: lastID, name: name, first)) }
      return lastID
    }
  }

  func removeObserver(_ id: Int, forKey name: String?) {
    let removed: Observer? = lock.withLock {
      guard let index = observers[name]?.firstIndex(where: { $0.id == id }) else { return nil }
      defer { changeObserverCount(-1) }
      defer { if observers[name]?.isEmpty == true { observers.removeShrinking(name) } }
      return observers[name]?.remove(at: index)
    }
    // Released outside the lock, because what the handler captures may be the program's.
    withExtendedLifetime(removed) {}
  }

  /// Registers a key with the observation tracking that is running on this thread.
  ///
  /// Call it before you read the value, so that no change is missed in between.
  func track(_ name: String) {
    let used = lock.withLock {
      let key = trackedKeys[name] ?? TrackedKey()
      key.access { [weak self, weak key] in if let self, let key { endTracking(of: key, name) } }
      // The probe may have found another thread's tracking. Then nothing is registered with the key.
      guard trackedKeys[name] == nil, key.isTracked else { return key }
      let isNew = !isLookedFor(name)
      trackedKeys[name] = key
      changeObserverCount(1)
      if isNew { willObserve(name) }
      return key
    }
    // Not released under the lock. Its release takes Observation's lock, under which `endTracking` takes this one.
    withExtendedLifetime(used) {}
  }

  /// Removes a key whose last tracking has ended, by a change of this key or of another one that it tracked too.
  ///
  /// The caller retains the key, for the reason above.
  private func endTracking(of key: TrackedKey, _ name: String) {
    lock.withLock {
      // A new tracking may have begun meanwhile.
      guard trackedKeys[name] === key, !key.isTracked else { return }
      trackedKeys.removeShrinking(name)
      changeObserverCount(-1)
    }
  }

  /// Enqueues changes.
  ///
  /// - Returns: Whether any of them is observed.
  func enqueue(_ changes: [DefaultsChange]) -> Bool {
    guard isObserved else { return false }
    return lock.withLock {
      let position = lastPosition
      for change in changes where isObserved(change.key) {
        append(.change(change, lastID: lastID, silenced: HandlerID.silenced))
      }
      return lastPosition > position
    }
  }

  /// The position of the last event.
  ///
  /// A thread that has enqueued an event and still has the store locked finds the position of its own last one.
  var position: Int { lock.withLock { lastPosition } }

  /// Delivers the events up to a position, unless another thread delivers.
  func deliver(upTo position: Int) {
    guard isObserved, beginDelivery(upTo: position) else { return }
    if ThreadState.current.pointee.leavesDelivery, handOn() { return }
    while let event = next() { call(event) }
  }

  /// Delivers what writers have left; runs on the thread to which one of them has handed on.
  private func deliverRest() {
    let thread = UnsafeMutableRawPointer(ThreadState.current)
    lock.withLock { deliverer = Deliverer(thread: thread, end: nil) }
    while let event = next() { call(event) }
  }

  private func call(_ event: Event) {
    switch event {
    case .first(let id, let name, let call):
      registered(id, forKey: name)?.handlerID.run(call)
    case .change(let change, let lastID, let silenced):
      deliver(change, until: lastID, to: change.key, except: silenced)
      deliver(change, until: lastID, to: nil, except: silenced)
      // Trackings come last, because their code may read a copy that an observer renews.
      fireTrackings(of: change.key)
    }
  }

  private func beginDelivery(upTo position: Int) -> Bool {
    let thread = UnsafeMutableRawPointer(ThreadState.current)
    return lock.withLock {
      if let deliverer {
        // The changes of an observer that writes are those of the thread that calls it.
        if deliverer.thread == thread, let end = deliverer.end { self.deliverer?.end = max(end, position) }
        leftPosition = max(leftPosition, position)
        return false
      }
      guard position > deliveredPosition else { return false }
      deliverer = Deliverer(thread: thread, end: position)
      return true
    }
  }

  /// Returns the next event of the thread that delivers, or `nil` after its last one, which ends its delivery.
  private func next() -> Event? {
    lock.withLock {
      if deliveredPosition < deliverer?.end ?? leftPosition { return removeFirst() }
      guard deliveredPosition < leftPosition else {
        deliverer = nil
        return nil
      }
      return handOn() ? nil : removeFirst()
    }
  }

  /// Hands the delivery on to a thread that is started for it.
  ///
  /// - Returns: Whether the thread was started. If not, this one has to go on, until nothing is left.
  private func handOn() -> Bool {
    lock.withLock {
      leftPosition = max(leftPosition, deliverer?.end ?? 0)
      deliverer = Deliverer(thread: nil, end: nil)
      if startThread({ self.deliverRest() }) { return true }
      deliverer = Deliverer(thread: UnsafeMutableRawPointer(ThreadState.current), end: nil)
      return false
    }
  }

  private func removeFirst() -> Event? {
    let event = pending.popFirst()
    // A slice keeps what was removed from it, and an old value may be a secret.
    if pending.isEmpty { pending = [] }
    return event
  }

  /// The position of the last event that was taken for delivery.
  private var deliveredPosition: Int { lastPosition - pending.count }

  private func append(_ event: Event) {
    pending.append(event)
    lastPosition += 1
  }

  private func deliver(_ change: DefaultsChange, until lastID: Int, to name: String?, except silenced: HandlerID?) {
    for observer in lock.withLock({ observers[name, default: []] })
    where observer.id <= lastID && observer.handlerID != silenced {
      // Another observer may have cancelled this one meanwhile.
      registered(observer.id, forKey: name)?.handlerID.run { observer.handler(change) }
    }
  }

  private func registered(_ id: Int, forKey name: String?) -> Observer? {
    lock.withLock { observers[name, default: []].first { $0.id == id } }
  }

  private func fireTrackings(of name: String) {
    // A tracking ends with one change. Code that follows the next change reads the value, and so tracks it, again.
    lock.withLock({ trackedKeys[name]?.fire() })?()
  }

  /// The names of the keys that are observed or tracked; `nil` if an observer observes every key.
  var observedKeys: Set<String>? {
    lock.withLock { isLookedFor(nil) ? nil : Set(observers.keys.compactMap(\.self)).union(trackedKeys.keys) }
  }

  /// Returns whether the change source looks for the changes of a key, or of every key.
  private func isLookedFor(_ name: String?) -> Bool {
    if let all = observers[nil], all.contains(where: { !$0.isPassive }) { return true }
    guard let name else { return false }
    return observers[name] != nil || trackedKeys[name] != nil
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
