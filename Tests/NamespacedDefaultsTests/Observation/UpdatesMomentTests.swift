import NamespacedDefaults
import TestSupport
import Testing

/// The values of several keys in one element of a sequence.
@Suite struct UpdatesMomentTests {
  /// A store that another process writes too: the first read of "b" finds that it has changed both values.
  final class InterruptedStore: DefaultsStore, DefaultsStorage {
    private let inner: Lockbox<[String: PropertyListValue]> = Lockbox(["a": 1, "b": 1])
    private let isInterrupted = Lockbox(false)
    let context = DefaultsStoreContext(announcesEveryChange: true)

    func storedValue(forKey name: String) -> PropertyListValue? {
      if name == "b", !isInterrupted.value {
        isInterrupted.change { $0 = true }
        inner.change { $0 = ["a": 2, "b": 2] }
        context.announce(["a", "b"].map { DefaultsChange(key: $0, oldValue: 1, newValue: 2) })
      }
      return inner.value[name]
    }

    func storedKeys() -> [String] { ["a", "b"] }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {}
    func synchronize() {}
  }

  @Test func noChangeOfAnotherThreadComesBetweenTheKeys() async throws {
    let store = InMemoryStore(["a": 1, "b": 1])
    let isFirst = Lockbox(true)
    // Its format writes both keys when the first one is decoded.
    let writing = DefaultsBridge<Int> {
      .integer(Int64($0))
    } decode: { stored in
      if isFirst.value {
        isFirst.change { $0 = false }
        try store.set(["a": 2, "b": 2])
      }
      return try Int.value(fromPropertyList: stored)
    }
    let a = DefaultsKey("a", defaultValue: 0, bridge: writing, store: store)
    let b = DefaultsKey<Int>("b", defaultValue: 0, store: store)
    var values = Defaults.updates(a, b).makeAsyncIterator()
    #expect(await values.next().map { [$0, $1] } == [1, 1])
    #expect(await values.next().map { [$0, $1] } == [2, 2])
  }

  @Test func noChangeOfAnotherProcessComesBetweenTheKeys() async {
    let store = InterruptedStore()
    let a = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let b = DefaultsKey<Int>("b", defaultValue: 0, store: store)
    var values = Defaults.updates(a, b).makeAsyncIterator()
    #expect(await values.next().map { [$0, $1] } == [2, 2])
  }

  @Test func keysOfTwoStoresComeInTheOrderOfTheCall() async throws {
    let (first, second) = (InMemoryStore(["a": 1, "c": 3]), InMemoryStore(["b": 2]))
    let keys = [("a", first), ("b", second), ("c", first)].map { DefaultsKey<Int>($0, defaultValue: 0, store: $1) }
    var values = Defaults.updates(keys[0], keys[1], keys[2]).makeAsyncIterator()
    #expect(await values.next().map { [$0, $1, $2] } == [1, 2, 3])
  }
}
