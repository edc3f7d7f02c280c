extension DefaultsKey {
  /// A change of a key's value, as an observer gets it.
  public struct Change: Sendable {
    /// The value before the change.
    ///
    /// It is `nil` in the initial call, and always without ``DefaultsObservationOptions/old``.
    public let oldValue: Value?
    /// The value now; always `nil` without ``DefaultsObservationOptions/new``.
    public let newValue: Value?
    /// Whether this is the initial call of ``DefaultsObservationOptions/initial`` and no change.
    public let isInitial: Bool
  }

  /// Calls a handler after each committed change of the value.
  ///
  /// The change may come from any spelling of the key and from any thread. It may also come from another process if the
  /// store announces such changes, as ``FileStore`` does.
  ///
  /// Changes arrive in commit order. The handler runs when the thread has no store locked, so it may read and write
  /// settings and cancel the observation. ``Defaults/store`` and ``Defaults/problemHandler`` are for it what they are for
  /// the caller of this method. If several threads write, one of them delivers the changes of the others too, so a write
  /// can return before its observers are called. A stored value that does not decode counts as the default and is
  /// reported.
  ///
  /// - Parameters:
  ///   - options: The values that the handler gets, and whether it is called at once with the current value.
  ///   - handler: A function that gets the change.
  /// - Returns: The observation. Hold it, because its release removes the handler.
  public func observe(
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (Change) -> Void
  ) -> DefaultsObservation {
    let store = store
    let (order, scope) = (SearchOrder(name, in: store), HandlerScope())
    let seen: @Sendable (PropertyListValue?) -> Value = { [self] stored in
      value(of: order.search(for: self) { stored }, in: store)
    }
    return store.context.observe(name) {
      guard options.contains(.initial) else { return nil }
      let current = search(order, in: store)
      return { [self] in
        scope.run {
          let newValue = options.contains(.new) ? value(of: current, in: store) : nil
          handler(Change(oldValue: nil, newValue: newValue, isInitial: true))
        }
      }
    } _: { change in
      scope.run {
        handler(
          Change(
            oldValue: options.contains(.old) ? seen(change.oldValue) : nil,
            newValue: options.contains(.new) ? seen(change.newValue) : nil,
            isInitial: false
          )
        )
      }
    }
  }

  /// Returns a sequence of the values: the current one first, and then each new one.
  ///
  ///     for await theme in DefaultsKeys.theme.updates() { apply(theme) }
  ///
  /// The sequence continues for as long as the task runs and iterates it. A slow consumer gets the newest value and
  /// misses those in between.
  ///
  /// - Returns: The sequence; each iteration has an observation of its own.
  public func updates() -> DefaultsUpdates<Value> {
    DefaultsUpdates(self)
  }
}

/// Options for the calls of an observer.
public struct DefaultsObservationOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An initial call with the current value.
  ///
  /// The call ends before `observe` returns, unless another thread is delivering changes.
  public static let initial = DefaultsObservationOptions(rawValue: 1)
  /// The value before a change.
  public static let old = DefaultsObservationOptions(rawValue: 2)
  /// The value after a change.
  public static let new = DefaultsObservationOptions(rawValue: 4)
}
