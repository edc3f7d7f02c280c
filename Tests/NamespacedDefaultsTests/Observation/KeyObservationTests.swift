import TestSupport
import Testing

@testable import NamespacedDefaults

/// Callbacks for keys, on every store.
@Suite struct KeyObservationTests {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
  }

  let count = DefaultsKey<Int>("a.b.count", defaultValue: 7)

  @Test(arguments: StoreKind.allCases)
  func aKeyWithDotsIsObserved(_ kind: StoreKind) throws {
    try kind.with { _ in
      let heard = Lockbox<[Bool?]>([])
      let observation = Account.key(.isUserLoggedIn).observe { change in heard.change { $0.append(change.newValue) } }
      Account.set(true, forKey: .isUserLoggedIn)
      Account[.isUserLoggedIn].toggle()
      #expect(heard.value == [true, false])
      observation.cancel()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func everySpellingIsHeardUnderEverySpelling(_ kind: StoreKind) throws {
    try kind.with { store in
      let heard = Lockbox<[String]>([])
      let observations = [
        Defaults.observe(.launchCount) { _ in heard.change { $0.append("key") } },
        Defaults.key(\.launches).observe { _ in heard.change { $0.append("path") } },
        Defaults["launchCount"].key(as: Int.self).observe { _ in heard.change { $0.append("name") } },
        DefaultsAdapter(store: store).observe(.launchCount) { _ in heard.change { $0.append("adapter") } },
      ]
      Defaults[.launchCount] += 1
      #expect(heard.value == ["key", "path", "name", "adapter"])
      Defaults["launchCount"] = 9
      try store.set(10, forKey: "launchCount")
      Defaults.removeAll()
      #expect(heard.value.count == 16)
      withExtendedLifetime(observations) {}
    }
  }

  @Test(arguments: StoreKind.allCases)
  func onlyTheInitialCallIsAChoice(_ kind: StoreKind) throws {
    try kind.with { _ in
      let heard = Lockbox<[String]>([])
      func observe(initial: Bool) -> DefaultsObservation {
        count.observe(initial: initial) { change in
          heard.change { $0.append("\(change.oldValue) \(change.newValue)\(change.isInitial ? " initial" : "")") }
        }
      }
      let observations = [observe(initial: true), observe(initial: false)]
      #expect(heard.value == ["7 7 initial"])
      count.value = 8
      #expect(heard.value == ["7 7 initial", "7 8", "7 8"])
      withExtendedLifetime(observations) {}
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anEqualValueIsNotAChange(_ kind: StoreKind) throws {
    try kind.with { _ in
      count.value = 8
      let calls = Lockbox(0)
      let observation = count.observe { _ in calls.change { $0 += 1 } }
      count.value = 8
      count.value += 0
      #expect(calls.value == 0)
      observation.cancel()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anObserverMayReadWriteAndCancel(_ kind: StoreKind) throws {
    try kind.with { store in
      let count = count.bound(to: store)
      let heard = Lockbox<[Int]>([])
      let token = Lockbox<DefaultsObservation?>(nil)
      let observation = count.observe { change in
        heard.change { $0.append(count.value) }
        if count.value < 10 { count.value += 1 } else { token.value?.cancel() }
      }
      token.change { $0 = observation }
      count.value = 8
      count.value = 20
      #expect(heard.value == [8, 9, 10])
    }
  }

  @Test func anObserverThatAnotherOneCancelsIsNotCalled() throws {
    let store = InMemoryStore()
    let (second, calls) = (Lockbox<DefaultsObservation?>(nil), Lockbox(0))
    let first = store.observe("a") { _ in second.value?.cancel() }
    let cancelled = store.observe("a") { _ in calls.change { $0 += 1 } }
    second.change { $0 = cancelled }
    try store.set(1, forKey: "a")
    #expect(calls.value == 0)
    first.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func changesFromManyThreadsComeInCommitOrder(_ kind: StoreKind) async throws {
    try await kind.with { store in
      let count = count.bound(to: store)
      let heard = Lockbox<[Int]>([])
      let observation = count.observe { change in heard.change { $0.append(change.newValue) } }
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { for _ in 0..<50 { count.value += 1 } } }
      }
      // A writer may return while another delivers for it.
      while heard.value.count < 200 { await Task.yield() }
      #expect(heard.value == Array(8...207))
      observation.cancel()
    }
  }

  @Test func theFirstCallComesBeforeAnyChange() async {
    for _ in 0..<50 {
      let count = count.bound(to: InMemoryStore())
      let heard = Lockbox<[DefaultsKey<Int>.Change]>([])
      let writer = Task { for _ in 0..<20 { count.value += 1 } }
      let observation = count.observe(initial: true) { change in heard.change { $0.append(change) } }
      await writer.value
      // A writer may return while another thread delivers for it.
      while heard.value.last?.newValue != 27 { await Task.yield() }
      observation.cancel()
      let changes = heard.value
      #expect(changes.first?.isInitial == true)
      #expect(changes.dropFirst().allSatisfy { !$0.isInitial })
      #expect(changes.map(\.newValue) == Array((28 - changes.count)...27))
    }
  }

  @Test func tenThousandObservationsLeaveNothing() {
    final class Owner: Sendable {}
    let store = InMemoryStore()
    let count = count.bound(to: store)
    weak var leftover: Owner?
    do {
      let owner = Owner()
      leftover = owner
      for _ in 0..<10_000 { _ = count.observe { _ in withExtendedLifetime(owner) {} } }
    }
    #expect(leftover == nil)
  }

  @Test func anUndecodableChangeIsTheDefaultAndReported() throws {
    let store = InMemoryStore()
    let heard = Lockbox<[Int?]>([])
    let problems = try problems {
      let observation = count.bound(to: store).observe { change in heard.change { $0.append(change.newValue) } }
      try store.set("many", forKey: "a.b.count")
      observation.cancel()
    }
    #expect(heard.value == [7])
    #expect(problems.map(\.kind) == [.undecodableValue])
  }

  @Test func aHandlerHasTheSettingsOfTheCallThatRegisteredIt() throws {
    let (observed, writers) = (InMemoryStore(), InMemoryStore())
    let isWriters = Lockbox<[Bool]>([])
    let registeredWithoutAny = observed.observe("a") { _ in
      isWriters.change { $0.append(TaskOverrides.current?.store?.value === writers) }
    }
    try Defaults.withStore(writers) { try observed.set(1, forKey: "a") }
    #expect(isWriters.value == [false])
    withExtendedLifetime(registeredWithoutAny) {}
  }

  @Test func theProblemsOfAHandlerGoWhereThoseOfItsRegistrationWent() throws {
    let store = InMemoryStore(["b": "many"])
    let key = DefaultsKey<Int>("b", defaultValue: 7, store: store)
    var observation: DefaultsObservation?
    let heard = Lockbox<[DefaultsProblem]>([])
    Defaults.withProblemHandler({ problem in heard.change { $0.append(problem) } }) {
      observation = store.observe("a") { _ in _ = key.value }
    }
    try store.set(1, forKey: "a")
    #expect(heard.value.map(\.kind) == [.undecodableValue])
    withExtendedLifetime(observation) {}
  }
}
