import Foundation
import Results
import Synchronization

extension Subject {
  /// Does the work after warming up.
  ///
  /// - Parameter count: How many times each thread does it.
  /// - Returns: Nanoseconds of a thread for one time.
  func measure(_ count: Int) -> Double {
    // What other processes did meanwhile is in the caches; a work of milliseconds does not care.
    let warmUp = count / 8
    if result.threads == 2 { return Double(Pair(batch, warmUp: warmUp, count: count).run()) / Double(count) }
    if warmUp > 0 { batch(warmUp) }
    let start = now()
    batch(count)
    return Double(now() - start) / Double(count * countsPerTime)
  }
}

/// Two threads that do the same work at the same time.
private final class Pair: Sendable {
  private let batch: Batch
  private let warmUp: Int
  private let count: Int
  private let ready = Atomic(0)
  private let finished = DispatchSemaphore(value: 0)

  init(_ batch: @escaping Batch, warmUp: Int, count: Int) {
    self.batch = batch
    self.warmUp = warmUp
    self.count = count
  }

  /// How long it takes until both have done it.
  func run() -> Int {
    Thread.detachNewThread {
      self.prepare()
      self.batch(self.count)
      self.finished.signal()
    }
    prepare()
    let start = now()
    batch(count)
    finished.wait()
    return now() - start
  }

  private func prepare() {
    if warmUp > 0 { batch(warmUp) }
    ready.add(1, ordering: .sequentiallyConsistent)
    // Awake, for waking up would take longer than some of the work.
    while ready.load(ordering: .sequentiallyConsistent) < 2 {}
  }
}
