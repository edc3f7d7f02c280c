import Foundation
import Results
import Synchronization

extension Subject {
  /// Does the work after warming up.
  ///
  /// - Parameter count: How many operations each thread does; rounded, and at least two.
  /// - Returns: Nanoseconds of a thread for one operation.
  func measure(_ count: Int) -> Double {
    // Even, for writers alternate between two values, and the first of a batch has to be a change.
    let times = max(2, count / countsPerTime / 2 * 2)
    // What other processes did meanwhile is in the caches; a work of milliseconds does not care. But beside a writer the first
    // read takes in all that was written since the last batch.
    let warmUp = writing == nil ? times / 8 : max(1, times / 8)
    let elapsed: Int
    writing?.begin()
    defer { writing?.end() }
    if result.threads == 2 {
      elapsed = Pair(batch, warmUp: warmUp, count: times).run()
    } else {
      if warmUp > 0 { batch(warmUp) }
      let start = now()
      batch(times)
      elapsed = now() - start
    }
    return Double(elapsed) / Double(times * countsPerTime)
  }
}

/// Two threads that do the same work at the same time.
private final class Pair: Sendable {
  private let batch: Batch
  private let warmUp: Int
  private let count: Int
  private let ready = Atomic(0)
  private let otherStart = Atomic(0)
  private let otherEnd = Atomic(0)
  private let finished = DispatchSemaphore(value: 0)

  init(_ batch: @escaping Batch, warmUp: Int, count: Int) {
    self.batch = batch
    self.warmUp = warmUp
    self.count = count
  }

  /// How long it takes from the earlier start to the later end: a thread that had to wait for a processor counts.
  func run() -> Int {
    Thread.detachNewThread {
      let (start, end) = self.work()
      self.otherStart.store(start, ordering: .relaxed)
      self.otherEnd.store(end, ordering: .relaxed)
      self.finished.signal()
    }
    let (start, end) = work()
    finished.wait()
    return max(end, otherEnd.load(ordering: .relaxed)) - min(start, otherStart.load(ordering: .relaxed))
  }

  private func work() -> (start: Int, end: Int) {
    if warmUp > 0 { batch(warmUp) }
    ready.add(1, ordering: .sequentiallyConsistent)
    // Awake, for waking up would take longer than some of the work.
    while ready.load(ordering: .sequentiallyConsistent) < 2 {}
    let start = now()
    batch(count)
    return (start, now())
  }
}
