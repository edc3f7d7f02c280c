import NamespacedDefaults
import NamespacedDefaultsLayers
import Observation
import TestSupport
import Testing

/// Observers of a layered store hear of what shows, whichever layer it is in.
@Suite struct LayeredObservationTests {
  private let upper = InMemoryStore()
  private let person = InMemoryStore()
  private let machine = InMemoryStore()

  private func makeStore() -> LayeredStore {
    LayeredStore([Layer(upper, isReadOnly: true), Layer(person), Layer(machine)])
  }

  /// Changes of each layer, and what an observer is to hear of them.
  private func change(_ store: any DefaultsStore) throws {
    try machine.set(1, forKey: "a")
    try store.set(2, forKey: "a")
    try machine.set(3, forKey: "a")
    try person.set(4, forKey: "a")
    try upper.set(5, forKey: "a")
    try store.set(6, forKey: "a")
    try upper.set(nil, forKey: "a")
    try store.set(nil, forKey: "a")
    try store.set(3, forKey: "a")
    try person.set(nil, forKey: "a")
    try machine.set(nil, forKey: "a")
  }

  private static let shown: [[PropertyListValue?]] = [
    [nil, 1], [1, 2], [2, 4], [4, 5], [5, 6], [6, 3], [3, nil],
  ]

  @Test(arguments: [true, false]) func aStoreAnnouncesWhatShows(byName: Bool) throws {
    let store = makeStore()
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe(byName ? "a" : nil) { change in heard.change { $0.append(change) } }
    try change(store)
    #expect(heard.value.map { [$0.oldValue, $0.newValue] } == Self.shown)
    #expect(Set(heard.value.map(\.key)) == ["a"])
    observation.cancel()
    try store.set(7, forKey: "a")
    #expect(heard.value.count == Self.shown.count)
  }

  @Test func aKeyHearsWhatShows() throws {
    let store = makeStore()
    let heard = Lockbox<[[Int]]>([])
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try change(store)
    #expect(heard.value == [[0, 1], [1, 2], [2, 4], [4, 5], [5, 6], [6, 3], [3, 0]])
    observation.cancel()
  }

  @Test func aFirstCallHasWhatIsAnnouncedLater() throws {
    let store = makeStore()
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let heard = Lockbox<[[Int]]>([])
    let late = Lockbox<DefaultsObservation?>(nil)
    let ofLayer = machine.observe("a") { _ in
      guard late.value == nil else { return }
      let observation = key.observe(initial: true) { change in
        heard.change { $0.append([change.oldValue, change.newValue]) }
      }
      late.change { $0 = observation }
    }
    let before = key.observe { _ in }
    try machine.set(1, forKey: "a")
    try machine.set(2, forKey: "a")
    #expect(heard.value == [[0, 1], [1, 2]])
    for observation in [ofLayer, before, late.value] { observation?.cancel() }
  }

