import Observation
import Synchronization

/// A probe that finds whether the current code runs inside `withObservationTracking`.
///
/// Reads outside of it register nothing, and cost next to nothing.
///
/// Observation has no such call. But a tracking that records an access hashes the key path, and a key path hashes the
/// values that it captures. The probe's key path captures a marker that counts how often it is hashed. The first read
/// tests whether this works. If it does not in some version of Observation, every read counts as tracked. That is
/// correct too, but slower.
final class TrackingProbe: Observable, Sendable {
  private static let shared = TrackingProbe(works: TrackingProbe(works: false).test())

  /// Whether a tracking is running on this thread.
  static var isTracking: Bool {
    let probe = shared
    return probe.isHashed() || !probe.works
  }

  private let registrar = ObservationRegistrar()
  // The key path is kept, because making it at each access costs more than the access.
  private let path: any KeyPath<TrackingProbe, Void> & Sendable = \.[Marker()]

  private let works: Bool

  private init(works: Bool) { self.works = works }

  /// Returns whether a tracking hashes the marker; this may itself run inside a tracking.
  private func test() -> Bool {
    var isHashedInside = false
    withObservationTracking {
      isHashedInside = isHashed()
    } onChange: {
    }
    return isHashedInside
  }

  @inline(__always)  // on the way of every cached read
  private func isHashed() -> Bool {
    let count = Marker.hashCount.load(ordering: .relaxed)
    registrar.access(self, keyPath: path)
    guard Marker.hashCount.load(ordering: .relaxed) != count else { return false }
    return Self.wasHashedByThisThread(after: count)
  }

  @inline(never)  // so that a read outside of a tracking need not save registers for it
  private static func wasHashedByThisThread(after count: Int) -> Bool {
    ThreadState.current.pointee.lastHashCount &- count > 0
  }

  private subscript(marker: Marker) -> Void { () }

  private struct Marker: Hashable, Sendable {
    static let hashCount = Atomic(0)

    // A key path asks for the hash value, which costs more if it is derived.
    var hashValue: Int {
      count()
      return 0
    }

    func hash(into hasher: inout Hasher) { count() }

    private func count() {
      ThreadState.current.pointee.lastHashCount = Self.hashCount.add(1, ordering: .relaxed).newValue
    }
  }
}
