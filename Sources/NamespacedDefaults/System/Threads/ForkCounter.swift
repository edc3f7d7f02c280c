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

  static var count: Int {
    _ = isRegistered
    return counter.load(ordering: .relaxed)
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
