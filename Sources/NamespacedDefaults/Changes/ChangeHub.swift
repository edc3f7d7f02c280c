import Synchronization

/// The way from a store's changes to its observers, and the change source that runs while there are any.
///
/// Writers enqueue changes under the store's lock, which fixes their order. They deliver them after they have released
/// it, so observers are called after the commit, in commit order and under no lock. ``Names`` has the observers of each name,
/// and ``ChangeQueue`` says which thread delivers what.
final class ChangeHub: Sendable {
  struct State {
    fileprivate var observersOfEveryKey = Observers()
    fileprivate var queue = ChangeQueue()
  }

  private let state = Guarded(State())
  private let names: Names
  // The number of observers and tracked keys. A writer that nobody observes only loads this number.
  //
  // Relaxed, because writers look with the store's memory locked, and who registers has it locked then, or reads with it
  // locked afterwards. So a writer finds the number, or was so early that its change is read.
  private let observerCount = Atomic(0)
  // Not in the state, which begins again in a forked child, while the names keep their observers.
  private let lastID = Atomic(0)
  private let source: (any ChangeSource)?
  /// The process that has started it; it is used under the lock.
  private let sourceProcess = Atomic(0)
  private let foreignChange = Callback()

  init(of names: Names, source: (any ChangeSource)? = nil) {
    self.names = names
    self.source = source
  }

  var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

  /// The names of the keys that are observed or tracked; `nil` if an observer observes every key.
  var observedKeys: Set<String>? {
    state.withLock { $0.observersOfEveryKey.searchingCount > 0 ? nil : names.followed }
  }

  /// Sets the closure that is called at each event of the change source.
  func onForeignChange(_ body: @escaping @Sendable () -> Void) { foreignChange.set(body) }

  func stopSource() { source?.stop() }

  private func startSource() {
    sourceProcess.store(ForkCounter.count, ordering: .relaxed)
    source?.start { [weak self] in self?.foreignChange() }
  }

  /// Starts the source in a forked child, whose parent had started it.
  func restartSourceAfterFork() {
    guard ForkCounter.count != 0, isObserved else { return }
    state.withLock { _ in if sourceProcess.load(ordering: .relaxed) != ForkCounter.count { startSource() } }
  }

  /// Records that there is one observer more or less, or one tracked key; the caller has the lock.
  ///
  /// The calls of the source thus come in order: it is started for the first observer, and stopped after the last.
  ///
  /// - Returns: The events that nobody needs any more, which the caller releases outside the lock.
  private func changeObserverCount(_ difference: Int, _ state: inout State) -> [ChangeQueue.Event?] {
    let (old, new) = observerCount.add(difference, ordering: .relaxed)
    if old == 0 { startSource() }
    if new == 0 { source?.stop() }
    return new == 0 ? state.queue.removeAll() : []
  }
}

// The observers.
extension ChangeHub {
  /// Registers a handler that is called for each change of a key, or of every key, that is enqueued from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - handlerID: The identity of the handler.
  ///   - isPassive: Whether the handler gets the changes that are announced anyway, and the store searches for no
  ///     others. To find the changes of every key may cost as much as all stored values.
  ///   - first: A closure that is called before any change, in its turn in the queue.
  ///   - handler: A closure that is called for each change.
  /// - Returns: The ID by which ``removeObserver(_:forKey:)`` removes the handler.
  func addObserver(
    forKey name: String?,
    as handlerID: HandlerID = HandlerID(),
    isPassive: Bool = false,
    first: (@Sendable () -> Void)? = nil,
    _ handler: @escaping Observer.Handler
  ) -> Int {
    state.withLock { state in
      let observer = Observer(lastID.add(1, ordering: .relaxed).newValue, handlerID, isPassive: isPassive, handler)
      var isNew = !isPassive && state.observersOfEveryKey.searchingCount == 0
      if let name {
        let wasFollowed = names.addFollowers(of: name) { entry in
          defer { entry.details.followers.observers.add(observer) }
          return !entry.details.followers.isEmpty
        }
        isNew = isNew && !wasFollowed
      } else {
        state.observersOfEveryKey.add(observer)
      }
      _ = changeObserverCount(1, &state)
      if isNew { source?.willObserve(name) }
      if let first { state.queue.append(.first(observer, first)) }
      return observer.id
    }
  }

  func removeObserver(_ id: Int, forKey name: String?) {
    let removed = state.withLock { state in
      let observer =
        if let name { names.removeFollowers(of: name) { $0.details.followers.observers.remove(id) } } else {
          state.observersOfEveryKey.remove(id)
        }
      return (observer, observer == nil ? [] : changeObserverCount(-1, &state))
    }
    // Released outside the lock, because what the handler captures may be the program's.
    withExtendedLifetime(removed) {}
  }

  /// Returns the key of a name with which trackings were registered.
  func trackedKey(_ name: String) -> TrackedKey? { names.trackedKey(name) }

