import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct GuardedTests {
  @Test func changesByManyThreadsAllCount() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { counter.add() }
    }
    #expect(counter.count == 8000)
  }

  @Test func anErrorLeavesTheStateAsItIsAndTheLockFree() {
    let state = Guarded(1)
    #expect(throws: CancellationError.self) {
      try state.withLock {
        $0 = 2
        throw CancellationError()
      }
    }
    #expect(state.withLock { $0 } == 2)
  }

  @Test func theStateIsReleasedWithIt() {
    weak var object: Counter?
    do {
      let state = Guarded([Counter()])
      object = state.withLock { $0.first }
      #expect(object != nil)
    }
    #expect(object == nil)
  }

  @Test func anAccessInsideAnotherOneStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let state = Guarded(1)
      state.withLock { outer in state.withLock { outer = $0 } }
    }
  }

  private final class Counter: Sendable {
    private let state = Guarded(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
  }
}
