extension DefaultsStore {
  /// Calls a handler after each committed change of one key, or of every key.
  ///
  /// Changes come in commit order, outside any lock: the handler may read and write the store and cancel the
  /// observation. Where several threads write, one of them delivers for all, so a write can return before its
  /// observers were called. Registering costs O(1), and so does a write, however many observe other keys.
  ///
  /// - Parameters:
  ///   - name: The stored name; every key by default.
  ///   - handler: Gets the change.
  /// - Returns: What keeps the handler registered; it must be held.
  public func observe(
    _ name: String? = nil,
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    context.observe(name, handler)
  }

  /// Registers a read with the observation tracking that is running, if one is.
  func track(_ name: String) {
    // Before the value is read: a change in between then comes through.
    if TrackingProbe.isTracking { context.changes.track(name) }
  }
}
