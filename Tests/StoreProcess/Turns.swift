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

  /// Takes so many turns, with pauses, and returns the largest number of turns that the others had while it waited.
  func wait(_ store: any DefaultsStore, for turns: Int) throws -> Int {
    var longest = 0
    for turn in 1...turns {
      usleep(10_000)
      let before = count.pointee.load(ordering: .relaxed)
      try store.update("own") { value in
        longest = max(longest, count.pointee.load(ordering: .relaxed) - before)
        value = .integer(Int64(turn))
      }
    }
    return longest
  }
}
