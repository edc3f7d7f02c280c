import Synchronization

import NamespacedDefaultsPlatform

/// The number of forks between the start of the program and this process.
///
/// A forked child has the memory and the open files of its parent, and of its threads the one that has forked. So what
/// another thread was using may be half changed, and is never unlocked. When the child locks an open file of the parent's, the
/// parent holds the lock too. Whoever meets such a thing leaves it, and begins again. The counter shows that a process is a
/// child and, unlike `getpid()`, costs no system call.
enum ForkCounter {
  private static let counter = Atomic(0)
  private static let isRegistered: Bool = {
    _ = counter.load(ordering: .relaxed)
    return pthread_atfork(nil, nil, { ForkCounter.counter.add(1, ordering: .relaxed) }) == 0
  }()

  /// Begins to count, if nobody has yet.
  static func begin() { _ = isRegistered }

  @inline(__always)  // on the way of every write
  static var count: Int { counter.load(ordering: .relaxed) }

  /// The process in which a value was made; its forked children inherit the value.
  struct Mark: Sendable {
    private let count: Int

    init() {
      begin()
      count = ForkCounter.count
    }

    /// Whether this process is a child that was forked since.
    var isInherited: Bool { count != ForkCounter.count }
  }
}
