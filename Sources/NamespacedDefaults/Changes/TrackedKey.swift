import Observation

/// A stored name with which observation trackings are registered.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  // Each tracked key has a key path of its own. Trackings retain it, so its references show whether there are any.
  // It is made once, because making it costs more than an access.
  private nonisolated(unsafe) var path: KeyPath<TrackedKey, Void> = \.[Own()]  // never changed

  /// A value that the key path captures, because otherwise all tracked keys would share one key path.
  private struct Own: Hashable {}

  private subscript(own: Own) -> Void { () }

  func access() {
    registrar.access(self, keyPath: path)
  }

  /// Calls the handlers of all trackings.
  ///
  /// Observation usually calls handlers before a change, and their code reads the value later. Here the change has been
  /// made already, so that code which reads at once gets the new value too.
  func fire() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }

  /// Returns whether a tracking is registered, or will be when the code that it tracks has ended.
  ///
  /// Do not call it while another thread uses this object.
  func isTracked() -> Bool {
    !isKnownUniquelyReferenced(&path)
  }
}
