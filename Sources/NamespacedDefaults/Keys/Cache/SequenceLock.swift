import Synchronization

/// A lock that readers do not take: a reader detects that a writer has come between, and discards what it has loaded
/// (Lameter, "Effective Synchronization on Linux/NUMA Systems", 2005).
///
/// Every word that it guards must be atomic, so that a read during a change is no data race. Another lock keeps writers
/// from each other.
///
///     writer                               reader
///     count, odd (relaxed)                 count (acquire)
///     words (release)                      words (acquire)
///     count, even (release)                count (relaxed)
///
/// A reader that loads a new word knows of the odd count before it, and so discards all. If the word were stored or loaded
/// relaxed, it could return a new word among former ones. If the even count were, or its load before the words, it could
/// return former words among new ones.
struct SequenceLock: ~Copyable {
  /// Odd during a change.
  private let count = Atomic<UInt64>(0)

  /// Returns the result of a closure, or `nil` if a word may have changed meanwhile.
  ///
  /// - Parameter load: A closure that loads the words, with acquiring loads. So the count is loaded again after them.
  /// - Returns: The result of `load`.
  @inline(__always)  // because it is most of a cached read
  func read<Result>(_ load: () -> Result) -> Result? {
    let before = count.load(ordering: .acquiring)
    let result = load()
    guard before & 1 == 0, count.load(ordering: .relaxed) == before else { return nil }
    return result
  }

  /// Runs a closure that changes the words, with releasing stores.
  func write(_ store: () -> Void) {
    // Relaxed, because the releasing stores take it along.
    count.add(1, ordering: .relaxed)
    store()
    count.add(1, ordering: .releasing)
  }
}
