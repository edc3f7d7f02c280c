import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// The functions that a store calls again and again are called as they are, however often they were called before.
struct CallbackTests {
  enum Way: CaseIterable {
    case callback, commitOfAnotherProcess, eventOfTheSource
  }

  @Test(arguments: Way.allCases)
  func theHundredthCallIsNoDeeperThanTheFirst(_ way: Way) {
    let places = Guarded(Set<UInt>())
    let isCalled = { @Sendable in
      var local = 0
      let place = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
      places.withLock { _ = $0.insert(place) }
    }
    switch way {
    case .callback:
      let callback = Callback()
      callback.set(isCalled)
      for _ in 0..<100 { callback() }
    case .commitOfAnotherProcess:
      let context = DefaultsStoreContext(
        announcesEveryChange: true,
        sharedVersion: StoreHead.unknown,
        changeSource: nil
      )
      context.onCatchUp(isCalled)
      for _ in 0..<100 { _ = context.catchUpIfBehind() }
    case .eventOfTheSource:
      let source = RepeatedSource()
      let context = DefaultsStoreContext(announcesEveryChange: false, changeSource: source)
      context.onForeignChange(of: source) { _ in isCalled() }
      let observation = context.observe("name") { _ in }
      source.fire(100)
      withExtendedLifetime((context, observation)) {}
    }
    #expect(places.withLock { $0.count } == 1)
  }

  @Test func aCallbackThatIsNotSetDoesNothing() {
    let callback = Callback()
    callback()
    let calls = Guarded<[Int]>([])
    callback.set { calls.withLock { $0.append(1) } }
    callback.set { calls.withLock { $0.append(2) } }
    callback()
    #expect(calls.withLock { $0 } == [2], "the function that was set last is called")
  }
}

/// A source that a test makes fire several times at once.
private final class RepeatedSource: ChangeSource {
  private struct State { var onEvent: (@Sendable () -> Void)? }

  private let state = Guarded(State())

  func start(onEvent: @escaping @Sendable () -> Void) { state.withLock { $0.onEvent = onEvent } }

  func stop() { state.withLock { $0.onEvent = nil } }

  func fire(_ count: Int) {
    let onEvent = state.withLock { $0.onEvent }
    for _ in 0..<count { onEvent?() }
  }
}
