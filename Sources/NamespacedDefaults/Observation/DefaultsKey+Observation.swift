extension DefaultsKey {
  /// A change of a key's value, as an observer gets it.
  ///
  /// The values are decoded when they are asked for.
  public struct Change: Sendable {
    let key: DefaultsKey
    let store: any DefaultsStore
    let old: SearchOrder.Result
    let new: SearchOrder.Result
    /// Whether this is the call that `observe(initial: true)` makes before any change.
    public let isInitial: Bool

    /// The value before the change; in the initial call the default value of the key.
    public var oldValue: Value { key.value(of: old, in: store) }
    /// The value after the change; in the initial call the current one.
    public var newValue: Value { key.value(of: new, in: store) }
  }

  /// Calls a handler after each committed change of the value.
  ///
  /// The change may be made through any API and by any thread. It may also come from another process if the
  /// store announces such changes, as ``FileStore`` does.
  ///
  /// Changes arrive in commit order. The handler runs when the thread has no store locked, so it may read and write
  /// settings and cancel the observation. ``Defaults/store`` and ``Defaults/problemHandler`` are for it what they are for
  /// the caller of this method. If several threads write, one of them delivers the changes of the others too, so a write
  /// can return before its observers are called. A stored value that does not decode counts as the default and is
  /// reported.
  ///
  /// A handler may name its actor. It is then called there, later and in the same order, by a task. If that actor cancels
  /// the observation, it gets no other call. If the caller of this method runs on that actor, the initial call is made
  /// there before this method returns, so that a view is not drawn first with another value.
  ///
  /// ```swift
  /// observation = key.observe { @MainActor [weak self] change in
  ///   self?.show(change.newValue)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initial: Whether the handler is called at once with the current value. That call ends before this method returns,
  ///     unless another thread is delivering changes or the handler is that of an actor on which the caller does not run.
  ///     If the caller has a store locked, it comes later too.
  ///   - isolation: The actor on which the caller runs. Leave it out.
  ///   - handler: A function that gets the change.
  /// - Returns: The observation. Hold it, because its release removes the handler.
  public func observe(
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @isolated(any) @Sendable (Change) -> Void
  ) -> DefaultsObservation {
    let (scope, calls) = (HandlerScope(), HandlerCalls(of: handler, from: isolation))
    let store = store
    var first: Change?
    let observation = observe(in: store, as: calls.id, within: scope, initial: initial) { current in
      guard initial, let current else { return nil }
      let change = Change(key: self, store: store, old: .nothing, new: current, isInitial: true)
      guard !calls.isOnActor else {
        first = change
        return nil
      }
      return { scope.run { calls(change) } }
    } _: { [self] old, new in
      calls(Change(key: self, store: store, old: old, new: new, isInitial: false))
    }
    if let first { calls.callOnActor(first) }
    return calls.ending(with: observation, in: [store.context])
  }

  /// Calls a handler after each change of the value, under whichever name.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - id: The identity of the handler.
  ///   - scope: What is in force while the handler runs.
  ///   - initial: Whether the present value is needed.
  ///   - first: A closure that gets that value, and returns what is called before any change.
  ///   - handler: A function that gets the values before and after the change.
  /// - Returns: The observation.
  func observe(
    in store: any DefaultsStore,
    as id: HandlerID,
    within scope: HandlerScope,
    initial: Bool,
    first: (SearchOrder.Result?) -> (@Sendable () -> Void)?,
    _ handler: @escaping @Sendable (SearchOrder.Result, SearchOrder.Result) -> Void
  ) -> DefaultsObservation {
    let (order, context) = (SearchOrder(name, in: store), store.context)
    // What the handler has got, of a store that is made of others. A change of one of them may be announced after the value that
    // it gave was. With a previous name, of which a change shows only if nothing is stored under the other one, the value is
    // searched anew.
    let isSearched = names.previous != nil
    let shown = isSearched || initial && context.view != nil ? ShownResult() : nil
    let handle: @Sendable (DefaultsChange) -> Void = { [self] change in
      guard isSearched || isChanged(by: change) else { return }
      scope.run {
        let new = isSearched ? search(order, in: store) : order.search(for: self) { change.newValue }
        let old = shown?.result.exchange(new) ?? order.search(for: self) { change.oldValue }
        if shown != nil, old == new { return }
        if isSearched, !isChanged(by: DefaultsChange(key: name, oldValue: old.form, newValue: new.form)) { return }
        handler(old, new)
      }
    }
    // With memory locked for both names, so that no change under one of them comes before the first call.
    return context.withLock {
      let ofPrevious = names.previous.map { context.observe($0, as: id, handle) }
      let observation = context.observe(
        name,
        as: id,
        first: {
          let current = initial || isSearched ? search(order, in: store) : nil
          if let current { shown?.result.withLock { $0 = current } }
          return first(current)
        },
        handle
      )
      guard let ofPrevious else { return observation }
      // The one that has the first call is cancelled last, so that no change is called without it.
      return DefaultsObservation {
        ofPrevious.cancel()
        observation.cancel()
      }
    }
  }
}

/// A key of any type, as one of a list is observed.
protocol ObservableKey: TypedKey {
  func observe(
    in store: any DefaultsStore,
    as id: HandlerID,
    within scope: HandlerScope,
    initial: Bool,
    first: (SearchOrder.Result?) -> (@Sendable () -> Void)?,
    _ handler: @escaping @Sendable (SearchOrder.Result, SearchOrder.Result) -> Void
  ) -> DefaultsObservation
}

extension DefaultsKey: ObservableKey {}

private final class ShownResult: Sendable {
  let result = Guarded(SearchOrder.Result.nothing)
}
