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

extension DefaultsStore {
  /// Calls a handler after each committed change of one key, or of every key.
  ///
  /// Changes come in commit order, outside any lock: the handler may read and write the store and cancel the
  /// observation. Where several threads write, one of them delivers for all, so a write can return before its
  /// observers were called.
  ///
  /// - Parameters:
  ///   - name: The stored name; every key by default.
  ///   - handler: Gets the change.
  /// - Returns: What keeps the handler registered; it must be held.
  public func observe(
    _ name: String? = nil,
    _ handler: @escaping @Sendable (DefaultsChange) -> Void
  ) -> DefaultsObservation {
    let context = context
    let id = context.changes.addObserver(forKey: name, handler)
    return DefaultsObservation { context.changes.removeObserver(id, forKey: name) }
  }
}
