import NamespacedDefaults
import NamespacedDefaultsPlatform
import Synchronization

/// Processes that write one store and never pause, and one that waits for its turn beside them.
struct Turns {
  private let count: UnsafePointer<Atomic<Int>>  // of a mapped file

  /// Maps a file of eight zeros.
  init(_ path: String) {
    let descriptor = open(path, O_RDWR)
    guard let page = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), page != MAP_FAILED else {
      preconditionFailure("cannot map \(path)")
    }
    count = UnsafePointer(page.assumingMemoryBound(to: Atomic<Int>.self))
    // If one of them fails, the others do not go on for ever.
    unblock(SIGALRM)
    signal(SIGALRM, SIG_DFL)
    alarm(60)
  }

  /// Takes one turn after the other, for ever, each of as many microseconds.
  func take(_ store: any DefaultsStore, microseconds: Int) throws {
    let clock = ContinuousClock()
    while true {
      try store.update("turns") { value in
        let end = clock.now + .microseconds(microseconds)
        while clock.now < end {}
        count.pointee.add(1, ordering: .relaxed)
        value = .integer(Int64(count.pointee.load(ordering: .relaxed)))
      }
    }
  }

  /// Takes turns for so many seconds, with pauses, and returns how long one has waited at most, in turns and milliseconds.
  func wait(_ store: any DefaultsStore, for seconds: Int) throws -> String {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var (turns, longest, number) = (0, Duration.zero, 0)
    while clock.now < end {
      usleep(10_000)
      let (before, start) = (count.pointee.load(ordering: .relaxed), clock.now)
      try store.update("own") { value in
        turns = max(turns, count.pointee.load(ordering: .relaxed) - before)
        longest = max(longest, clock.now - start)
        number += 1
        value = .integer(Int64(number))
      }
    }
    return "\(number) waits, the longest of \(turns) turns, and of \(longest / .milliseconds(1)) ms"
  }
}
