/// The registration of an observer, which lasts until it is cancelled or released.
///
/// ```swift
/// let observation = DefaultsKeys.theme.observe { change in
///   apply(change.newValue)
/// }
/// // Changes are observed as long as `observation` is kept.
/// observation.cancel()
/// ```
public final class DefaultsObservation: Sendable {
  private let onCancel: @Sendable () -> Void

  package init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Ends the observation.
  ///
  /// After that, the thread begins no call of the observer. Another thread may still run one, or begin the one that it was
  /// about to make, because this method does not wait. If the handler is an actor's and the actor cancels, none is begun at
  /// all, not even for a change that waits for the actor.
  public func cancel() {
    // Each time, because the first call may still be waiting for the lock of the queue on another thread.
    onCancel()
  }
}
