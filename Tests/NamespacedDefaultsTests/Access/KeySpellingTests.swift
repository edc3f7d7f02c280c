import TestSupport
import Testing

@testable import NamespacedDefaults

/// Every form of `Defaults` and of an adapter uses its own store, and no other.
@Suite struct KeySpellingTests {
  typealias Settings = KeySpelling.Settings

  private func count(in store: InMemoryStore) -> PropertyListValue? { store.value(forKey: "count") }

  @Test(arguments: KeySpelling.all)
  func aFormUsesItsStoreAndNoOther(_ spelling: KeySpelling) throws {
    let settings = Settings()
    let (store, other) = spelling.isOfAdapter ? (settings.adapters, settings.own) : (settings.own, settings.adapters)
    let (now, others): (Int, PropertyListValue?) = spelling.isOfAdapter ? (2, 1) : (1, 2)
    try Defaults.withStore(settings.own) {
      switch spelling.use {
      case .read(let read):
        #expect(read(settings) == now)
      case .assign(let assign):
        assign(settings)
        #expect(count(in: store) == 5)
      case .increment(let increment):
        increment(settings)
        #expect(count(in: store) == .integer(Int64(now + 1)))
      case .remove(let remove):
        remove(settings)
        #expect(count(in: store) == nil)
      case .look(let isStored):
        #expect(isStored(settings))
        try store.set(nil, forKey: "count")
        #expect(!isStored(settings))
        DefaultsAdapter(store: store).register(["count": 9])
        #expect(!isStored(settings))
      case .observe, .update: break
      }
    }
    #expect(count(in: other) == others)
  }

  @Test(arguments: KeySpelling.all)
  func aChangeKeepsWhatItCannotRead(_ spelling: KeySpelling) throws {
    guard case .increment(let increment) = spelling.use else { return }
    let settings = Settings()
    let store = spelling.isOfAdapter ? settings.adapters : settings.own
    try store.set("many", forKey: "count")
    let reported = Defaults.withStore(settings.own) { problems { increment(settings) } }
    #expect(reported.map(\.kind) == [.undecodableValue])
    #expect(count(in: store) == "many")
  }

  @Test(arguments: KeySpelling.all.filter(\.isObservation), [nil, false, true])
  func anObservationIsOfItsStoreAndMayCallAtOnce(_ spelling: KeySpelling, initial: Bool?) throws {
    guard case .observe(let observe) = spelling.use else { return }
    let settings = Settings()
    let (store, other) = spelling.isOfAdapter ? (settings.adapters, settings.own) : (settings.own, settings.adapters)
    try Defaults.withStore(settings.own) {
      let calls = Lockbox(0)
      let observation = observe(settings, initial) { calls.change { $0 += 1 } }
      let first = initial == true ? 1 : 0
      #expect(calls.value == first)
      try other.set(["count": 8, "other": 8])
      #expect(calls.value == first)
      try store.set(9, forKey: "count")
      #expect(calls.value == first + 1)
      observation.cancel()
      try store.set(["count": 10, "other": 10])
      #expect(calls.value == first + 1)
      // Its release would end it too.
      withExtendedLifetime(observation) {}
    }
  }

  // On one actor, so that the consumer runs while the test yields.
  @MainActor @Test(arguments: KeySpelling.all.filter(\.isSequence), [nil, false, true])
  func aSequenceIsOfItsStoreAndMayBeginWithTheCurrentValue(_ spelling: KeySpelling, initial: Bool?) async throws {
    guard case .update(let updates) = spelling.use else { return }
    let settings = Settings()
    let (store, other) = spelling.isOfAdapter ? (settings.adapters, settings.own) : (settings.own, settings.adapters)
    try await Defaults.withStore(settings.own) {
      let heard = Lockbox<[Int?]>([])
      let consumer = Task {
        for await value in updates(settings, initial) {
          heard.change { $0.append(value) }
          if value == 9 { break }
        }
      }
      let first: [Int?] = initial == false ? [] : [spelling.isOfAdapter ? 2 : 1]
      while !store.context.changes.isObserved || heard.value.count < first.count { await Task.yield() }
      #expect(heard.value == first)
      try other.set(8, forKey: "count")
      try store.set(9, forKey: "count")
      await consumer.value
      #expect(heard.value == first + [9])
    }
  }
}

extension KeySpelling {
  var isObservation: Bool { if case .observe = use { true } else { false } }
  var isSequence: Bool { if case .update = use { true } else { false } }
}
