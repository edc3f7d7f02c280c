extension DefaultsStore {
  /// Registers a key with both of its names; see ``track(_:)-method``.
  ///
  /// - Returns: The key of the name, unless there is another name, which later reads would not register.
  @discardableResult
  func track(_ names: KeyName) -> TrackedKey? {
    guard let previous = names.previous else { return track(names.current) }
    track(names.current)
    track(previous)
    return nil
  }

  /// Registers a key with the observation tracking that runs on this thread, if there is one.
  ///
  /// Call this before reading the value. Then a change between the two is not missed.
  ///
  /// - Returns: The key, with which later reads can be registered as long as a tracking is.
  @discardableResult
  private func track(_ name: String) -> TrackedKey? {
    let context = context
    guard context.names.head.pointee.isTracking else { return nil }
    let changes = context.changes
    if let known = changes.trackedKey(name), known.access() { return known }
    let new = changes.makeTrackedKey(name)
    // A read that only counts as tracked has registered nothing.
    guard let tracking = new.tracking else { return nil }
    // Under the lock, as every start of the change source, so that the problem of one is reported when it is released.
    return context.registering(name) { changes.add(new, tracking, as: name) }
  }
}
