import Synchronization

/// Keeps an observer registered: until it is cancelled or released.
public final class DefaultsObservation: Sendable {
  private let isCancelled = Atomic(false)
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Ends the observation; an observer's call that another thread has begun may still be running afterwards.
  public func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    onCancel()
  }
}
