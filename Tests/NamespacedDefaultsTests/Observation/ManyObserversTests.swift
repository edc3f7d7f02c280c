import NamespacedDefaults
import TestSupport
import Testing

/// As many observers as a program has: their beginning and their end cost the same for each, however many there are.
@Suite struct ManyObserversTests {
  /// With a search among the others for each of them this would take minutes.
  @Test(.timeLimit(.minutes(60)), arguments: ["a", nil])
  func observersEndHoweverManyThereAre(_ name: String?) throws {
    let store = InMemoryStore()
    let calls = Lockbox<[Int]>([])
    var observations = (0..<100_000).map { number in
      store.observe(name) { _ in calls.change { $0.append(number) } }
    }
    observations.removeFirst(99_997)
    try store.set(1, forKey: "a")
    #expect(calls.value == [99_997, 99_998, 99_999])
    observations.removeAll()
    try store.set(2, forKey: "a")
    #expect(calls.value == [99_997, 99_998, 99_999])
  }

  @Test(.timeLimit(.minutes(60))) func firstCallsComeHoweverManyThereAre() {
    let store = InMemoryStore(["a": 1])
    let sum = Lockbox(0)
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    let observations = (0..<50_000).map { _ in
      key.observe(initial: true) { change in sum.change { $0 += change.newValue } }
    }
    #expect(sum.value == 50_000)
    withExtendedLifetime(observations) {}
  }
}
