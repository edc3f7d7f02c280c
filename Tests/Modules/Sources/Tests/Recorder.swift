import Synchronization

/// The numbers that observers got, in order.
final nonisolated class Recorder: Sendable {
  private let recorded = Mutex<[Int?]>([])

  var values: [Int?] { recorded.withLock { $0 } }

  func append(_ value: Int?) { recorded.withLock { $0.append(value) } }
}
