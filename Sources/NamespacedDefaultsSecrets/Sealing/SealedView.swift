import NamespacedDefaults

/// What a sealed store shows, and the source of the changes of it that are made beneath.
///
/// A problem of a value that does not open is one of the store beneath, in whose file it stands.
final class SealedView: StoreView {
  private struct Watch {
    weak var context: DefaultsStoreContext?
    /// Grows with each start and stop, so that a call that comes too late changes nothing.
    var generation = 0
    var observations: [String?: DefaultsObservation] = [:]
    /// The values that observers have got; a name is missing until it has changed.
    var announced: [String: PropertyListValue?] = [:]
  }

  private let values: SealedValues
  private var base: any DefaultsStore { values.base }
  private let watch = Guarded(Watch())

  init(_ values: SealedValues) { self.values = values }

  func value(_ name: String, over own: () throws -> PropertyListValue?) -> PartialReading<PropertyListValue?> {
    PartialReading(of: base, or: nil, own)
  }

  func value(_ name: String) -> PartialReading<PropertyListValue?> {
    PartialReading(of: base, or: nil) { try values.value(forKey: name) }
  }

  func names(over own: () throws -> [String]) -> PartialReading<[String]> { PartialReading(of: base, or: [], own) }

  func checkWrite(of name: String) throws {
    if name == ReservedName.seal { throw DefaultsError.reservedSealName }
  }

  func announce(_ changes: [DefaultsChange], by commit: () throws -> Void) rethrows {
    guard let context = watch.withLock({ $0.context }) else { return }
    let old = changes.map { value($0.key).value }
    try commit()
    // A transaction of the store beneath announces them when it is committed.
    guard !base.isWrittenLater else { return }
    context.announce(
      zip(changes, old).compactMap { announcement(of: $0.key, old: $1, new: value($0.key).value) }
    )
  }
}

// Writes through the store are announced by the store itself. When the store beneath announces them, observers have got
// them already.
extension SealedView: ChangeSource {
  /// Sets the context for whose observers the view works.
  func connect(to context: DefaultsStoreContext) { watch.withLock { $0.context = context } }

  func start(onEvent: @escaping @Sendable () -> Void) { watch.withLock { $0.generation += 1 } }

  func stop() {
    let ended = watch.withLock { state in
      state.generation += 1
      state.announced = [:]
      defer { state.observations = [:] }
      return state.observations
    }
    // Outside the lock, because it takes a lock of the store beneath.
    withExtendedLifetime(ended) {}
  }

  func willObserve(_ name: String?) {
    guard watch.withLock({ $0.observations[name] == nil }) else { return }
    let generation = watch.withLock { $0.generation }
    let observation = base.context.observe(name, forSource: { [weak self] in self?.take($0, generation) })
    watch.withLock { $0.observations[name] = observation }
  }

  /// Announces a change of the store beneath, if it shows.
  ///
  /// It compares what shows now with what observers have got. So what was sealed anew is not announced, changes that come
  /// faster than they are delivered are announced as one, and none is announced after a later one.
  private func take(_ change: DefaultsChange, _ generation: Int) {
    let name = change.key
    guard name != ReservedName.seal, let context = watch.withLock({ $0.context }) else { return }
    context.withLock {
      let new = value(name).reported(key: name)
      let before = try? change.oldValue.flatMap { try values.value(of: $0, forKey: name) }
      if let change = announcement(of: name, old: before, new: new, generation) { context.announce([change]) }
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
      // Of a name that is not observed the next change would not come here.
      defer {
        if state.observations[name] != nil || state.observations[nil] != nil {
          state.announced.updateValue(new, forKey: name)
        }
      }
      return state.announced[name] ?? old
    }
    return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
  }
}
