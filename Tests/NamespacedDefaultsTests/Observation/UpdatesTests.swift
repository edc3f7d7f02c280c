import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// The values of keys as sequences, on every store.
@Suite struct UpdatesTests {
  let count = DefaultsKey<Int>("a.b.count", defaultValue: 7)
  let name = DefaultsKey<String?>("name")

  @Test(arguments: StoreKind.allCases)
  func theCurrentValueComesFirstThenEachNewOne(_ kind: StoreKind) async throws {
    try await kind.with { _ in
      var values = count.updates().makeAsyncIterator()
      #expect(await values.next() == 7)
      count.value = 8
      #expect(await values.next() == 8)
      count.remove()
      #expect(await values.next() == 7)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aSlowConsumerGetsTheNewest(_ kind: StoreKind) async throws {
    try await kind.with { _ in
      var values = count.updates().makeAsyncIterator()
      #expect(await values.next() == 7)
      for value in 1...100 { count.value = value }
      #expect(await values.next() == 100)
      count.value = 101
      #expect(await values.next() == 101)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func severalKeysComeTogether(_ kind: StoreKind) async throws {
    try await kind.with { store in
      var values = Defaults.updates(count, name).makeAsyncIterator()
      #expect(try #require(await values.next()) == (7, nil))
      try store.set(["a.b.count": 8, "name": "Ada"])
      #expect(try #require(await values.next()) == (8, "Ada"))
      name.value = "Grace"
      #expect(try #require(await values.next()) == (8, "Grace"))
    }
  }

  /// A tracked read misses a change that another thread makes while the tracked code runs; a sequence does not.
  @Test(.timeLimit(.minutes(60)), arguments: StoreKind.allCases)
  func noLastChangeOfAnotherThreadIsMissed(_ kind: StoreKind) async throws {
    try await kind.with { store in
      let key = count.bound(to: store)
      for last in stride(from: 10, through: 500, by: 10) {
        Thread.detachNewThread { for value in (last - 8)...last { key.value = value } }
        for await value in key.updates() where value == last { break }
      }
    }
  }

  @Test func severalProxiesComeTogether() async {
    await Defaults.withStore(InMemoryStore(["a": 1, "b": "x"])) {
      var updates = Defaults.updates(Defaults["a"].key(as: Int.self), Defaults["b"].key(as: String.self))
        .makeAsyncIterator()
      #expect(await updates.next().map { "\($0)" } == #"(Optional(1), Optional("x"))"#)
      Defaults["b"] = "y"
      #expect(await updates.next().map { "\($0)" } == #"(Optional(1), Optional("y"))"#)
    }
  }

  @Test func aReadThatFailsIsReported() async {
    let problems = Lockbox<[DefaultsProblem]>([])
    await Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }) {
      var values = count.bound(to: FailingStore(failsReads: true)).updates().makeAsyncIterator()
      #expect(await values.next() == 7)
    }
    #expect(problems.value.map(\.kind) == [.failedRead])
  }

  @Test func cancellationEndsTheSequence() async {
    let count = count.bound(to: InMemoryStore())
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var seen: [Int] = []
      for await value in count.updates() {
        seen.append(value)
        started.continuation.yield()
      }
      return seen
    }
    for await _ in started.stream { break }
    task.cancel()
    #expect(await task.value == [7])
  }

  @Test func aTaskThatIsCancelledAlreadyGetsNoValue() async {
    let count = count.bound(to: InMemoryStore())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var number = 0
      for await _ in count.updates() { number += 1 }
      for await _ in Defaults.updates([count] as [DefaultsKeys]) { number += 1 }
      return number
    }
    #expect(await task.value == 0)
  }

  @Test func theStoreIsThatOfTheCall() async {
    let store = InMemoryStore()
    let updates = Defaults.withStore(store) { count.updates() }
    var values = updates.makeAsyncIterator()
    #expect(await values.next() == 7)
    count.bound(to: store).value = 8
    #expect(await values.next() == 8)
  }

  @Test func theStoreOfChangesIsThatOfTheCall() async {
    let store = InMemoryStore()
    let sequence = Defaults.withStore(store) { count.changes() }
    var changes = sequence.makeAsyncIterator()
    count.bound(to: store).value = 8
    #expect(await changes.next()?.newValue == 8)
  }

  @Test func tenThousandSequencesLeaveNothing() async {
    final class Marked: DefaultsStore, DefaultsStorage {
      let inner = InMemoryStore()
      var context: DefaultsStoreContext { inner.context }
      func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
      func storedKeys() -> [String] { inner.keys() }
      func persist(_ changes: [DefaultsChange]) {}

      func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
      func synchronize() {}
    }
    weak var leftover: Marked?
    do {
      let store = Marked()
      leftover = store
      for _ in 0..<10_000 {
        var values = count.bound(to: store).updates().makeAsyncIterator()
        _ = await values.next()
      }
    }
    #expect(leftover == nil)
  }
}
