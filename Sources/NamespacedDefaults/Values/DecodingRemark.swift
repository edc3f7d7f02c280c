import Synchronization

/// A fact about a stored form that was decoded all the same, such as that it has two readings.
///
/// A decoder does not have the key that it decodes for. It leaves the remark with the thread, and the key reports it.
struct DecodingRemark: Error {
  let kind: DefaultsProblem.Kind
  let error: any Error

  /// Whether there has ever been a remark; a program without one only loads this flag.
  private static let haveOccurred = Atomic(false)

  /// Leaves the remark with the current thread.
  func leave() {
    Self.haveOccurred.store(true, ordering: .relaxed)
    ThreadState.current.pointee.decodingRemark = self
  }

  /// Runs a decoding, and passes on the remark that it leaves.
  static func collect<Value>(_ decode: () throws -> Value, report: (DecodingRemark) -> Void) rethrows -> Value {
    // A remark may be left over from a decoding for which nobody asked for it.
    if haveOccurred.load(ordering: .relaxed) { ThreadState.current.pointee.decodingRemark = nil }
    let value = try decode()
    guard haveOccurred.load(ordering: .relaxed) else { return value }
    if let remark = ThreadState.current.pointee.decodingRemark as? DecodingRemark {
      ThreadState.current.pointee.decodingRemark = nil
      report(remark)
    }
    return value
  }
}
