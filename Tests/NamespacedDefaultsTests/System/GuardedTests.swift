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

/// The state of a store, under the recursive lock of its context.
@Suite struct StoreStateTests {
  private final class Holder: Sendable {
    let context = DefaultsStoreContext()
    let state: StoreState<Int>

    init() { state = StoreState(0, under: context) }
  }

  @Test func changesByManyThreadsAllCount() {
    let holder = Holder()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { holder.state.withLock { $0 += 1 } }
    }
    #expect(holder.state.withLock { $0 } == 8000)
  }

  @Test func theThreadThatHasLockedTheStoreUsesIt() {
    let holder = Holder()
    holder.context.withLock { holder.state.withLock { $0 = 1 } }
    #expect(holder.state.withLock { $0 } == 1)
  }

  @Test func anAccessInsideAnotherOneStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let holder = Holder()
      holder.state.withLock { outer in holder.state.withLock { outer = $0 } }
    }
  }
}
