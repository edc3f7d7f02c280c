// The way of changes to the observers: those that the store announces, and those that its change source finds.
extension DefaultsStoreContext {
  /// Sets the closure that is called at each event of the change source.
  ///
  /// The closure finds the changes and announces them with ``announce(_:)``.
  ///
  /// - Parameters:
  ///   - owner: The owner of the context. It is not retained. After its release the closure is no longer called.
  ///   - body: The closure that gets the owner. It is called on any thread and under no lock.
  package func onForeignChange<Owner: AnyObject & Sendable>(
    of owner: Owner,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    changes.onForeignChange { [weak owner] in if let owner { body(owner) } }
  }

  /// Queues changes for the store's observers, in the order of the calls.
  ///
  /// Call this only in a store that finds changes made elsewhere, once it reads their values, and under no lock of your own:
  /// observers may be called before it returns. The library announces the changes that are written through it.
  ///
  /// - Parameter changes: The committed changes.
  public func announce(_ changes: [DefaultsChange]) {
    withLock {
      raise(changes)
      enqueue(changes)
    }
  }

  /// Registers a handler for the changes of every key that are announced anyway.
  ///
  /// The store searches for no others because of the handler.
  package func observePassively(_ handler: @escaping @Sendable (DefaultsChange) -> Void) -> DefaultsObservation {
    observe(nil, isPassive: true, handler)
  }

  /// Registers a handler for each change of a key, or of every key, that is committed from now on.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` for every key.
  ///   - handlerID: The identity of the handler.
  ///   - isPassive: Whether the store searches for no changes because of the handler, as in ``ChangeHub``.
  ///   - first: A closure that runs with the store locked. Its result is called before the handler gets any change.
  ///   - handler: The closure that gets each change.
  /// - Returns: The observation, which keeps the handler registered.
  func observe(
    _ name: String?,
    as handlerID: HandlerID = HandlerID(),
    isPassive: Bool = false,
    first: () -> (@Sendable () -> Void)? = { nil },
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    registering(isPassive ? .none : .some(name)) {
      let first = first()
      let id = changes.addObserver(forKey: name, as: handlerID, isPassive: isPassive, first: first, handler)
      if first != nil { memory.deliverWhenReleased(upTo: changes.position) }
      return DefaultsObservation { [changes] in changes.removeObserver(id, forKey: name) }
    }
  }

  /// Runs a registration with memory locked, after the view, if there is one, has begun to follow what is observed.
  ///
  /// - Parameters:
  ///   - name: The stored name, `.some(nil)` for every key, or `nil` to search for no changes because of the registration.
  ///   - register: The closure that registers.
  /// - Returns: The result of `register`.
  func registering<Result>(_ name: String??, _ register: () -> Result) -> Result {
    restartSourcesAfterFork()
    return withLock {
      guard let view, let name else { return register() }
      // While this one is registered, the view goes on to follow what it has begun to follow.
      let hold = changes.addObserver(forKey: nil, isPassive: true) { _ in }
      defer { changes.removeObserver(hold, forKey: nil) }
      view.follow(name, in: self)
      return register()
    }
  }

  /// Lets a forked child hear of what others change; its parent's thread and queue of events are not its own.
  private func restartSourcesAfterFork() {
    changes.restartSourceAfterFork()
    for part in parts { part.restartSourcesAfterFork() }
  }
}
