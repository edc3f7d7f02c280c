import NamespacedDefaults
import TestSupport
import Testing

/// Handlers that name their actor.
@Suite(.timeLimit(.minutes(60))) struct IsolatedHandlerTests {
  @globalActor actor Clerk { static let shared = Clerk() }

  /// An object whose release is seen.
  final class Witness: Sendable {}

  @MainActor final class Panel {
    private(set) var sizes: [Int] = []
    private(set) var observation: DefaultsObservation?

    init(_ key: DefaultsKey<Int>, initial: Bool = false) {
      observation = key.observe(initial: initial) { @MainActor [weak self] in self?.sizes.append($0.newValue) }
    }

    func close() { observation?.cancel() }
  }

  let store = InMemoryStore()
  var count: DefaultsKey<Int> { DefaultsKey("a.b.count", defaultValue: 7, store: store) }
  var name: DefaultsKey<String> { DefaultsKey("name", defaultValue: "-", store: store) }

  @Test(arguments: StoreKind.allCases)
  func everySpellingCallsItsHandlerOnTheMainActor(_ kind: StoreKind) async throws {
    try await kind.with { store in
      let heard = Lockbox<Set<String>>([])
      @MainActor func hear(_ spelling: String) { heard.change { $0.insert(spelling) } }
      let group = DefaultsAdapter(store: store)
      let observations = [
        DefaultsKeys.launchCount.observe { @MainActor _ in hear("key itself") },
        Defaults.observe(.launchCount) { @MainActor _ in hear("key") },
        Defaults.key(\.launches).observe { @MainActor _ in hear("path") },
        Defaults["launchCount"].key(as: Int.self).observe { @MainActor _ in hear("name") },
        Defaults.observe([.launchCount]) { @MainActor in hear("list") },
        group.observe(.launchCount) { @MainActor _ in hear("key of an adapter") },
        group.observe(Defaults.key(\.launches)) { @MainActor _ in hear("path of an adapter") },
        group["launchCount"].key(as: Int.self).observe { @MainActor _ in hear("name of an adapter") },
        store.observe("launchCount") { @MainActor _ in hear("store") },
        store.observe { @MainActor _ in hear("all of a store") },
      ]
      Defaults[.launchCount] += 1
      while heard.value.count < observations.count { await Task.yield() }
      withExtendedLifetime(observations) {}
    }
  }

  @Test func aHandlerRunsOnItsActorAndInOrder() async {
    let (changes, continuation) = AsyncStream.makeStream(of: [Int].self)
    let observation = count.observe { @Clerk change in
      Clerk.preconditionIsolated()
      continuation.yield([change.oldValue, change.newValue])
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<250 { try? count.update { $0 += 1 } } }
      }
    }
    var seen: [[Int]] = []
    for await change in changes {
      seen.append(change)
      if seen.count == 1000 { break }
    }
    #expect(seen == (7..<1007).map { [$0, $0 + 1] })
    observation.cancel()
  }

  @MainActor @Test func anObserverOfTheMainActorFollowsInOneLine() async {
    let panel = Panel(count)
    count.value = 1
    count.value = 2
    #expect(panel.sizes == [], "the main actor is here")
    while panel.sizes.count < 2 { await Task.yield() }
    #expect(panel.sizes == [1, 2])
  }

  @Test func itCanBeMadeAndTheSettingWrittenElsewhere() async {
    let panel = await Panel(count)
    count.value = 1
    while await panel.sizes != [1] { await Task.yield() }
  }

  @MainActor @Test func onItsActorTheFirstCallComesBeforeObserveReturns() async {
    count.value = 1
    let panel = Panel(count, initial: true)
    #expect(panel.sizes == [1])
    count.value = 2
    #expect(panel.sizes == [1], "a change has its turn")
    while panel.sizes.count < 2 { await Task.yield() }
    #expect(panel.sizes == [1, 2])
  }

  @MainActor @Test func onItsActorEverySpellingCallsFirst() {
    Defaults.withStore(InMemoryStore(["launchCount": 3])) {
      let heard = Lockbox<[String]>([])
      @MainActor func hear(_ spelling: String) { heard.change { $0.append(spelling) } }
      let group = DefaultsAdapter(store: Defaults.store)
      let observations = [
        DefaultsKeys.launchCount.observe(initial: true) { @MainActor in hear("key itself \($0.newValue)") },
        Defaults.observe(.launchCount, initial: true) { @MainActor in hear("key \($0.newValue)") },
        Defaults.observe([.launchCount], initial: true) { @MainActor in hear("list") },
        Defaults.observe([DefaultsKeys](), initial: true) { @MainActor in hear("no key") },
        group.observe(.launchCount, initial: true) { @MainActor in hear("adapter \($0.newValue)") },
      ]
      #expect(heard.value == ["key itself 3", "key 3", "list", "adapter 3"])
      withExtendedLifetime(observations) {}
    }
  }

  @Clerk @Test func onAnotherActorTheFirstCallHasItsTurn() async {
    let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
    let seen = Lockbox<[Int]>([])
    count.value = 1
    let own = count.observe(initial: true) { @Clerk change in seen.change { $0.append(change.newValue) } }
    #expect(seen.value == [1])
    let other = count.observe(initial: true) { @MainActor in continuation.yield($0.newValue) }
    count.value = 2
    var heard: [Int] = []
    for await call in calls.prefix(2) { heard.append(call) }
    #expect(heard == [1, 2])
    withExtendedLifetime((own, other)) {}
  }

  @MainActor @Test func inATransactionTheFirstCallHasItsTurn() async throws {
    let seen = Lockbox<[Int]>([])
    let observation = try store.transaction {
      count.value = 1
      return count.observe(initial: true) { @MainActor change in seen.change { $0.append(change.newValue) } }
    }
    #expect(seen.value == [])
    while seen.value.isEmpty { await Task.yield() }
    #expect(seen.value[0] == 1)
    observation.cancel()
  }

  @MainActor @Test func afterTheActorHasCancelledNoChangeThatWaitsIsDelivered() async {
    let calls = Lockbox(0)
    weak var released: Witness?
    do {
      let witness = Witness()
      released = witness
      let observation = count.observe { @MainActor [witness] _ in
        withExtendedLifetime(witness) {}
        calls.change { $0 += 1 }
      }
      count.value = 1
      count.value = 2
      observation.cancel()
    }
    while released != nil { await Task.yield() }
    #expect(calls.value == 0)
  }

  @MainActor @Test func aHandlerThatCancelsIsNotCalledAgain() async {
    let panels = Lockbox<[Panel]>([])
    let sizes = Lockbox<[Int]>([])
    let panel = Panel(count)
    panels.change { $0 = [panel] }
    let observation = count.observe { @MainActor change in
      sizes.change { $0.append(change.newValue) }
      panels.value[0].close()
    }
    for value in 1...100 { count.value = value }
    while sizes.value.count < 100 { await Task.yield() }
    let heard = panel.sizes
    count.value = 101
    while sizes.value.count < 101 { await Task.yield() }
    #expect(panel.sizes == heard)
    observation.cancel()
  }

  @MainActor @Test func anOwnerIsReleasedAndItsHandlerToo() async {
    weak var owner: Panel?
    weak var released: Witness?
    do {
      let (panel, witness) = (Panel(count), Witness())
      (owner, released) = (panel, witness)
      let observation = count.observe { @MainActor [weak panel] _ in withExtendedLifetime((panel, witness)) {} }
      count.value = 1
      withExtendedLifetime((panel, observation)) {}
    }
    #expect(owner == nil)
    while released != nil { await Task.yield() }
  }

  @MainActor @Test func aHandlerThatWasNeverCalledIsReleasedToo() async {
    weak var released: Witness?
    do {
      let witness = Witness()
      released = witness
      let observation = count.observe { @MainActor [witness] _ in withExtendedLifetime(witness) {} }
      // Its task waits for a change.
      for _ in 0..<20 { await Task.yield() }
      observation.cancel()
    }
    while released != nil { await Task.yield() }
  }

  @MainActor @Test func aListIsCalledForEachChangeOfItsKeys() async {
    let seen = Lockbox<[String]>([])
    let observation = Defaults.observe([count, name], initial: true) { @MainActor in
      seen.change { $0.append("called") }
    }
    count.value = 1
    name.value = "Ada"
    while seen.value.count < 3 { await Task.yield() }
    observation.cancel()
    count.value = 2
    await Task.yield()
    #expect(seen.value == ["called", "called", "called"])
  }

  @Test func itsOwnWritesCanBeLeftOut() async {
    let calls = Lockbox<[String]>([])
    let observations = [
      name.observe { @MainActor change in
        calls.change { $0.append("actor \(change.newValue)") }
        Defaults.withoutPropagation { name.value = change.newValue + "!" }
      },
      name.observe { change in calls.change { $0.append(change.newValue) } },
    ]
    name.value = "a"
    while calls.value.count < 3 { await Task.yield() }
    name.value = "b"
    while calls.value.count < 6 { await Task.yield() }
    #expect(calls.value.filter { $0.hasPrefix("actor") } == ["actor a", "actor b"])
    #expect(calls.value.filter { !$0.hasPrefix("actor") } == ["a", "a!", "b", "b!"])
    withExtendedLifetime(observations) {}
  }

  @Test func theStoreIsThatOfTheCodeThatObserves() async {
    let stores = Lockbox<[ObjectIdentifier]>([])
    let group = InMemoryStore()
    let observation = Defaults.withStore(group) {
      count.observe { @MainActor _ in stores.change { $0.append(ObjectIdentifier(Defaults.store)) } }
    }
    Defaults.withStore(InMemoryStore()) { count.value = 1 }
    while stores.value.isEmpty { await Task.yield() }
    #expect(stores.value == [ObjectIdentifier(group)])
    observation.cancel()
  }
}
