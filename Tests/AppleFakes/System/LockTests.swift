import Foundation
import Testing

/// The lock with a time limit, which Darwin has not.
@Suite struct LockTests {
  private final class Shared: Sendable {
    let lock = Lock()
    let releases = LockReleases()
  }

  private let shared = Shared()

  /// Runs a body on another thread.
  private func onOtherThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Lockbox<Result?>(nil)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let answer = body()
      result.change { $0 = answer }
      end.signal()
    }
    end.wait()
    return result.value!  // set before the signal
  }

  /// Whether another thread gets the lock within a time, which it then gives back.
  private func othersGetIt(within limit: Duration) -> Bool {
    onOtherThread { [shared] in
      let isLocked = shared.releases.wait(for: limit) { shared.lock.tryLock() }
      if isLocked { shared.lock.unlock() }
      return isLocked
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(20)])
  func aLockThatIsHeldIsRefusedAtTheTimeLimit(_ limit: Duration) {
    shared.lock.lock()
    #expect(!othersGetIt(within: limit))
    shared.lock.unlock()
    #expect(othersGetIt(within: limit))
  }

  @Test func whoGetsItHasIt() {
    let isLocked = shared.releases.wait(for: .milliseconds(20)) { shared.lock.tryLock() }
    #expect(isLocked)
    #expect(!othersGetIt(within: .zero))
    shared.lock.unlock()
    #expect(othersGetIt(within: .zero))
  }

  @Test func whoWaitsGetsItWhenItIsReleased() {
    shared.lock.lock()
    let isStarted = DispatchSemaphore(value: 0)
    let result = Collector<Bool>()
    Thread.detachNewThread { [shared] in
      isStarted.signal()
      result.append(shared.releases.wait(for: .seconds(60)) { shared.lock.tryLock() })
      shared.lock.unlock()
    }
    isStarted.wait()
    shared.lock.unlock()
    shared.releases.signal()
    #expect(result.waitFor { $0 })
  }
}
