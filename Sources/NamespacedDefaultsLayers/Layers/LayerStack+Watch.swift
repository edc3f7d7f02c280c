import NamespacedDefaults

/// The source of the changes of what a layered store shows that are made in its layers.
///
/// While a name of the store is observed, the stack observes that name in each layer. Writes through the store are
/// announced by the store itself. When the layers announce them, observers have got them already.
extension LayerStack: ChangeSource {
  struct Watch {
    fileprivate weak var context: DefaultsStoreContext?
    /// Grows with each start and stop, so that a call that comes too late changes nothing.
    fileprivate var generation = 0
    fileprivate var observations: [String?: [DefaultsObservation]] = [:]
    /// The values that observers have got; a name is missing until it has changed.
    fileprivate var announced: [String: PropertyListValue?] = [:]

    /// Records what observers get.
    fileprivate mutating func record(_ value: PropertyListValue?, forKey name: String) {
      // Of a name that is not observed the next change would not come here.
      if observations[name] != nil || observations[nil] != nil { announced.updateValue(value, forKey: name) }
    }
  }

  /// Sets the context for whose observers the stack works.
  func connect(to context: DefaultsStoreContext) { watch.withLock { $0.context = context } }

  func announce(_ changes: [DefaultsChange], by commit: () throws -> Void) rethrows {
    guard let context = watch.withLock({ $0.context }) else { return }
    // What can be read: a layer that cannot be read now must not make a write fail.
    let old = changes.map { value($0.key).value }
    try commit()
    // The layer announces them when they are committed.
    guard !isWrittenLater else { return }
    context.announce(
      zip(changes, old).compactMap { announcement(of: $0.key, old: $1, new: value($0.key).value) }
    )
  }

  func start(onEvent: @escaping @Sendable () -> Void) { watch.withLock { $0.generation += 1 } }

  func stop() {
    let ended = watch.withLock { state in
      state.generation += 1
      state.announced = [:]
      defer { state.observations = [:] }
      return state.observations
    }
    // Outside the lock, because it takes locks of the layers.
    withExtendedLifetime(ended) {}
  }

  func willObserve(_ name: String?) {
    guard watch.withLock({ $0.observations[name] == nil }) else { return }
    let generation = watch.withLock { $0.generation }
    let observations = layers.enumerated().map { index, layer in
      layer.store.context.observe(name) { [weak self] change in
        self?.take(change, of: index, generation)
      }
    }
    watch.withLock { $0.observations[name] = observations }
  }

  /// Announces a change of a layer, if it shows.
  ///
  /// It compares what shows now with what observers have got. So changes that come faster than they are delivered are
  /// announced as one, and none is announced after a later one.
  private func take(_ change: DefaultsChange, of index: Int, _ generation: Int) {
    guard let context = watch.withLock({ $0.context }) else { return }
    let name = change.key
    context.withLock {
      let new = value(name).reported(key: name)
      let before = find(name) { $0 == index ? PartialReading(change.oldValue) : value(name, of: $0) }
      if let change = announcement(of: name, old: before.value?.value, new: new, generation) {
        context.announce([change])
      }
    }
  }

  /// Returns the change that is to be announced, or `nil` if observers have got it, and records that they get it.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - old: The value that showed before, which counts if none was announced.
  ///   - new: The value that shows now.
  ///   - generation: That of the observation that got the change; `nil` for a write through the store.
  /// - Returns: The change.
  private func announcement(
    of name: String,
    old: PropertyListValue?,
    new: PropertyListValue?,
    _ generation: Int? = nil
  ) -> DefaultsChange? {
    let old = watch.withLock { state -> PropertyListValue? in
      // An observation that has ended must not leave a value that later ones take for announced.
      guard generation == nil || state.generation == generation else { return new }
      defer { state.record(new, forKey: name) }
      return state.announced[name] ?? old
    }
    return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
  }
}
