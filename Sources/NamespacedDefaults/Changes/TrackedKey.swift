import Observation

/// A stored name with which observation trackings are registered.
struct TrackedKey: Sendable {
  /// The object by which Observation knows the key.
  final class Subject: Observable, Sendable {
    fileprivate let registrar = ObservationRegistrar()

    fileprivate subscript(end: End) -> Void { () }
  }

  /// A value that the key path captures and releases with itself.
  fileprivate final class End: Hashable, Sendable {
    private let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    deinit { call() }

    static func == (left: End, right: End) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A key of which a tracking is registered, or will be when the code that it tracks has ended.
  ///
  /// It must be released under no lock that the end of the tracking takes, because its release may be that end.
  struct Tracking: Sendable {
    fileprivate let subject: Subject
    fileprivate let path: any KeyPath<Subject, Void> & Sendable

    /// Registers the key with the tracking that runs on this thread.
    func access() { subject.registrar.access(subject, keyPath: path) }

    /// Calls the handlers of all trackings, which ends them.
    ///
    /// Observation usually calls handlers before a change, and their code reads the value later. Here the change has been
    /// made already, so that code which reads at once gets the new value too.
    func fire() {
      subject.registrar.willSet(subject, keyPath: path)
      subject.registrar.didSet(subject, keyPath: path)
    }
  }

  let subject = Subject()
  // Each key has a key path of its own. It is kept while a tracking is registered, because making it costs more than an
  // access. Only the trackings retain it, so its end is theirs.
  private weak var path: (any KeyPath<Subject, Void> & Sendable)?

  /// Creates a key and registers it with the tracking that runs on this thread.
  ///
  /// - Parameter onEnd: A closure that gets the subject when the last tracking has ended, on any thread and under
  ///   Observation's lock.
  init(onEnd: @escaping @Sendable (Subject) -> Void) {
    let tracking = Tracking(subject: subject, path: \.[End { [weak subject] in subject.map(onEnd) }])
    tracking.access()
    path = tracking.path
  }

  /// The key while it is tracked, or `nil` when the last tracking has ended.
  var tracking: Tracking? { path.map { Tracking(subject: subject, path: $0) } }
}
