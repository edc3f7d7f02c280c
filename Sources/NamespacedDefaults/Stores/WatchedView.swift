/// A view that announces what changes in its stores beneath.
///
/// While a name is observed, the view observes that name in each of them. Writes through its own store are announced by that
/// store. When the stores beneath announce them, observers have got them already.
package protocol WatchedView: StoreView, ChangeSource {
  var watch: ViewWatch { get }

  /// The stores beneath.
  var watchedStores: [any DefaultsStore] { get }

  /// Whether what is written now is committed later, at the end of a transaction of the store that takes it.
  var isWrittenLater: Bool { get }

  /// Returns what a name showed before a change of one of the stores.
  func value(before change: DefaultsChange, of index: Int) -> PropertyListValue?
}

/// What a view has announced, and who it observes for that.
package final class ViewWatch: Sendable {
  fileprivate struct State {
    weak var context: DefaultsStoreContext?
    /// Grows with each start and stop, so that a call that comes too late changes nothing.
    var generation = 0
    var observations: [String?: [DefaultsObservation]] = [:]
    /// The values that observers have got; a name is missing until it has changed.
    var announced: [String: PropertyListValue?] = [:]

    /// Records what observers get.
    mutating func record(_ value: PropertyListValue?, forKey name: String) {
      // Of a name that is not observed the next change would not come here.
      if observations[name] != nil || observations[nil] != nil { announced.updateValue(value, forKey: name) }
    }
  }

  fileprivate let state = Guarded(State())

  package init() {}

  /// Sets the context for whose observers the view works.
  package func connect(to context: DefaultsStoreContext) { state.withLock { $0.context = context } }

  fileprivate var context: DefaultsStoreContext? { state.withLock { $0.context } }

  /// Returns the change that is to be announced, or `nil` if observers have got it, and records that they get it.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - old: The value that showed before, which counts if none was announced.
  ///   - new: The value that shows now.
  ///   - generation: That of the observation that got the change; `nil` for a write through the store.
  /// - Returns: The change.
  fileprivate func announcement(
    of name: String,
    old: PropertyListValue?,
    new: PropertyListValue?,
    _ generation: Int? = nil
  ) -> DefaultsChange? {
    let old = state.withLock { state -> PropertyListValue? in
      // An observation that has ended must not leave a value that later ones take for announced.
      guard generation == nil || state.generation == generation else { return new }
      defer { state.record(new, forKey: name) }
      return state.announced[name] ?? old
    }
    return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
  }
}

extension WatchedView {
  package func announce(_ changes: [DefaultsChange], by commit: () throws -> Void) rethrows {
    guard let context = watch.context else { return }
    // What can be read: a store that cannot be read now must not make a write fail.
    let old = changes.map { value($0.key).value }
    try commit()
    // The store that takes them announces them when they are committed.
    guard !isWrittenLater else { return }
    context.announce(
      zip(changes, old).compactMap { watch.announcement(of: $0.key, old: $1, new: value($0.key).value) }
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

  package func willObserve(_ name: String?) {
    guard watch.state.withLock({ $0.observations[name] == nil }) else { return }
    let generation = watch.state.withLock { $0.generation }
    let observations = watchedStores.enumerated().map { index, store in
      store.context.observe(name, forSource: { [weak self] in self?.take($0, of: index, generation) })
    }
    watch.state.withLock { $0.observations[name] = observations }
  }

  /// Announces a change of a store beneath, if it shows.
  ///
  /// It compares what shows now with what observers have got. So changes that come faster than they are delivered are
  /// announced as one, and none is announced after a later one.
  private func take(_ change: DefaultsChange, of index: Int, _ generation: Int) {
    guard let context = watch.context else { return }
    let name = change.key
    context.withLock {
      let new = value(name).reported(key: name)
      let old = value(before: change, of: index)
      if let change = watch.announcement(of: name, old: old, new: new, generation) { context.announce([change]) }
    }
  }
}
