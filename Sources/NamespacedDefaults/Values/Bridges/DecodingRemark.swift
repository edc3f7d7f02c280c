import Synchronization

/// A fact about a stored form that was decoded all the same, such as that it stands for two values.
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

  /// Forgets the remark of a decoding whose caller did not take it.
  @inline(__always)
  static func forget() {
    if haveOccurred.load(ordering: .relaxed) { ThreadState.current.pointee.decodingRemark = nil }
  }

  /// Returns the remark of the decoding that the current thread has just done, and forgets it.
  @inline(__always)
  static func take() -> DecodingRemark? {
    guard haveOccurred.load(ordering: .relaxed) else { return nil }
    defer { ThreadState.current.pointee.decodingRemark = nil }
    return ThreadState.current.pointee.decodingRemark as? DecodingRemark
  }
}
