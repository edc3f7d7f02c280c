import Testing

@testable import NamespacedDefaults

/// A writer that comes between the two looks of a reader, or that has not ended.
///
/// Both are one thread here, so that this happens at each run.
@Suite struct SequenceLockTests {
  private let lock = SequenceLock()

  @Test func aReadWithoutAChangeIsKept() {
    let first = lock.read { 1 }
    lock.write {}
    let second = lock.read { 2 }
    #expect(first == 1)
    #expect(second == 2)
  }

  @Test func aReadBeforeAndAfterAChangeIsDiscarded() {
    let result = lock.read {
      lock.write {}
      return 1
    }
    #expect(result == nil)
  }

  @Test func aReadDuringAChangeIsDiscarded() {
    var result: Int? = 1
    lock.write { result = lock.read { 1 } }
    #expect(result == nil)
  }
}
