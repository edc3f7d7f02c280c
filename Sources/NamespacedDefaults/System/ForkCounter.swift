import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How often this process has been forked off since its program was started.
///
/// A child shares its parent's open files and with them their locks: what it locks, the parent holds too. So it must open
/// its own, and needs to know that it is a child; asking for the process's number would cost a system call per read.
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
}
