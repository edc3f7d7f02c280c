import Dispatch
import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// One call waits for all observers, wherever they run.
@Suite(.isolatedDefaults, .timeLimit(.minutes(60))) struct WaitForObserversTests {
  private enum Group: KeyNamespaceable {
    static let namespace = "WaitForObserversTests.Group"
    static let store: any DefaultsStore = LayeredStore([] as [any DefaultsStore])
    static let count = key("count", defaultValue: 0)
  }

  private let seen = Lockbox<[Int]>([])
  private let count = DefaultsKey("count", defaultValue: 0)

  private func see(_ value: Int) { seen.change { $0.append(value) } }

  @MainActor @Test func onTheMainActorItWaitsForTheMainActor() async {
    let observation = count.observe { @MainActor in see($0.newValue) }
    count.value = 1
    count.value = 2
    #expect(seen.value == [], "the main actor is here")
    await Defaults.waitForObservers()
    #expect(seen.value == [1, 2])
    observation.cancel()
  }

  @Test func elsewhereItWaitsForEverySpelling() async {
    let observations = [
      count.observe(initial: true) { @MainActor in see($0.newValue) },
      Defaults.observe([count]) { @MainActor in see(10) },
      Defaults.store.observe { @MainActor _ in see(100) },
    ]
    count.value = 1
    await Defaults.waitForObservers()
    #expect(seen.value.sorted() == [0, 1, 10, 100])
    withExtendedLifetime(observations) {}
  }

  @Test func itWaitsForAThreadThatDelivers() async {
    let (isCalled, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let store = Defaults.store
    let observation = count.observe { change in
      isCalled.signal()
      mayReturn.wait()
      see(change.newValue)
    }
    async let other: Void = onOwnThread { try? store.set(1, forKey: "count") }
    await onOwnThread { isCalled.wait() }
    count.value = 2
    async let waited: Void = Defaults.waitForObservers()
    for _ in 1...2 { mayReturn.signal() }
    await waited
    #expect(seen.value == [1, 2])
    await other
    observation.cancel()
  }

  @Test func itWaitsForTheStoreThatIsNamed() async {
    let store = InMemoryStore()
    let observation = count.bound(to: store).observe { @MainActor in see($0.newValue) }
    count.bound(to: store).value = 1
    await Defaults.waitForObservers(of: store)
    #expect(seen.value == [1])
    observation.cancel()
  }

  @Test func itWaitsForTheOtherStoresOfAnIsolatedTest() async {
    let observation = Group.count.observe { @MainActor in see($0.newValue) }
    Group.count.value = 1
    await Defaults.waitForObservers()
    #expect(seen.value == [1])
    observation.cancel()
  }

  @Test func itWaitsForWhatALayerAnnounces() async throws {
    let base = InMemoryStore()
    let layered = LayeredStore([InMemoryStore(), base])
    let observation = count.bound(to: layered).observe { @MainActor in see($0.newValue) }
    try base.set(1, forKey: "count")
    await Defaults.waitForObservers(of: layered)
    #expect(seen.value == [1])
    observation.cancel()
  }

  @MainActor @Test func anObserverThatEndsMeanwhileIsNoWait() async {
    let observation = count.observe { @MainActor in see($0.newValue) }
    let ending = count.observe { @MainActor in see($0.newValue) }
    count.value = 1
    ending.cancel()
    async let waited: Void = Defaults.waitForObservers()
    observation.cancel()
    await waited
    #expect(seen.value.count <= 1)
  }
}
