/// A source of events about changes that are made elsewhere: by other code, another process or another device.
///
/// A store passes its source to its ``DefaultsStoreContext``, which runs the source while the store is observed. So a
/// store that nobody observes costs neither a thread nor a connection.
package protocol ChangeSource: Sendable {
  /// Starts to call a closure after each event, until ``stop()`` is called. A forked child calls it again.
  ///
  /// The closure may be called on any thread, and also if nothing has changed. This method is called under the lock of
  /// the queue, and often under the store's too. So it must wait neither for a call of the closure nor for a lock
  /// that the closure takes.
  func start(onEvent: @escaping @Sendable () -> Void)

  /// Stops the calls; one that has begun may still be running afterwards.
  ///
  /// This method is called under the same locks as ``start(onEvent:)``, and when the context is released.
  func stop()

  /// Prepares for the changes of a key, or of every key if the name is `nil`, before it gets its first observer.
  ///
  /// A source that does not learn which values have changed reads the present one here. By default nothing is done. This
  /// method is called after ``start(onEvent:)`` and under the same locks.
  func willObserve(_ name: String?)
}

extension ChangeSource {
  package func willObserve(_ name: String?) {}
}
