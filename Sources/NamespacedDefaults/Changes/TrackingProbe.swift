import Observation
import Synchronization

/// Tells whether the code that runs is inside `withObservationTracking`, so that reads outside of it register nothing
/// and cost next to nothing.
///
/// Observation does not say so. But a tracking that notes an access hashes its key path, and a key path hashes what it
/// captures: the probe's captures something that counts how often it is hashed. Should a version of Observation not
/// work so (that is tried out once, at the first read), every read counts as tracked, which is right too, but slower.
final class TrackingProbe: Observable, Sendable {
  private static let shared = TrackingProbe()

  /// Whether a tracking is running on this thread; now and then also when one is running on another.
  static var isTracking: Bool {
    let probe = shared
    return probe.isHashed() || !probe.canTell
  }

  private let registrar = ObservationRegistrar()
  // Kept, for making it at each access costs more than the access.
  private let path: any KeyPath<TrackingProbe, Void> & Sendable = \.[Marker()]
  private nonisolated(unsafe) var canTell = false  // set before anybody else has the probe

  private init() {
    var isHashedInside = false
    withObservationTracking {
      isHashedInside = isHashed()
    } onChange: {
    }
    canTell = isHashedInside && !isHashed()
  }

  private func isHashed() -> Bool {
    let count = Marker.hashCount.load(ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return Marker.hashCount.load(ordering: .relaxed) != count
  }

  private subscript(marker: Marker) -> Void { () }

  private struct Marker: Hashable, Sendable {
    static let hashCount = Atomic(0)

    func hash(into hasher: inout Hasher) {
      Self.hashCount.add(1, ordering: .relaxed)
    }
  }
}
