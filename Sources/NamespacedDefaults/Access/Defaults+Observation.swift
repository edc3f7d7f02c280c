// Observation of keys, one or several. The promises of the keys' own `updates` and `observe` hold for all of them.
extension Defaults {
  /// Returns a sequence of the values of several keys: the current ones first, and then the values after each change.
  ///
  /// ```swift
  /// for await (theme, size) in Defaults.updates(.theme, .fontSize) { … }
  /// ```
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
  public static func updates<each Value>(
    _ keys: repeat DefaultsKey<each Value>,
    initial: Bool = true
  ) -> DefaultsUpdates<(repeat each Value)> {
    DefaultsUpdates(repeat (each keys), initial: initial)
  }

  /// Returns a sequence of all changes of several keys, in commit order and each on its own.
  ///
  /// ```swift
  /// for await (theme, size) in Defaults.changes(.theme, .fontSize) {
  ///   if let theme { log("theme", theme.oldValue, theme.newValue) }
  ///   if let size { log("size", size.oldValue, size.newValue) }
  /// }
  /// ```
  ///
  /// One change in each element is that of a key, and the others are `nil`. The changes of a transaction come one after
  /// another, in the order in which it has first written the keys. Changes that the consumer has not taken yet are
  /// buffered in memory, without a limit. The changes of different stores are in the order in which they are announced.
  ///
  /// - Parameters:
  ///   - first: A key.
  ///   - others: More keys.
  /// - Returns: The sequence; each iteration has observations of its own, and begins with the next change.
  public static func changes<First, each Other>(
    _ first: DefaultsKey<First>,
    _ others: repeat DefaultsKey<each Other>
  ) -> DefaultsUpdates<(DefaultsKey<First>.Change?, repeat DefaultsKey<each Other>.Change?)> {
    DefaultsUpdates(changesOf: first, repeat each others)
  }

  /// Returns a sequence of the values of a key; see ``DefaultsKey/updates(initial:)``.
  public static func updates<Value>(_ key: DefaultsKey<Value>, initial: Bool = true) -> DefaultsUpdates<Value> {
    key.updates(initial: initial)
  }

  /// Returns a sequence that signals the changes of keys in a list, which may be made at run time.
  ///
  /// ```swift
  /// for await _ in Defaults.updates([.theme, .fontSize]) { redraw() }
  /// ```
  ///
  /// The keys may have values of different types. Several changes may arrive as one.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - initial: Whether a first signal comes at once.
  /// - Returns: The sequence; each iteration has observations of its own.
  public static func updates(_ keys: some Sequence<DefaultsKeys>, initial: Bool = true) -> DefaultsUpdates<Void> {
    DefaultsUpdates(keys.typed, initial: initial)
  }

  /// Calls a handler after each change of a key; see ``DefaultsKey/observe(initial:isolation:_:)``.
  public static func observe<Value>(
    _ key: DefaultsKey<Value>,
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.observe(initial: initial, isolation: isolation, handler)
  }

  /// Calls a handler after each change of one of the keys in a list, which may be made at run time.
  ///
  /// The keys may have values of different types. A change of several keys at once calls the handler once for each.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - initial: Whether the handler is called once before any change.
  ///   - isolation: The actor on which the caller runs. Leave it out.
  ///   - handler: A function without parameters, which reads what it needs.
  /// - Returns: The observation. Hold it, because its release removes the handler.
  public static func observe(
    _ keys: [DefaultsKeys],
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @isolated(any) @Sendable () -> Void
  ) -> DefaultsObservation {
    observe(keys.typed, initial: initial, isolation: isolation, handler)
  }

  static func observe(
    _ keys: [any TypedKey],
    initial: Bool,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @isolated(any) @Sendable () -> Void
  ) -> DefaultsObservation {
    let (scope, calls) = (HandlerScope(), HandlerCalls(of: handler, from: isolation))
    let keys = keys.compactMap { $0 as? any ObservableKey }  // each of them is one
    let stores = keys.map(\.store)
    let observations = keys.indices.map { index -> DefaultsObservation in
      let key = keys[index]
      // The last one calls first, when all are observed.
      let isLast = index == keys.indices.last
      let first: @Sendable () -> Void = { scope.run { calls(()) } }
      return key.observe(in: stores[index], as: calls.id, within: scope, initial: false) { _ in
        isLast && initial && !calls.isOnActor ? first : nil
      } _: { _, _ in
        calls(())
      }
    }
    if initial, calls.isOnActor, !keys.isEmpty { calls.callOnActor(()) }
    return calls.ending(
      with: DefaultsObservation { for observation in observations { observation.cancel() } },
      in: stores.map(\.context)
    )
  }

  /// Runs a body whose writes do not call the handler that runs.
  ///
  /// ```swift
  /// let observation = Defaults.observe(.text) { change in
  ///   Defaults.withoutPropagation {
  ///     Defaults[.text] = change.newValue.lowercased()
  ///   }
  /// }
  /// ```
  ///
  /// A handler that writes the key that it observes is called for that write too. In this body it is not, and all other
  /// observers are. Outside of a handler the body runs as anywhere else.
  ///
  /// - Parameter body: The function that writes. Writes that it leaves to other threads do not count.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func withoutPropagation<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HandlerID.silencingCurrent(body)
  }
}
