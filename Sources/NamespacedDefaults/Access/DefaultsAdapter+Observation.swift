// Observation of one store by every form of a key, with the promises of the same calls of `Defaults`.
extension DefaultsAdapter {
  /// Returns a sequence of the values of several keys: the current ones first, and then the new ones.
  @_disfavoredOverload  // A tie-breaker: one key gives values, and not tuples of one value.
  public func updates<each Value>(
    _ keys: repeat DefaultsKey<each Value>,
    initial: Bool = true
  ) -> DefaultsUpdates<(repeat each Value)> {
    DefaultsUpdates(repeat (each keys).bound(to: store), initial: initial)
  }

  /// Returns a sequence of all changes of several keys, in commit order and each on its own.
  ///
  /// One change in each element is that of a key, and the others are `nil`.
  public func changes<First, each Other>(
    _ first: DefaultsKey<First>,
    _ others: repeat DefaultsKey<each Other>
  ) -> DefaultsUpdates<(DefaultsKey<First>.Change?, repeat DefaultsKey<each Other>.Change?)> {
    Defaults.changes(first.bound(to: store), repeat (each others).bound(to: store))
  }

  /// Returns a sequence of the values of a key; see ``DefaultsKey/updates(initial:)``.
  public func updates<Value>(_ key: DefaultsKey<Value>, initial: Bool = true) -> DefaultsUpdates<Value> {
    key.bound(to: store).updates(initial: initial)
  }

  /// Returns a sequence that signals the changes of keys in a list, which may be made at run time.
  public func updates(_ keys: some Sequence<DefaultsKeys>, initial: Bool = true) -> DefaultsUpdates<Void> {
    DefaultsUpdates(keys.typed.map { $0.erased(in: store) }, initial: initial)
  }

  /// Returns a sequence of the values of a key that is declared as an instance property.
  public func updates<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    initial: Bool = true
  ) -> DefaultsUpdates<Value> {
    updates(DefaultsKeys.key(path), initial: initial)
  }

  /// Returns a sequence of the values under a name.
  public func updates(_ name: some StringProtocol, initial: Bool = true) -> DefaultsUpdates<PropertyListValue?> {
    self[name].key(as: PropertyListValue.self).updates(initial: initial)
  }

  /// Calls a handler after each change of a key; see ``DefaultsKey/observe(initial:_:)``.
  public func observe<Value>(
    _ key: DefaultsKey<Value>,
    initial: Bool = false,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.bound(to: store).observe(initial: initial, handler)
  }

  /// Calls a handler after each change of a key that is declared as an instance property.
  public func observe<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    initial: Bool = false,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    observe(DefaultsKeys.key(path), initial: initial, handler)
  }

  /// Calls a handler after each change of one of the keys in a list, which may be made at run time.
  public func observe(
    _ keys: [DefaultsKeys],
    initial: Bool = false,
    _ handler: @escaping @isolated(any) @Sendable () -> Void
  ) -> DefaultsObservation {
    Defaults.observe(keys.typed.map { $0.erased(in: store) }, initial: initial, handler)
  }

  /// Calls a handler after each change of the value under a name.
  public func observe(
    _ name: some StringProtocol,
    initial: Bool = false,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsKey<PropertyListValue?>.Change) -> Void
  ) -> DefaultsObservation {
    self[name].key(as: PropertyListValue.self).observe(initial: initial, handler)
  }
}
