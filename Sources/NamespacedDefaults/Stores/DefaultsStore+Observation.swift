extension DefaultsStore {
  /// Calls a handler after each committed change of one key, or of every key.
  ///
  /// The handler is called in commit order and outside any lock. It may read and write the store, and it may cancel the
  /// observation. If several threads write, one of them delivers the changes of all. So a write can return before its
  /// observers were called. Registering a handler costs O(1), and observers of other keys add nothing to the cost of a
  /// write.
  ///
  /// - Parameters:
  ///   - name: The stored name, or `nil` to observe every key.
  ///   - handler: The closure that gets each change.
  /// - Returns: The observation. Keep it: the handler is removed when it is released.
  public func observe(
    _ name: String? = nil,
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    context.observe(name, handler)
  }

  /// Registers a key with the observation tracking that runs on this thread, if there is one.
  ///
  /// Call this before reading the value. Then a change between the two is not missed.
  func track(_ name: String) {
    if TrackingProbe.isTracking { context.changes.track(name) }
  }
}
