import Foundation
import Observation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

@Suite struct LayeredMomentTests {
  /// Of stores that change without a word too, the changes that are made through the library count.
  @Test func valuesOfLayersAreThoseOfOneMoment() throws {
    let person = InMemoryStore(["a": 1, "b": 1])
    let machine = DefaultsStoreOfTests()
    let store = LayeredStore([person, machine])
    var reads = 0
    let values = try store.atOneMoment {
      reads += 1
      let a = try store.value(forKey: "a")
      if reads == 1 { try person.set(["a": 2, "b": 2]) }
      return [a, try store.value(forKey: "b")]
    }
    #expect(values == [2, 2])
  }

  /// A layer between two others, which is changed while a read is between them.
  private struct Cover {
    let top = InMemoryStore()
    let middle = StoreWithHook()
    let bottom = InMemoryStore(["a": 0])

    /// Returns the store; its next read meets a value above, and another one beneath it that never shows.
    func makeStore(nested: Bool) -> LayeredStore {
      nested ? LayeredStore([LayeredStore([top, middle]), bottom]) : LayeredStore([top, middle, bottom])
    }

    func coverInTheMiddleOfARead() {
      middle.hook.change { [top, bottom] hook in
        hook = {
          try? top.set(1, forKey: "a")
          try? bottom.set(666, forKey: "a")
        }
      }
    }
  }

  @Test(arguments: [false, true]) func aCoveredValueIsNeverRead(nested: Bool) throws {
    let cover = Cover()
    let store = cover.makeStore(nested: nested)
    let key = DefaultsKey("a", defaultValue: -5, store: store)
    let reads: [() throws -> PropertyListValue?] = [
      { try store.value(forKey: "a") }, { .int(key.value) }, { try .int(key.read()) },
      { try (store.origin(of: "a") as? InMemoryStore)?.value(forKey: "a") },
    ]
    for read in reads {
      try cover.top.set(nil, forKey: "a")
      try cover.bottom.set(0, forKey: "a")
      cover.coverInTheMiddleOfARead()
      #expect(try read() == 1)
      #expect(key.value == 1)
    }
  }

  /// The value moves from the layer at the bottom to the one at the top, and each time one of them has it.
  @Test func aNameThatMovesIsAlwaysListed() throws {
    let cover = Cover()
    let store = cover.makeStore(nested: false)
    cover.middle.hook.change { [top = cover.top, bottom = cover.bottom] hook in
      hook = {
        try? top.set(0, forKey: "a")
        try? bottom.set(nil, forKey: "a")
      }
    }
    #expect(try store.keys() == ["a"])
  }

  /// Who has locked another store is told later what the layers have announced.
  @Test(arguments: [nil, "a"]) func aCoveredValueIsNeverAnnounced(name: String?) throws {
    let cover = Cover()
    let store = cover.makeStore(nested: false)
    let heard = Lockbox<[[PropertyListValue?]]>([])
    let observation = store.observe(name) { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    try InMemoryStore().transaction {
      try cover.top.set(1, forKey: "a")
      try cover.bottom.set(666, forKey: "a")
    }
    #expect(heard.value == [[0, 1]])
    observation.cancel()
  }

  @Test func aValueOfATransactionOfALayerIsNotAnnounced() throws {
    let (top, bottom) = (InMemoryStore(), InMemoryStore(["a": 0]))
    let store = LayeredStore([top, bottom])
    let heard = Lockbox<[[PropertyListValue?]]>([])
    func observe() -> DefaultsObservation {
      store.observe("a") { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
    }
    let observation = observe()
    let late = try bottom.transaction {
      try bottom.set(666, forKey: "a")
      let late = observe()
      try store.set(1, forKey: "a")
      try bottom.set(0, forKey: "a")
      return late
    }
    #expect(heard.value == [[0, 1], [0, 1]])
    for observation in [observation, late] { observation.cancel() }
  }

  /// Of two that begin to observe, the second one finds a value that the layers have not announced yet.
  @Test func whoBeginsWithAValueGetsTheNextOne() throws {
    let (top, bottom) = (InMemoryStore(), InMemoryStore(["a": 0]))
    let key = DefaultsKey("a", defaultValue: -5, store: LayeredStore([top, bottom]))
    let heard = Lockbox<[[[Int]]]>([[], []])
    func observe(_ index: Int) -> DefaultsObservation {
      key.observe(initial: true) { change in heard.change { $0[index].append([change.oldValue, change.newValue]) } }
    }
    let first = observe(0)
    let second = try InMemoryStore().transaction {
      try bottom.set(1, forKey: "a")
      let second = observe(1)
      try bottom.set(0, forKey: "a")
      return second
    }
    #expect(heard.value == [[[-5, 0], [0, 1], [1, 0]], [[-5, 1], [1, 0]]])
    for observation in [first, second] { observation.cancel() }
  }

  /// A view whose store is gone, or not connected, announces nothing, and commits all the same.
  @Test func aWriteIsNeverDropped() {
    let stack = LayerStack([Layer(InMemoryStore())])
    let context = DefaultsStoreContext(over: stack.contexts, writingTo: nil, showing: stack, changeSource: stack)
    var isCommitted = false
    stack.announce([DefaultsChange(key: "a", oldValue: nil, newValue: 1)], in: context) { isCommitted = true }
    #expect(isCommitted)
  }

  @Test(.timeLimit(.minutes(1))) func noThreadReadsWhatIsCoveredWhileOthersNeverPause() throws {
    let (top, bottom) = (InMemoryStore(), InMemoryStore(["a": 0]))
    let store = LayeredStore([top, bottom])
    let key = DefaultsKey("a", defaultValue: -5, store: store)
    let wrong = Lockbox(0)
    let observation = key.observe { change in
      if change.oldValue < 0 || change.newValue < 0 { wrong.change { $0 += 1 } }
    }
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      guard thread == 0 else {
        for _ in 0..<10_000 where thread == 1 ? key.value < 0 : (try? store.value(forKey: "a") == -1) != false {
          wrong.change { $0 += 1 }
        }
        return
      }
      for number in 1...2_000 {
        try? top.set(.int(number), forKey: "a")
        try? bottom.set(-1, forKey: "a")
        try? bottom.set(.int(number), forKey: "a")
        try? top.set(nil, forKey: "a")
      }
    }
    #expect(wrong.value == 0)
    #expect(key.value == 2_000)
    observation.cancel()
  }
}

/// A store in memory that runs a function once, after it was read.
private final class StoreWithHook: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext(announcesEveryChange: true)
  let hook = Lockbox<(@Sendable () -> Void)?>(nil)
  private func runHook() {
    let hook = hook.value
    self.hook.change { $0 = nil }
    hook?()
  }
  func storedValue(forKey name: String) -> PropertyListValue? {
    runHook()
    return nil
  }
  func storedKeys() -> [String] {
    runHook()
    return []
  }
  func persist(_ changes: [DefaultsChange]) {}
  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() {}
}

/// A store that announces nothing but what is written through the library.
private final class DefaultsStoreOfTests: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) -> PropertyListValue? { nil }
  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() {}
}
