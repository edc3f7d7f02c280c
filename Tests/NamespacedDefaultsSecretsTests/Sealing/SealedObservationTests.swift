import NamespacedDefaults
import NamespacedDefaultsSecrets
import Observation
import TestSupport
import Testing

/// What observers of a sealed store get, and what a read of it costs.
@Suite struct SealedObservationTests {
  private let base = InMemoryStore()
  private let seal = TestSeal()
  private let store: SealedStore

  init() { store = SealedStore(over: base, seal: seal) }

  @Test func whatAnotherStoreOverTheSameOneWritesIsAnnouncedOpened() throws {
    let other = SealedStore(over: base, seal: TestSeal())
    let observed = Collector<DefaultsChange>()
    let observations = [store.observe { observed.append($0) }]
    try other.set("one", forKey: "a")
    try other.set(["a": "two"])
    try other.set(nil, forKey: "a")
    #expect(
      observed.all == [
        DefaultsChange(key: "a", oldValue: nil, newValue: "one"),
        DefaultsChange(key: "a", oldValue: "one", newValue: "two"),
        DefaultsChange(key: "a", oldValue: "two", newValue: nil),
      ]
    )
    withExtendedLifetime(observations) {}
  }

  @Test(arguments: [nil, "a"]) func aValueThatDoesNotOpenAnnouncesNothing(name: String?) throws {
    try store.set(["a": "alpha", "b": "beta"])
    let observed = Collector<DefaultsChange>()
    let observation = name.map { store.observe($0) { observed.append($0) } } ?? store.observe { observed.append($0) }
    let sealed = try base.data("a")
    try base.set(.data(sealed.dropLast()), forKey: "a")
    try base.set("plain", forKey: "a")
    #expect(observed.all == [])
    try base.set(.data(sealed), forKey: "a")
    #expect(observed.all == [])
    try SealedStore(over: base, seal: TestSeal()).set("gamma", forKey: "a")
    #expect(observed.all == [DefaultsChange(key: "a", oldValue: "alpha", newValue: "gamma")])
    withExtendedLifetime(observation) {}
  }

  @Test func anotherKeyOfTheStoreAnnouncesNothing() throws {
    try store.set("alpha", forKey: "a")
    let observed = Collector<DefaultsChange>()
    let observation = store.observe("a") { observed.append($0) }
    let stranger = InMemoryStore()
    try SealedStore(over: stranger, seal: TestSeal("second", key: 2)).set("beta", forKey: "a")
    try base.set([
      "a": stranger.value(forKey: "a"), "NamespacedDefaults.seal": stranger.value(forKey: "NamespacedDefaults.seal"),
    ])
    #expect(observed.all == [])
    withExtendedLifetime(observation) {}
  }

  @Test func aTransactionIsOneCommitOfTheStoreBeneath() throws {
    let sealed = Collector<String>()
    let observation = base.observe { [base] in sealed.append("\($0.key) of \(base.keys().count)") }
    try store.transaction {
      try store.set(1, forKey: "a")
      try store.set(2, forKey: "a")
      try? store.transaction {
        try store.set(3, forKey: "a")
        throw TestSeal.Failure()
      }
      try store.set(4, forKey: "b")
      #expect(try store.value(forKey: "a") == 2)
      #expect(base.keys() == [])
    }
    #expect(sealed.all.sorted() == ["NamespacedDefaults.seal of 3", "a of 3", "b of 3"])
    #expect(try store.value(forKey: "a") == 2)
    withExtendedLifetime(observation) {}
  }

  @Test func aTransactionOfTheStoreBeneathTakesItsWritesAlong() throws {
    try store.set(1, forKey: "a")
    let observed = Collector<DefaultsChange>()
    let observation = store.observe { observed.append($0) }
    #expect(throws: TestSeal.Failure.self) {
      try base.transaction {
        try store.set(2, forKey: "a")
        #expect(try store.value(forKey: "a") == 2)
        throw TestSeal.Failure()
      }
    }
    #expect(try store.value(forKey: "a") == 1)
    #expect(observed.all == [])
    try base.transaction { try store.set(3, forKey: "a") }
    #expect(observed.all == [DefaultsChange(key: "a", oldValue: 1, newValue: 3)])
    withExtendedLifetime(observation) {}
  }

  @Test func aHandlerThatWritesWithoutPropagationIsNotCalled() {
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    let observed = Collector<Int>()
    let observation = key.observe { change in
      observed.append(change.newValue)
      if change.newValue < 5 { Defaults.withoutPropagation { key.value += 1 } }
    }
    key.value = 1
    #expect(observed.all == [1])
    #expect(key.value == 2)
    withExtendedLifetime(observation) {}
  }

  @Test func aTrackingEndsWithAChangeFromBeneath() throws {
    try store.set(1, forKey: "a")
    let other = SealedStore(over: base, seal: TestSeal())
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    let fired = Lockbox(0)
    withObservationTracking {
      _ = key.value
    } onChange: {
      fired.change { $0 += 1 }
    }
    try other.set(2, forKey: "b")
    #expect(fired.value == 0)
    try other.set(2, forKey: "a")
    #expect(fired.value == 1)
    #expect(key.value == 2)
  }

  @Test func aRememberedReadOpensNothing() throws {
    let key = DefaultsKey("a", defaultValue: "", store: store)
    try store.set(["a": "secret", "b": 1])
    #expect(key.value == "secret")
    let count = seal.openedCount.value
    for _ in 0..<10 { #expect(key.value == "secret") }
    try store.set(2, forKey: "b")
    let afterWrite = seal.openedCount.value
    for _ in 0..<10 { #expect(key.value == "secret") }
    #expect(seal.openedCount.value == afterWrite)
    #expect(afterWrite - count <= 1)
  }

  @Test func whatIsReadAgainIsOpenedOnce() throws {
    try store.set("secret", forKey: "a")
    let reader = SealedStore(over: base, seal: seal)
    #expect(try reader.value(forKey: "a") == "secret")
    let count = seal.openedCount.value
    for _ in 0..<10 { #expect(try reader.value(forKey: "a") == "secret") }
    #expect(seal.openedCount.value == count)
  }

  @Test func updatesThroughSeveralStoresOverOneAreAllCounted() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { [base] in
          let key = DefaultsKey("count", defaultValue: 0, store: SealedStore(over: base, seal: TestSeal()))
          for _ in 0..<250 { key.value += 1 }
        }
      }
    }
    #expect(try store.value(forKey: "count") == 1000)
  }
}
