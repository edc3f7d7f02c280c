import Testing

@testable import NamespacedDefaults

/// A writer that comes between the two looks of a reader, or that has not ended.
///
/// Both are one thread here, so that this happens at each run.
@Suite struct SequenceLockTests {
  @Test func aReadWithoutAChangeIsKept() {
    let lock = SequenceLock()
    let first = lock.read { 1 }
    lock.write {}
    let second = lock.read { 2 }
    #expect(first == 1)
    #expect(second == 2)
  }

  @Test func aReadBeforeAndAfterAChangeIsDiscarded() {
    let lock = SequenceLock()
    let result = lock.read {
      lock.write {}
      return 1
    }
    #expect(result == nil)
  }

  @Test func aReadDuringAChangeIsDiscarded() {
    let lock = SequenceLock()
    var result: Int? = 1
    lock.write { result = lock.read { 1 } }
    #expect(result == nil)
  }
}
