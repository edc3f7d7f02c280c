import Synchronization

/// The registration of an observer, which lasts until it is cancelled or released.
///
///     let observation = DefaultsKeys.theme.observe { change in apply(change.newValue) }
///     // Changes are observed as long as `observation` is kept.
///     observation.cancel()
public final class DefaultsObservation: Sendable {
  private let isCancelled = Atomic(false)
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Ends the observation.
  ///
  /// A call of the observer that another thread has begun may still be running afterwards.
  public func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    onCancel()
  }
}
