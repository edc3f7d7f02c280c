import NamespacedDefaults
import Synchronization
import TestSupport
import Testing

/// Keys that are compared, put into lists, and reset; defaults that are computed.
@Suite struct KeyListTests {
  let store = InMemoryStore()

  @Test func keysAreEqualByNameAndStore() {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    #expect(key == DefaultsKey<Int>("a", defaultValue: 5, store: store))
    #expect(key as DefaultsKeys == DefaultsKey<String>("a", defaultValue: "", store: store))
    #expect(key != DefaultsKey<Int>("b", defaultValue: 0, store: store))
    #expect(key != DefaultsKey<Int>("a", defaultValue: 0, store: InMemoryStore()))
    #expect(key != DefaultsKey<Int>("a", defaultValue: 0))
    #expect(DefaultsKey<Int>("a", defaultValue: 0) == DefaultsKey<Int>("a", defaultValue: 0))
  }

  @Test func keysOfTwoTypesAreNotEqual() {
    struct First: IntegerDefaultSettable {
      static let namespace = "Shared"
      enum IntegerKey: String { case count }
    }
    struct Second: IntegerDefaultSettable {
      static let namespace = "Shared"
      static let store: any DefaultsStore = InMemoryStore()
      enum IntegerKey: String { case count }
    }
    #expect(First.key(.count) == First.key(.count))
    #expect(First.key(.count) != Second.key(.count), "they may be in two stores")
  }

  @Test func keysAreInASetOnce() {
    let keys: Set<DefaultsKeys> = [.launchCount, .theme2, DefaultsKey<Int>("launchCount", defaultValue: 9)]
    #expect(keys.count == 2)
    #expect(keys.contains(.launchCount))
  }

  @Test func aDefaultIsComputedAtEachUse() {
    let count = Mutex(0)
    let key = DefaultsKey<Int>("a", store: store) {
      count.withLock { value in
        value += 1
        return value
      }
    }
    #expect(count.withLock { $0 } == 0)
    #expect([key.value, key.value, key.value] == [1, 2, 3])
    key.value = 10
    #expect([key.value, key.value] == [10, 10])
    #expect(count.withLock { $0 } == 3)
    #expect(key.bound(to: InMemoryStore()).value == 4)
  }

  @Test func keysAreResetTogether() throws {
    let first = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let second = DefaultsKey<String?>("b", store: store)
    let renamed = DefaultsKey<Int>("new", defaultValue: 0, store: store).renamed(from: "old")
    let elsewhere = DefaultsKey<Int>("a", defaultValue: 0, store: InMemoryStore(["a": 1]))
    try store.set(["a": 1, "b": "x", "c": 3, "old": 4])
    let seen = Lockbox<[[Int]]>([])
    let observation = Defaults.observe([first, second, renamed]) {
      seen.change { $0.append([first.value, second.value == nil ? 0 : 1, renamed.value]) }
    }
    Defaults.remove(first, second, renamed, elsewhere)
    #expect(seen.value == [[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    #expect(store.keys() == ["c"])
    #expect(!elsewhere.hasValue)
    observation.cancel()
  }

  @Test func theInitialCallComesWhenAllKeysAreObserved() {
    let keys = ["a", "b", "c"].map { DefaultsKey<Int>($0, defaultValue: 0, store: store) }
    let calls = Lockbox(0)
    let observation = Defaults.observe(keys, initial: true) {
      calls.change { $0 += 1 }
      if calls.value == 1 { for key in keys { key.value = 1 } }
    }
    #expect(calls.value == 4)
    observation.cancel()
  }

  @Test func aKeyWithAStoreOfItsOwnIsLookedForThere() {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: InMemoryStore(["a": 1]))
    Defaults.withStore(InMemoryStore()) { #expect(Defaults.hasKey(key)) }
  }

  @Test func aResetThatFailsIsReported() {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: FailingStore(["a": 1]))
    #expect(problems { Defaults.remove(key) }.map(\.kind) == [.failedWrite])
    #expect(key.value == 1)
  }

  @Test func keysOfTwoObjectsOverOneFileAreEqual() throws {
    let directory = try TemporaryDirectory()
    let keys = try (0..<2).map { _ in
      DefaultsKey<Int>("a", defaultValue: 0, store: try FileStore(path: directory.file()))
    }
    #expect(keys[0] == keys[1])
    #expect(Set(keys).count == 1)
  }
}

extension DefaultsKeys {
  fileprivate static let theme2 = DefaultsKey<Theme>("theme2", defaultValue: .light)
}
