extension DefaultsStore {
  /// Registers a key with the observation tracking that runs on this thread, if there is one.
  ///
  /// Call this before reading the value. Then a change between the two is not missed.
  func track(_ name: String) {
    guard TrackingProbe.isTracking else { return }
    // Under the lock, as every start of the change source, so that the problem of one is reported when it is released.
    context.withLock { context.changes.track(name) }
  }
}
