import Observation

/// A stored name with which observation trackings are registered.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  // Each tracked key has a key path of its own. It is kept while a tracking is registered, because making it costs more
  // than an access. Only the trackings retain it, so its end is theirs.
  private nonisolated(unsafe) weak var path: KeyPath<TrackedKey, Void>?  // guarded by the lock of the change hub

  /// A value that the key path captures and releases with itself.
  private final class End: Hashable, Sendable {
    private let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    deinit { call() }

    static func == (left: End, right: End) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private subscript(end: End) -> Void { () }

  /// Whether a tracking is registered, or will be when the code that it tracks has ended.
  var isTracked: Bool { path != nil }

  /// Registers the key with the tracking that runs on this thread.
  ///
  /// - Parameter onEnd: A closure that is called when the last tracking has ended, on any thread and under Observation's
  ///   lock. It is called for the first of several accesses only.
  func access(onEnd: @escaping @Sendable () -> Void) {
    let path = path ?? \.[End(onEnd)]
    self.path = path
    registrar.access(self, keyPath: path)
  }

  /// Returns a closure that calls the handlers of all trackings; `nil` if there is none.
  ///
  /// Observation usually calls handlers before a change, and their code reads the value later. Here the change has been
  /// made already, so that code which reads at once gets the new value too.
  func fire() -> (() -> Void)? {
    guard let path else { return nil }
    return { [registrar] in
      registrar.willSet(self, keyPath: path)
      registrar.didSet(self, keyPath: path)
    }
  }
}
