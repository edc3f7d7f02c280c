import Observation
import Synchronization

/// A probe that finds whether the current code runs inside `withObservationTracking`.
///
/// Reads outside of it register nothing, and cost next to nothing.
///
/// Observation has no such call. But a tracking that records an access hashes the key path, and a key path hashes the
/// values that it captures. The probe's key path captures a marker that counts how often it is hashed. Whether this works
/// is known when it has worked, or after a test. Until then, and for ever if it does not work in some version of
/// Observation, every read counts as tracked. That is correct too, but slower.
///
/// Each store has a probe of its own, because a tracking that has recorded it stays registered with it as long as it lives.
final class TrackingProbe: Observable, Sendable {
  private static let works = Atomic(false)

  /// Whether a tracking was running when a thread last looked.
  ///
  /// It says where to look first, and nothing else: a view's body reads many keys, and the probe costs as much as the
  /// registration of a key, which shows the same.
  static let wasTracking = Atomic(false)

  /// Whether a tracking is running on this thread.
  @inline(__always)  // on the way of every cached read
  var isTracking: Bool { isHashed() || !Self.works.load(ordering: .relaxed) && !Self.isKnownToWork() }

  /// Returns whether a tracking is running on this thread, which has just hashed what a registration captures if it is.
  ///
  /// - Parameter register: A closure that registers a key path which captures a ``HashMark``.
  /// - Returns: `nil` if there is no such key path.
  static func isTracking(as register: () -> Bool) -> Bool? {
    let count = HashMark.count.load(ordering: .relaxed)
    guard register() else { return nil }
    guard HashMark.count.load(ordering: .relaxed) != count else { return false }
    return wasHashedByThisThread(after: count)
  }

  /// Records what was found, for the next look.
  static func record(_ isTracking: Bool) {
    if wasTracking.load(ordering: .relaxed) != isTracking { wasTracking.store(isTracking, ordering: .relaxed) }
  }

  private let registrar = ObservationRegistrar()
  // The key path is kept, because making it at each access costs more than the access.
  private static let path: any KeyPath<TrackingProbe, Void> & Sendable = \.[TrackedKey.End {}]

  /// The number of reads after which the probe is tested.
  ///
  /// The test costs as much as some hundred reads that count as tracked. Many programs make only a few.
  private static let readsBeforeTest = 32
  private static let readCount = Atomic(0)

  @inline(never)  // so that a read need not save registers for it once it is known
  private static func isKnownToWork() -> Bool {
    guard readCount.load(ordering: .relaxed) <= readsBeforeTest,
      readCount.add(1, ordering: .relaxed).newValue == readsBeforeTest
    else { return false }
    // This may itself run inside a tracking.
    withObservationTracking {
      // It is noted if the marker is hashed.
      _ = TrackingProbe().isHashed()
    } onChange: {
    }
    return works.load(ordering: .relaxed)
  }

  @inline(__always)  // on the way of every cached read
  private func isHashed() -> Bool {
    let count = HashMark.count.load(ordering: .relaxed)
    registrar.access(self, keyPath: Self.path)
    guard HashMark.count.load(ordering: .relaxed) != count else { return false }
    return Self.wasHashedByThisThread(after: count)
  }

  @inline(never)  // so that a read outside of a tracking need not save registers for it
  private static func wasHashedByThisThread(after count: Int) -> Bool {
    guard ThreadState.current.pointee.lastHashCount &- count > 0 else { return false }
    if !works.load(ordering: .relaxed) { works.store(true, ordering: .relaxed) }
    record(true)
    return true
  }

  private subscript(marker: TrackedKey.End) -> Void { () }
}
