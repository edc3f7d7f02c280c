import Observation

/// A stored name to which observation trackings are registered.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  // One of its own, for trackings keep it and so can be told to be there; made once, for that costs more than an access.
  private nonisolated(unsafe) var path: KeyPath<TrackedKey, Void> = \.[Own()]  // changed by nobody

  /// Captured by the key path, which otherwise would be the same for all tracked keys.
  private struct Own: Hashable {}

  private subscript(own: Own) -> Void { () }

  func access() {
    registrar.access(self, keyPath: path)
  }

  /// Tells all trackings.
  ///
  /// Observation announces a change before it happens, and its followers read later; here it has happened already, so
  /// that whoever reads at once gets the new value too.
  func fire() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }

  /// Whether a tracking is registered, or will be when the code that it tracks has ended.
  ///
  /// Not to be called while another thread calls anything here.
  func isTracked() -> Bool {
    !isKnownUniquelyReferenced(&path)
  }
}
