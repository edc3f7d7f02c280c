import Synchronization

import NamespacedDefaultsPlatform

/// The number of forks between the start of the program and this process.
///
/// A forked child shares its parent's open files and their locks. When the child locks such a file, the parent holds
/// the lock too. So a child must open the file again. The counter shows that a process is a child and, unlike
/// `getpid()`, costs no system call at each read.
enum ForkCounter {
  private static let counter = Atomic(0)
  private static let isRegistered: Bool = {
    _ = counter.load(ordering: .relaxed)
    return pthread_atfork(nil, nil, { ForkCounter.counter.add(1, ordering: .relaxed) }) == 0
  }()

  /// The process in which a value was made; its forked children inherit the value.
  struct Mark: Sendable {
    private let count: Int

    init() {
      _ = isRegistered
      count = counter.load(ordering: .relaxed)
    }

    /// Whether this process is a child that was forked since.
    var isInherited: Bool { count != counter.load(ordering: .relaxed) }
  }

  /// Calls functions at each fork: before it, and after it in the parent and in the child, where the count has changed.
  static func onFork(
    prepare: @escaping @convention(c) () -> Void,
    parent: @escaping @convention(c) () -> Void,
    child: @escaping @convention(c) () -> Void
  ) {
    _ = isRegistered
    pthread_atfork(prepare, parent, child)
  }
}
