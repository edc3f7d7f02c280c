/// A way for a store to learn of changes made elsewhere: by other code, another process or another device.
///
/// A store gives its source to its ``DefaultsStoreContext``, which runs it while the store is observed. So a store that
/// nobody observes costs neither a thread nor a connection.
package protocol ChangeSource: Sendable {
  /// Starts to call `onEvent` whenever something may have changed, until ``stop()``; does nothing while it runs.
  ///
  /// The calls may come from any thread, and too often. This method is called under the locks of the store and of its
  /// observers, so it must wait neither for a call nor for a lock that a call takes.
  func start(onEvent: @escaping @Sendable () -> Void)

  /// Stops the calls; one that has begun may still be running afterwards.
  ///
  /// Called as ``start(onEvent:)`` is, and when the context is released.
  func stop()
}
