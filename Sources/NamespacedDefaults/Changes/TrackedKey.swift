import Observation
import Synchronization

/// A stored name with which observation trackings are registered.
final class TrackedKey: Observable, Sendable {
  /// A value that the key path captures and releases with itself.
  final class End: Hashable, Sendable {
    private let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    deinit { call() }

    static func == (left: End, right: End) -> Bool { left === right }

    // Nothing has to be distinguished, because each registrar has one key path. A key path asks for the hash value, which
    // costs more if it is derived.
    func hash(into hasher: inout Hasher) { HashMark.make() }
    var hashValue: Int {
      HashMark.make()
      return 0
    }
  }

  /// A key of which a tracking is registered, or will be when the code that it tracks has ended.
  ///
  /// It must be released under no lock that the end of the tracking takes, because its release may be that end.
  struct Tracking: Sendable {
    let key: TrackedKey
    fileprivate let path: any KeyPath<TrackedKey, Void> & Sendable

    /// Registers the key with the tracking that runs on this thread.
    func access() { key.registrar.access(key, keyPath: path) }

    /// Calls the handlers of all trackings, which ends them.
    ///
    /// Observation usually calls handlers before a change, and their code reads the value later. Here the change has been
    /// made already, so that code which reads at once gets the new value too.
    func fire() {
      key.registrar.willSet(key, keyPath: path)
      key.registrar.didSet(key, keyPath: path)
    }
  }

  private let registrar = ObservationRegistrar()
  // The registrar's lock may be one that another thread had when this process was forked.
  private let process = ForkCounter.Mark()
  // Each key has a key path of its own. It is kept while a tracking is registered, because making it costs more than an
  // access. Only the trackings retain it, so its end is theirs.
  //
  // `nonisolated(unsafe)`: it is set once, before another thread has the key, and threads may load a weak reference at
  // the same time.
  private nonisolated(unsafe) weak var path: (any KeyPath<TrackedKey, Void> & Sendable)?

  /// Creates a key and registers it with the tracking that runs on this thread.
  ///
  /// - Parameter onEnd: A closure that is called when the last tracking has ended, on any thread and under Observation's
  ///   lock.
  init(onEnd: @escaping @Sendable () -> Void) {
    let tracking = Tracking(key: self, path: \.[End(onEnd)])
    tracking.access()
    path = tracking.path
  }

  /// Registers the key with the tracking that runs on this thread, if one has been registered that has not ended.
  ///
  /// - Returns: Whether the key was registered.
  func access() -> Bool {
    guard !process.isInherited, let path else { return false }
    registrar.access(self, keyPath: path)
    return true
  }

  /// The key while it is tracked, or `nil` when the last tracking has ended, or has begun in the parent of a forked child.
  var tracking: Tracking? { process.isInherited ? nil : path.map { Tracking(key: self, path: $0) } }

  private subscript(end: End) -> Void { () }
}

/// What a value that a key path captures leaves when it is hashed.
enum HashMark {
  static let count = Atomic(0)

  static func make() {
    ThreadState.current.pointee.lastHashCount = count.add(1, ordering: .relaxed).newValue
  }
}
