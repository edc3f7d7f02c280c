/// A view that announces what changes in its stores beneath.
///
/// While a name is observed, the view observes that name in each of them. Writes through its own store are announced by that
/// store. When the stores beneath announce them, observers have got them already.
package protocol WatchedView: StoreView, ChangeSource {
  var watch: ViewWatch { get }

  /// The stores beneath.
  var watchedStores: [any DefaultsStore] { get }
}

/// What a view has announced, and who it observes for that.
package final class ViewWatch: Sendable {
  fileprivate struct State {
    weak var context: DefaultsStoreContext?
    /// Grows with each start and stop, so that a call that comes too late changes nothing.
    var generation = 0
    var observations: [String?: [DefaultsObservation]] = [:]
    /// The values that observers have got, or that showed when the view began to follow their names.
    var announced: [String: PropertyListValue] = [:]

    func follows(_ name: String?) -> Bool { observations[name] != nil || observations[nil] != nil }
  }

  fileprivate let state = Guarded(State())

  package init() {}

  /// Sets the context for whose observers the view works.
  package func connect(to context: DefaultsStoreContext) { state.withLock { $0.context = context } }

  fileprivate var context: DefaultsStoreContext? { state.withLock { $0.context } }

  fileprivate func follows(_ name: String?) -> Bool { state.withLock { $0.follows(name) } }

  /// Returns the change that is to be announced, or `nil` if observers have got it, and records that they get it.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - old: The value that showed before, which counts for a name that the view does not follow.
  ///   - reading: What shows now. Where nothing can be read, nothing is announced: nobody knows whether a value is gone.
  ///   - generation: That of the observation that got the change; `nil` outside of one.
  /// - Returns: The change.
  fileprivate func announcement(
    of name: String,
    old: PropertyListValue? = nil,
    new reading: PartialReading<PropertyListValue?>,
    _ generation: Int? = nil
  ) -> DefaultsChange? {
    let new = reading.value
    guard new != nil || reading.failures.isEmpty else { return nil }
    let old = state.withLock { state -> PropertyListValue? in
      // An observation that has ended must not leave a value that later ones take for announced.
      guard generation == nil || state.generation == generation else { return new }
      guard state.follows(name) else { return old }
      defer { state.announced[name] = new }
      return state.announced[name]
    }
    return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
  }
}

extension WatchedView {
  /// Returns what a name shows to others, whatever a transaction of the current thread has written.
  private func shown(_ name: String) -> PartialReading<PropertyListValue?> {
    ThreadState.readingCommitted { value(KeyName(name)) }
  }

  package func announce(
    _ changes: [DefaultsChange],
    in context: DefaultsStoreContext,
    by apply: () throws -> Void
  ) rethrows {
    // What can be read: a store that cannot be read now must not make a write fail.
    let old = changes.map { watch.follows($0.key) ? nil : shown($0.key).value }
    try apply()
    context.enqueue(
      zip(changes, old).compactMap { watch.announcement(of: $0.key, old: $1, new: shown($0.key)) }
    )
  }

  package func start(onEvent: @escaping @Sendable () -> Void) { watch.state.withLock { $0.generation += 1 } }

  package func stop() {
    let ended = watch.state.withLock { state in
      state.generation += 1
      state.announced = [:]
      defer { state.observations = [:] }
      return state.observations
    }
    // Outside the lock, because it takes locks of the stores beneath.
    withExtendedLifetime(ended) {}
  }

  package func follow(_ name: String?, in context: DefaultsStoreContext) {
    if watch.follows(name) {
      if let name, let change = watch.announcement(of: name, new: shown(name)) { context.announce([change]) }
      return
    }
    let generation = watch.state.withLock { $0.generation }
    let observations = watchedStores.map { store in
      store.context.observe(name) { [weak self] in self?.take($0, generation) }
    }
    // Those before which nothing is announced: their first change begins with what shows now.
    let names = name.map { [$0] } ?? Set(watchedStores.flatMap { $0.readingOfKeys().value })
    let values = names.map { ($0, shown($0).value) }
    watch.state.withLock { state in
      for (name, value) in values where !state.follows(name) { state.announced[name] = value }
      state.observations[name] = observations
    }
  }

  /// Announces a change of a store beneath, if it shows.
  ///
  /// It compares what shows now with what observers have got. So changes that come faster than they are delivered are
  /// announced as one, and none is announced after a later one.
  private func take(_ change: DefaultsChange, _ generation: Int) {
    guard let context = watch.context else { return }
    context.withLock {
      let new = shown(change.key)
      _ = new.reported(key: change.key)
      if let change = watch.announcement(of: change.key, new: new, generation) { context.announce([change]) }
    }
  }
}