  @Test func aKeyWithAPreviousNameHearsWhatItReads() throws {
    let store = makeStore()
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store).renamed(from: "old")
    let heard = Lockbox<[[Int]]>([])
    try person.set(1, forKey: "old")
    let observation = key.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    key.value = 5
    #expect(heard.value == [[1, 5]])
    try machine.set(9, forKey: "old")
    key.remove()
    #expect(heard.value == [[1, 5], [5, 9]])
    try person.set(2, forKey: "old")
    key.remove()
    #expect(heard.value == [[1, 5], [5, 9], [9, 2], [2, 9]])
    observation.cancel()
    try person.set(3, forKey: "old")
    #expect(heard.value.count == 4)
  }

  @Test func observersOfTheLayersHearOfTheirOwnValues() throws {
    let store = makeStore()
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = person.observe("a") { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try change(store)
    #expect(heard.value == [[nil, 2], [2, 4], [4, 6], [6, nil], [nil, 3], [3, nil]])
    observation.cancel()
  }

  @Test func aSequenceHearsOfEachLayer() async throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: makeStore())
    var values = key.updates().makeAsyncIterator()
    #expect(await values.next() == 0)
    for (layer, value) in [(machine, 1), (person, 2), (upper, 3)] {
      try layer.set(.int(value), forKey: "a")
      #expect(await values.next() == value)
    }
    try upper.set(nil, forKey: "a")
    #expect(await values.next() == 2)
  }

  /// Twice, because the second read may be a remembered one.
  @Test(arguments: [1, 2]) func aTrackingEndsWithAChangeOfAnyLayer(readCount: Int) throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: makeStore())
    for (layer, value) in [(machine, 1), (person, 2), (upper, 3)] {
      let fired = Lockbox(0)
      withObservationTracking {
        for _ in 1...readCount { _ = key.value }
      } onChange: {
        fired.change { $0 += 1 }
      }
      try layer.set(1, forKey: "b")
      #expect(fired.value == 0)
      try layer.set(.int(value), forKey: "a")
      #expect(fired.value == 1)
      #expect(key.value == value)
    }
  }

  @Test func aTrackingDoesNotEndWithAChangeThatDoesNotShow() throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: makeStore())
    try upper.set(1, forKey: "a")
    let fired = Lockbox(false)
    withObservationTracking {
      _ = key.value
    } onChange: {
      fired.change { $0 = true }
    }
    try machine.set(2, forKey: "a")
    key.value = 3
    #expect(!fired.value)
    try upper.set(nil, forKey: "a")
    #expect(fired.value)
  }

  @Test func aTransactionIsAnnouncedOnceAtItsEnd() throws {
    let store = makeStore()
    try machine.set(1, forKey: "a")
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = store.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try store.transaction {
      try store.set(2, forKey: "a")
      try store.set(3, forKey: "a")
      #expect(heard.value == [])
    }
    try store.transaction { try store.set(nil, forKey: "a") }
    try store.transaction {
      try store.set(4, forKey: "a")
      try store.set(nil, forKey: "a")
    }
    #expect(heard.value == [[1, 3], [3, 1]])
    observation.cancel()
  }

  @Test func aTransactionOfALayerIsAnnouncedOnceAtItsEnd() throws {
    struct Stop: Error {}
    let store = makeStore()
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = store.observe("a") { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    #expect(throws: Stop.self) {
      try person.transaction {
        try store.set(1, forKey: "a")
        throw Stop()
      }
    }
    try person.transaction { try store.set(2, forKey: "a") }
    #expect(heard.value == [[nil, 2]])
    observation.cancel()
  }

  @Test func observersOfLayersOfLayersHearOfEachChangeOnce() throws {
    let inner = makeStore()
    let outer = LayeredStore([Layer(inner), Layer(person), Layer(InMemoryStore())])
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = outer.observe("a") { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try outer.set(1, forKey: "a")
    try inner.set(2, forKey: "a")
    try person.set(3, forKey: "a")
    try inner.transaction { try outer.set(4, forKey: "a") }
    try outer.set(nil, forKey: "a")
    #expect(heard.value == [[nil, 1], [1, 2], [2, 3], [3, 4], [4, nil]])
    observation.cancel()
  }

  @Test func aHandlerThatWritesIsNotCalledForThat() throws {
    let store = makeStore()
    let count = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let calls = Lockbox(0)
    let observation = count.observe { change in
      calls.change { $0 += 1 }
      Defaults.withoutPropagation { count.value = change.newValue + 10 }
    }
    try machine.set(1, forKey: "a")
    #expect(count.value == 11)
    #expect(calls.value == 1)
    observation.cancel()
  }

  @Test func anObserverThatComesBackKnowsWhatShowsThen() throws {
    let store = makeStore()
    for round in 1...3 {
      let heard = Lockbox<[[PropertyListValue?]]>([])
      let observation = store.observe("a") { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
      try machine.set(.int(round), forKey: "a")
      #expect(heard.value == [[round == 1 ? nil : .int(-round + 1), .int(round)]])
      observation.cancel()
      try machine.set(.int(-round), forKey: "a")
    }
  }

  /// What has gone meanwhile is not among the names that show then.
  @Test func anObserverOfEveryKeyThatComesBackKnowsWhatHasGone() throws {
    let store = makeStore()
    for _ in 1...2 {
      let heard = Lockbox<[[PropertyListValue?]]>([])
      let observation = store.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
      try machine.set(1, forKey: "a")
      #expect(heard.value == [[nil, 1]])
      observation.cancel()
      try machine.set(nil, forKey: "a")
    }
  }

  @Test func whatIsMandatoryBeneathShows() throws {
    let store = LayeredStore([Layer(person), Layer(machine, mandatory: ["a"])])
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = store.observe { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try person.set(1, forKey: "a")
    try machine.set(2, forKey: "a")
    #expect(heard.value == [[nil, 2]])
    observation.cancel()
  }
}
