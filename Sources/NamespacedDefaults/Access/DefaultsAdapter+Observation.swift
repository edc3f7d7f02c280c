// Observation of one store, with the promises of the same calls of `Defaults`.
extension DefaultsAdapter {
  /// Returns a sequence of the values of a key; see ``DefaultsKey/updates(initial:)``.
  public func updates<Value>(_ key: DefaultsKey<Value>, initial: Bool = true) -> DefaultsUpdates<Value> {
    key.bound(to: store).updates(initial: initial)
  }

  /// Calls a handler after each change of a key; see ``DefaultsKey/observe(initial:isolation:_:)``.
  public func observe<Value>(
    _ key: DefaultsKey<Value>,
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.bound(to: store).observe(initial: initial, isolation: isolation, handler)
  }
}
