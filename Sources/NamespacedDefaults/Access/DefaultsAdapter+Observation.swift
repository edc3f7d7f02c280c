// Observation by every spelling of a key. The promises of the keys' own `updates` and `observe` hold for all of them.
extension DefaultsAdapter {
  /// Returns a sequence of the values of several keys: the current ones first, and then the values after each change.
  ///
  ///     for await (theme, size) in group.updates(.theme, .fontSize) { … }
  ///
  /// The values of one store in a tuple are those of one moment: a change of several keys at once is in it as a whole or
  /// not at all. Different stores are read one after another. A slow consumer gets the newest values and misses those in
  /// between.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - initial: Whether the current values come first.
  /// - Returns: The sequence; each iteration has observations of its own.
  @_disfavoredOverload  // A tie-breaker: one key gives values, and not tuples of one value.
  public func updates<each Value>(
    _ keys: repeat DefaultsKey<each Value>,
    initial: Bool = true
  ) -> DefaultsUpdates<(repeat each Value)> {
    DefaultsUpdates(repeat (each keys).bound(to: store), initial: initial)
  }

  /// Returns a sequence of the values of a key.
  ///
  /// See ``DefaultsKey/updates(initial:)``.
  public func updates<Value>(_ key: DefaultsKey<Value>, initial: Bool = true) -> DefaultsUpdates<Value> {
    key.bound(to: store).updates(initial: initial)
  }

  /// Returns a sequence that signals the changes of keys in a list, which may be made at run time.
  ///
  ///     for await _ in group.updates([.theme, .fontSize]) { redraw() }
  ///
  /// The keys may have values of different types. Several changes may arrive as one.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - initial: Whether a first signal comes at once.
  /// - Returns: The sequence; each iteration has observations of its own.
  public func updates(_ keys: some Sequence<DefaultsKeys>, initial: Bool = true) -> DefaultsUpdates<Void> {
    DefaultsUpdates(keys.typed.map { $0.erased(in: store) }, initial: initial)
  }

  /// Returns a sequence of the values of a key that is declared as an instance property.
  ///
  /// See ``DefaultsKey/updates(initial:)``.
  public func updates<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    initial: Bool = true
  ) -> DefaultsUpdates<Value> {
    DefaultsKeys.key(path).bound(to: store).updates(initial: initial)
  }

  /// Returns a sequence of the values under a name.
  ///
  /// See ``DefaultsKey/updates(initial:)``.
  public func updates(
    _ name: some StringProtocol,
    initial: Bool = true
  ) -> DefaultsUpdates<PropertyListValue?> {
    self[name].key(as: PropertyListValue.self).updates(initial: initial)
  }

  /// Calls a handler after each change of a key.
  ///
  /// See ``DefaultsKey/observe(initial:_:)``.
  public func observe<Value>(
    _ key: DefaultsKey<Value>,
    initial: Bool = false,
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.bound(to: store).observe(initial: initial, handler)
  }

  /// Calls a handler after each change of a key that is declared as an instance property.
  ///
  /// See ``DefaultsKey/observe(initial:_:)``.
  public func observe<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    initial: Bool = false,
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    DefaultsKeys.key(path).bound(to: store).observe(initial: initial, handler)
  }

  /// Calls a handler after each change of one of the keys in a list, which may be made at run time.
  ///
  /// The keys may have values of different types. A change of several keys at once calls the handler once for each.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - initial: Whether the handler is called once before any change.
  ///   - handler: A function without parameters, which reads what it needs.
  /// - Returns: The observation. Hold it, because its release removes the handler.
  public func observe(
    _ keys: [DefaultsKeys],
    initial: Bool = false,
    _ handler: @escaping @Sendable () -> Void
  ) -> DefaultsObservation {
    Defaults.observe(keys.typed.map { $0.erased(in: store) }, initial: initial, handler)
  }

  /// Calls a handler after each change of the value under a name.
  ///
  /// See ``DefaultsKey/observe(initial:_:)``.
  public func observe(
    _ name: some StringProtocol,
    initial: Bool = false,
    _ handler: @escaping @Sendable (DefaultsKey<PropertyListValue?>.Change) -> Void
  ) -> DefaultsObservation {
    self[name].key(as: PropertyListValue.self).observe(initial: initial, handler)
  }
}
