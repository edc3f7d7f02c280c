extension DefaultsKey {
  /// A change of a key's value, as an observer gets it.
  public struct Change: Sendable {
    /// The value before; `nil` unless ``DefaultsObservationOptions/old`` asks for it, and for the first call.
    public let oldValue: Value?
    /// The value now; `nil` unless ``DefaultsObservationOptions/new`` asks for it.
    public let newValue: Value?
    /// Whether this is the first call, which ``DefaultsObservationOptions/initial`` asks for, and no change.
    public let isInitial: Bool
  }

  /// Calls a handler after each committed change of the value, wherever it was made.
  ///
  /// Changes come in commit order, outside any lock: the handler may read and write settings and cancel the
  /// observation. Where several threads write, one of them delivers for all, so a write can return before its observers
  /// were called. A stored value that does not decode counts as the default, and is reported.
  ///
  /// - Parameters:
  ///   - options: What the handler gets, and whether it is called at once with the current value.
  ///   - handler: Gets the change.
  /// - Returns: What keeps the handler registered; it must be held.
  public func observe(
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (Change) -> Void
  ) -> DefaultsObservation {
    let store = store
    let context = store.context
    // The arguments and the handler of now: an observer is called on whatever thread, without the task's values.
    let (order, report) = (SearchOrder(name, in: store), ProblemHandler.current)
    let seen: @Sendable (PropertyListValue?) -> Value = { [self] stored in
      value(of: order.search(for: self, report: report) { stored }, report: report)
    }
    return context.observe(name) {
      guard options.contains(.initial) else { return nil }
      let current = search(order, in: store, report: report)
      return { [self] in
        let newValue = options.contains(.new) ? value(of: current, report: report) : nil
        handler(Change(oldValue: nil, newValue: newValue, isInitial: true))
      }
    } _: { change in
      handler(
        Change(
          oldValue: options.contains(.old) ? seen(change.oldValue) : nil,
          newValue: options.contains(.new) ? seen(change.newValue) : nil,
          isInitial: false
        )
      )
    }
  }

  /// The values: the current one, and then each new one for as long as the task runs and the sequence is iterated.
  ///
  ///     for await theme in DefaultsKeys.theme.updates() { apply(theme) }
  ///
  /// A slow consumer gets the newest value and misses those between.
  ///
  /// - Returns: The sequence; each iteration observes for itself.
  public func updates() -> DefaultsUpdates<Value> {
    DefaultsUpdates(self)
  }
}

/// What an observer gets, and when.
public struct DefaultsObservationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set of options out of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A first call with the current value, before the observation is handed over unless another thread is delivering.
  public static let initial = DefaultsObservationOptions(rawValue: 1)
  /// The value before a change.
  public static let old = DefaultsObservationOptions(rawValue: 2)
  /// The value after a change.
  public static let new = DefaultsObservationOptions(rawValue: 4)
}