  /// Returns a new key for a name, registered with the tracking that is running on this thread.
  func makeTrackedKey(_ name: String) -> TrackedKey {
    TrackedKey { [weak self] in self?.endTracking(of: name) }
  }

  /// Adds a key with which a tracking was registered, so that changes of its name fire.
  ///
  /// Call it before the value is read, so that no change is missed in between.
  ///
  /// - Returns: The key of the name: the added one, or that of another thread, which was first.
  func add(_ key: TrackedKey, _ tracking: TrackedKey.Tracking, as name: String) -> TrackedKey {
    // Whatever keeps a tracking is released outside the lock: that may end it, under a lock of Observation, and the end
    // takes the lock here. So the caller keeps `tracking`.
    let (other, former) = state.withLock { state in
      let (other, former, wasFollowed) = names.addFollowers(of: name) { entry in
        let (former, wasFollowed) = (entry.details.followers.trackedKey, !entry.details.followers.isEmpty)
        let other = former?.tracking
        if other == nil { entry.details.followers.trackedKey = key }
        return (other, former, wasFollowed)
      }
      if former == nil { _ = changeObserverCount(1, &state) }
      if !wasFollowed, state.observersOfEveryKey.searchingCount == 0 { source?.willObserve(name) }
      return (other, former)
    }
    other?.access()
    withExtendedLifetime((former, tracking)) {}
    return other?.key ?? key
  }

  /// Removes a key whose last tracking has ended, by a change of this key or of another one that it tracked too.
  private func endTracking(of name: String) {
    let released = state.withLock { state in
      let ended = names.removeFollowers(of: name) { entry -> (TrackedKey.Tracking?, TrackedKey?) in
        // A new tracking may have begun meanwhile, with this key or another one.
        let tracking = entry.details.followers.trackedKey?.tracking
        return (tracking, tracking == nil ? entry.details.followers.trackedKey.take() : nil)
      }
      return (ended, ended?.1 == nil ? [] : changeObserverCount(-1, &state))
    }
    withExtendedLifetime(released) {}
  }
}

// The queue and the delivery.
extension ChangeHub {
  /// Enqueues changes.
  ///
  /// - Returns: The position of the last of them; `nil` if none is observed.
  func enqueue(_ changes: [DefaultsChange]) -> Int? {
    guard isObserved else { return nil }
    return state.withLock { state in
      var position: Int?
      let ofEveryKey = state.observersOfEveryKey.inOrder()
      let isAnyFollowed = names.isAnyFollowed
      for change in changes {
        let (ofKey, trackedKey) = isAnyFollowed ? names.followers(of: change.key) ?? ([], nil) : ([], nil)
        // Two arrays are only joined if both have something, because that costs a third one.
        let observers = ofEveryKey.isEmpty ? ofKey : ofKey.isEmpty ? ofEveryKey : ofKey + ofEveryKey
        guard !observers.isEmpty || trackedKey != nil else { continue }
        state.queue.append(
          .change(change, to: observers, trackedKey, silenced: HandlerID.silenced(for: change.key))
        )
        position = state.queue.lastPosition
      }
      return position
    }
  }

  /// The position of the last event.
  var position: Int { state.withLock { $0.queue.lastPosition } }

  /// Delivers the events up to a position, unless another thread delivers.
  func deliver(upTo position: Int) {
    guard isObserved else { return }
    let thread = ThreadState.current
    deliver(
      from: state.withLock { state in
        guard state.queue.begin(upTo: position, on: ThreadState.id(of: thread)) else { return .stop }
        return thread.pointee.leavesDelivery ? .handOn : state.queue.next()
      }
    )
  }

  private func deliver(from first: ChangeQueue.Step) {
    var step = first
    while true {
      switch step {
      case .deliver(let event): call(event)
      case .handOn: if handOn() { return }
      case .stop: return
      }
      step = state.withLock { $0.queue.next() }
    }
  }

  /// Hands the delivery on to a thread that is started for it.
  ///
  /// - Returns: Whether the thread was started. If not, this one has to go on, until nothing is left.
  private func handOn() -> Bool {
    state.withLock { $0.queue.leaveRest() }
    let isStarted = startThread {
      self.takeRest()
      self.deliver(from: self.state.withLock { $0.queue.next() })
    }
    if !isStarted { takeRest() }
    return isStarted
  }

  private func takeRest() { state.withLock { $0.queue.takeRest(on: ThreadState.id) } }

  private func call(_ event: ChangeQueue.Event) {
    switch event {
    case .first(let observer, let call):
      if observer.isRegistered { observer.handlerID.run(call) }
    case .change(let change, let observers, let trackedKey, let silenced):
      // Another observer may have cancelled one of them meanwhile.
      for observer in observers where observer.handlerID != silenced && observer.isRegistered {
        observer.handlerID.run { observer.handler(change) }
      }
      // Trackings come last, because their code may read a copy that an observer renews. A tracking ends with one change.
      // Code that follows the next change reads the value, and so tracks it, again.
      trackedKey?.tracking?.fire()
    }
  }
}
