extension DefaultsStore {
  /// Calls a handler after each committed change of one key, or of every key.
  ///
  /// The handler is called in commit order, when the thread that calls it has no store locked. It may read and write the
  /// store, and it may cancel the observation. ``Defaults/store`` and ``Defaults/problemHandler`` are for it what they are
  /// for the caller of this method. If several threads write, one of them delivers the changes of the others too, so a
  /// write can return before its observers were called. Registering a handler costs O(1), and observers of other keys add
  /// nothing to the cost of a write. A handler that names its actor is called there, as by
  /// ``DefaultsKey/observe(initial:isolation:_:)``.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` to observe every key.
  ///   - handler: The closure that gets each change.
  /// - Returns: The observation. Keep it: the handler is removed when it is released.
  public func observe(
    _ name: String? = nil,
    _ handler: @escaping @isolated(any) @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    let (scope, calls) = (HandlerScope(), HandlerCalls(of: handler))
    let observation = context.observe(name, as: calls.id) { change in scope.run { calls(change) } }
    return calls.ending(with: observation, in: [context])
  }
}
