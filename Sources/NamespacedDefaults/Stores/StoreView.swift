/// The values that a store shows in place of its own, because it is made of several stores.
///
/// The store's requirements are about its own values: those of the store that takes its writes. Reads of its users and
/// announcements go through the view.
package protocol StoreView: AnyObject, Sendable {
  /// Returns what a key's name, or its previous one, shows.
  ///
  /// What is shown over a value that is shown already is that value.
  ///
  /// - Parameters:
  ///   - names: The stored names.
  ///   - own: Returns the store's own value of a name, as stored or as a transaction has it.
  /// - Returns: The value, or `nil` if there is none.
  func value(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> PartialReading<PropertyListValue?>

  /// Returns what a key's name, or its previous one, shows now.
  func value(_ names: KeyName) -> PartialReading<PropertyListValue?>

  /// Whether what one value hides may be shown where a key cannot read that.
  var isLayered: Bool { get }

  /// Returns the values that show one beneath the other, the first of which is what shows.
  func values(_ names: KeyName, over own: (String) throws -> PropertyListValue?) -> [PropertyListValue]

  /// Returns the names that have a value.
  ///
  /// - Parameter own: Returns the names of the store's own values.
  /// - Returns: The names, each once.
  func names(over own: () throws -> [String]) -> PartialReading<[String]>

  /// Throws the error of a name that cannot be given a value, whatever the value is.
  func checkWrite(of name: String) throws

  /// Applies changes of own values, and announces those of what is shown; called with the store's memory locked.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - context: The context of the store.
  ///   - apply: The closure that applies them.
  /// - Throws: The error of `apply`.
  func announce(_ changes: [DefaultsChange], in context: DefaultsStoreContext, by apply: () throws -> Void) rethrows

  /// Begins to announce what a name shows from now on, or every name if it is `nil`; called with the store's memory locked.
  ///
  /// What shows now and was not announced yet is announced first, so that who begins with it does not get it again.
  func follow(_ name: String?, in context: DefaultsStoreContext)
}

extension StoreView {
  package var isLayered: Bool { false }

  package func values(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> [PropertyListValue] { value(names, over: own).value.map { [$0] } ?? [] }
}

/// What is read of several stores, some of which may fail.
package struct PartialReading<Value> {
  /// What those have that can be read.
  package var value: Value
  /// The stores on which the answer depends and that cannot be read, with their errors.
  package var failures: [(store: any DefaultsStore, error: any Error)] = []

  package init(_ value: Value) { self.value = value }

  /// Creates the reading of one store; `empty` if that fails.
  package init(of store: any DefaultsStore, or empty: Value, _ read: () throws -> Value) {
    do {
      value = try read()
      store.context.problems.recordSuccess(.failedRead)
    } catch {
      value = empty
      failures = [(store, error)]
    }
  }

  package func map<Other>(_ transform: (Value) -> Other) -> PartialReading<Other> {
    var other = PartialReading<Other>(transform(value))
    other.failures = failures
    return other
  }

  /// Returns the value if it depends on no store that cannot be read.
  ///
  /// - Throws: The error of the first store that cannot be read.
  package func get() throws -> Value {
    if let failure = failures.first { throw failure.error }
    return value
  }

  /// Returns the value, and reports each failure as one of its own store, once for its cause.
  package func reported(key: String?, to report: (DefaultsProblem) -> Void = { $0.report() }) -> Value {
    for (store, error) in failures { report(store.context.problems.problem(.failedRead, key: key, error: error)) }
    return value
  }
}

extension DefaultsStore {
  /// Returns the value that a reader gets, as far as the store can be read.
  package func reading(of names: KeyName) -> PartialReading<PropertyListValue?> {
    guard let view = context.view else {
      return PartialReading(of: self, or: nil) { try names.find(in: context, ownValue) }
    }
    return view.value(names, over: ownValue)
  }

  /// Returns the values of which each would show without those before it, as far as the store can be read.
  package func readableValues(of names: KeyName) -> [PropertyListValue] {
    context.view?.values(names, over: ownValue) ?? reading(of: names).value.map { [$0] } ?? []
  }

  /// Returns the names of all values, as far as the store can be read.
  package func readingOfKeys() -> PartialReading<[String]> {
    guard let view = context.view else { return PartialReading(of: self, or: [], ownKeys) }
    return view.names(over: ownKeys)
  }

  /// Returns the store's own value of a name, in a transaction of the current thread the one that it wrote.
  package func ownValue(forKey name: String) throws -> PropertyListValue? {
    try access.value(forKey: name)
  }

  /// Returns the form in which the store keeps a value.
  package func keptForm(of value: PropertyListValue) -> PropertyListValue { _storage.storedForm(of: value) }

  /// Returns the names of the store's own values, in a transaction of the current thread with those that it wrote.
  package func ownKeys() throws -> [String] { try access.keys() }
}

// What a store that is made of others needs of them.
extension DefaultsStore {
  /// Writes several values to where they last, or records them in a transaction of the store; call this with its write lock.
  ///
  /// - Parameter newValues: The new stored values by their names. `nil` removes the stored value.
  /// - Returns: The changes, for the caller to apply; `nil` if there is nothing to apply.
  /// - Throws: An error if the values cannot be written. In that case every old value is still stored.
  package func persisted(_ newValues: [String: PropertyListValue?]) throws -> PersistedChanges? {
    let access = access
    return try access.persist(
      newValues.compactMap { try access.change(forKey: $0, from: access.value(forKey: $0), to: $1) }
    )
  }

  /// Begins an access for writing.
  ///
  /// - Throws: An error if the store cannot be locked.
  package func beginAccess() throws { try access.begin(for: lockTimeout) }

  /// Ends an access for writing.
  package func endAccess() { access.end() }
}

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
    /// Grows with each stop, so that a call that comes too late changes nothing.
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

  package func start(onEvent: @escaping @Sendable () -> Void) {}

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
