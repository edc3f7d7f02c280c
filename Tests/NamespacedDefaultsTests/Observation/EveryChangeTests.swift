import NamespacedDefaults
import TestSupport
import Testing

/// Sequences of one key, of each change, and of lists that are made at run time.
@Suite struct EveryChangeTests {
  let count = DefaultsKey<Int>("a.b.count", defaultValue: 7)
  let flag = DefaultsKey<Bool>("flag", defaultValue: false)
  let name = DefaultsKey<String?>("name")

  @Test func oneKeyGivesValuesAndNoTuples() async {
    await Defaults.withStore(InMemoryStore(["flag": true])) {
      #expect(await Defaults.updates(flag).contains(true))
      #expect(await Defaults.updates(flag).first { $0 } == true)
      #expect(await Defaults.updates(flag).filter { $0 }.first { _ in true } == true)
      #expect(await Defaults.updates(count).map { $0 + 1 }.first { _ in true } == 8)
      let group = DefaultsAdapter(store: InMemoryStore(["name": "Ada"]))
      #expect(await group.updates(name).compactMap(\.self).first { _ in true } == "Ada")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func withoutTheInitialValueTheFirstIsThatOfAChange(_ kind: StoreKind) async throws {
    try await kind.with { _ in
      var values = count.updates(initial: false).makeAsyncIterator()
      count.value = 8
      #expect(await values.next() == 8)
      var pairs = Defaults.updates(count, flag, initial: false).makeAsyncIterator()
      flag.value = true
      let pair = try #require(await pairs.next())
      #expect(pair == (8, true))
      var named = Defaults["name"].key(as: String.self).updates(initial: false).makeAsyncIterator()
      name.value = "Ada"
      #expect(await named.next() == .some("Ada"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func eachChangeComesOnItsOwn(_ kind: StoreKind) async throws {
    try await kind.with { _ in
      var changes = count.changes().makeAsyncIterator()
      for value in 1...100 { count.value = value }
      count.remove()
      var seen: [[Int]] = []
      while seen.count < 101, let change = await changes.next() { seen.append([change.oldValue, change.newValue]) }
      #expect(seen == [[7, 1]] + (1..<100).map { [$0, $0 + 1] } + [[100, 7]])
    }
  }

  @Test func oneKeyHasItsChanges() async {
    await Defaults.withStore(InMemoryStore()) {
      let key = DefaultsKey("n", defaultValue: 0)
      var changes = Defaults.changes(key).makeAsyncIterator()
      for value in 1...3 { key.value = value }
      var seen: [Int] = []
      while seen.count < 3, let change = await changes.next() { seen.append(change?.newValue ?? -1) }
      #expect(seen == [1, 2, 3])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func eachChangeOfSeveralKeysComesOnItsOwn(_ kind: StoreKind) async throws {
    try await kind.with { _ in
      let other = DefaultsKey<Int>("other", defaultValue: 0)
      var changes = Defaults.changes(count, other, name).makeAsyncIterator()
      count.value = 1
      flag.value = true
      other.value = 1
      count.value = 2
      name.value = "Ada"
      other.value = 2
      other.value = 2
      other.remove()
      var seen: [String] = []
      while seen.count < 6, let (count, other, name) = await changes.next() {
        let parts = [
          count.map { "count \($0.oldValue) \($0.newValue)" },
          other.map { "other \($0.oldValue) \($0.newValue)" },
          name.map { "name \($0.oldValue ?? "-") \($0.newValue ?? "-")" },
        ]
        seen.append(parts.compactMap(\.self).joined(separator: ", "))
      }
      #expect(seen == ["count 7 1", "other 0 1", "count 1 2", "name - Ada", "other 1 2", "other 2 0"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func theChangesOfATransactionComeOneAfterAnother(_ kind: StoreKind) async throws {
    try await kind.with { store in
      let group = DefaultsAdapter(store: store)
      var changes = Defaults.changes(flag.bound(to: store), count.bound(to: store)).makeAsyncIterator()
      try group.transaction {
        group[count] = 1
        group[flag] = true
        group[count] = 2
      }
      let first = try #require(await changes.next())
      #expect(first.0 == nil)
      #expect(first.1?.oldValue == 7)
      #expect(first.1?.newValue == 2)
      let second = try #require(await changes.next())
      #expect(second.0?.newValue == true)
      #expect(second.1 == nil)
    }
  }

  @Test func boundKeysHaveTheChangesOfTheirStore() async {
    let group = DefaultsAdapter(store: InMemoryStore())
    let (count, flag, name) = (count.bound(to: group.store), flag.bound(to: group.store), name.bound(to: group.store))
    await Defaults.withStore(InMemoryStore()) {
      var changes = Defaults.changes(count, flag, name).makeAsyncIterator()
      Defaults[self.count] = 1
      Defaults[self.flag] = true
      Defaults[self.name] = "Bob"
      group[name] = "Ada"
      group[flag] = true
      group[count] = 2
      let (first, second, third) = (await changes.next(), await changes.next(), await changes.next())
      #expect(first?.2?.newValue == "Ada")
      #expect(second?.1?.newValue == true)
      #expect(third?.0?.newValue == 2)
    }
  }

  @Test func changesOfTwoMembersAreTwo() async throws {
    struct Size: Codable, DefaultsSerializable { var width = 1, height = 1 }
    let size = DefaultsKey<Size>("size", defaultValue: Size(), store: InMemoryStore())
    var changes = Defaults.changes(size[\.width], size[\.height]).makeAsyncIterator()
    size.value.width = 2
    size.value = Size(width: 3, height: 3)
    var seen: [[Int?]] = []
    while seen.count < 3, let (width, height) = await changes.next() {
      seen.append([width?.newValue, height?.newValue])
    }
    #expect(seen == [[2, nil], [3, nil], [nil, 3]])
  }

  @Test func changesOfSeveralKeysAreThoseOfTheStoreAtTheCall() async {
    let (here, elsewhere) = (InMemoryStore(), InMemoryStore())
    let sequence = Defaults.withStore(here) { Defaults.changes(count, flag) }
    await Defaults.withStore(elsewhere) {
      var changes = sequence.makeAsyncIterator()
      count.value = 1
      DefaultsAdapter(store: here)[count] = 2
      #expect(await changes.next()?.0?.newValue == 2)
    }
  }

  @Test func changesOfSeveralKeysStayWithTheirStoresAndEndWithTheirTask() async {
    let sequence = Defaults.withStore(InMemoryStore()) { Defaults.changes(count, flag) }
    let task = Task {
      var changes = sequence.makeAsyncIterator()
      Defaults.withStore(InMemoryStore()) { count.value = 1 }
      withUnsafeCurrentTask { $0?.cancel() }
      return await changes.next() == nil
    }
    #expect(await task.value)
  }

  @Test func aBufferWithALimitDropsChanges() async {
    await Defaults.withStore(InMemoryStore()) {
      var changes = count.changes(bufferingPolicy: .bufferingNewest(2)).makeAsyncIterator()
      for value in 1...5 { count.value = value }
      #expect(await changes.next()?.newValue == 4)
      #expect(await changes.next()?.newValue == 5)
    }
  }

  @Test func cancellationEndsTheSequenceOfChanges() async {
    let count = count.bound(to: InMemoryStore())
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var changes = count.changes().makeAsyncIterator()
      started.continuation.yield()
      return await changes.next() == nil
    }
    for await _ in started.stream { break }
    task.cancel()
    #expect(await task.value)
  }

  @Test func changesThatWereNotTakenBeforeTheCancellationAreLeft() async {
    let count = count.bound(to: InMemoryStore())
    let task = Task {
      var changes = count.changes().makeAsyncIterator()
      count.value = 1
      withUnsafeCurrentTask { $0?.cancel() }
      return await changes.next() == nil
    }
    #expect(await task.value)
  }

  @Test func aListSignalsTheChangesOfItsKeys() async {
    await Defaults.withStore(InMemoryStore()) {
      let keys: [DefaultsKeys] = [count, flag, .shared]
      var signals = Defaults.updates(keys).makeAsyncIterator()
      #expect(await signals.next() != nil)
      flag.value = true
      #expect(await signals.next() != nil)
      var later = Defaults.updates([count, flag], initial: false).makeAsyncIterator()
      count.value = 8
      #expect(await later.next() != nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aListCallsItsHandlerForEachOfItsKeys(_ kind: StoreKind) throws {
    try kind.with { _ in
      let seen = Lockbox<[String]>([])
      let keys: [DefaultsKeys] = [count, name]
      let observation = Defaults.observe(keys, initial: true) {
        let text = "\(count.value) \(name.value ?? "-")"
        seen.change { $0.append(text) }
      }
      count.value = 8
      flag.value = true
      name.value = "Ada"
      #expect(seen.value == ["7 -", "8 -", "8 Ada"])
      observation.cancel()
      count.value = 9
      #expect(seen.value.count == 3)
    }
  }

  @Test func aChangeHasBothValuesAndTheInitialOneTheDefault() {
    Defaults.withStore(InMemoryStore(["a.b.count": 8, "name": "Ada"])) {
      let seen = Lockbox<[Int]>([])
      let names = Lockbox<[String?]>([])
      let observations = [
        count.observe(initial: true) { change in seen.change { $0 += [change.oldValue, change.newValue] } },
        name.observe(initial: true) { change in names.change { $0 += [change.oldValue, change.newValue] } },
      ]
      count.value = 9
      name.value = nil
      #expect(seen.value == [7, 8, 8, 9])
      #expect(names.value == [nil, "Ada", "Ada", nil])
      withExtendedLifetime(observations) {}
    }
  }
}

/// Writes of a handler that do not call it again.
@Suite struct WithoutPropagationTests {
  let text = DefaultsKey<String>("text", defaultValue: "")
  let other = DefaultsKey<Int>("other", defaultValue: 0)

  @Test(arguments: StoreKind.allCases)
  func theHandlerThatWritesIsNotCalled(_ kind: StoreKind) throws {
    try kind.with { _ in
      let calls = Lockbox<[String]>([])
      let first = text.observe { change in
        calls.change { $0.append("first \(change.newValue)") }
        Defaults.withoutPropagation { text.value = change.newValue + "!" }
      }
      let second = text.observe { change in calls.change { $0.append("second \(change.newValue)") } }
      text.value = "a"
      #expect(calls.value == ["first a", "second a", "second a!"])
      #expect(text.value == "a!")
      text.value = "b"
      #expect(calls.value.suffix(3) == ["first b", "second b", "second b!"])
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test(arguments: StoreKind.allCases)
  func itIsNotCalledForAWriteInATransactionEither(_ kind: StoreKind) throws {
    try kind.with { _ in
      let calls = Lockbox<[String]>([])
      let observation = text.observe { change in
        calls.change { $0.append(change.newValue) }
        guard calls.value.count < 9 else { return }  // or a failure would never end
        #expect(throws: Never.self) {
          try Defaults.transaction {
            Defaults.withoutPropagation { text.value = change.newValue + "!" }
            other.value += 1
          }
        }
      }
      text.value = "a"
      #expect(calls.value == ["a"])
      #expect(text.value == "a!")
      #expect(other.value == 1)
      observation.cancel()
    }
  }

  /// Writes in a transaction after one without propagation, and what a handler gets of them.
  @Test(arguments: [("write", ["a", "c"]), ("undone write", ["a"]), ("write without propagation", ["a"])])
  func eachWriteOfATransactionCounts(_ write: String, _ expected: [String]) {
    Defaults.withStore(InMemoryStore()) {
      let calls = Lockbox<[String]>([])
      let observation = text.observe { change in
        calls.change { $0.append(change.newValue) }
        guard change.newValue == "a" else { return }
        try? Defaults.transaction {
          Defaults.withoutPropagation { text.value = "b" }
          try? Defaults.transaction {
            switch write {
            case "write": text.value = "c"
            case "undone write":
              text.value = "c"
              throw CancellationError()
            default: Defaults.withoutPropagation { text.value = "c" }
            }
          }
        }
      }
      text.value = "a"
      #expect(calls.value == expected)
      observation.cancel()
    }
  }

  @Test func theSameGoesForTheFirstCallAndForLists() {
    Defaults.withStore(InMemoryStore()) {
      let calls = Lockbox(0)
      let observation = text.observe(initial: true) { change in
        calls.change { $0 += 1 }
        Defaults.withoutPropagation { text.value += "!" }
      }
      #expect(calls.value == 1)
      observation.cancel()
      let list = Defaults.observe([text, other]) {
        calls.change { $0 += 1 }
        Defaults.withoutPropagation {
          text.value += "?"
          other.value += 1
        }
      }
      other.value = 5
      #expect(calls.value == 2)
      #expect(other.value == 6)
      list.cancel()
    }
  }

  @Test func onlyTheBodyIsMeant() {
    Defaults.withStore(InMemoryStore()) {
      let calls = Lockbox<[Int]>([])
      let observation = other.observe { change in
        calls.change { $0.append(change.newValue) }
        Defaults.withoutPropagation { other.value = 50 }
        if change.newValue == 1 { other.value = 2 }
      }
      other.value = 1
      #expect(calls.value == [1, 2])
      #expect(other.value == 50)
      Defaults.withoutPropagation { other.value = 3 }
      #expect(calls.value == [1, 2, 3], "no handler ran, so none is left out")
      observation.cancel()
    }
  }

  @Test func aHandlerOfAnotherKeyIsCalled() {
    Defaults.withStore(InMemoryStore()) {
      let calls = Lockbox<[String]>([])
      let observations = [
        text.observe { _ in
          calls.change { $0.append("text") }
          Defaults.withoutPropagation { other.value += 1 }
        },
        other.observe { _ in
          calls.change { $0.append("other") }
          if other.value < 3 { text.value += "!" }
        },
      ]
      text.value = "a"
      #expect(calls.value == ["text", "other", "text", "other", "text", "other"])
      withExtendedLifetime(observations) {}
    }
  }

  /// The changes of another store are delivered at once, and so inside of the body.
  @Test func aHandlerThatIsCalledInsideWritesForAll() throws {
    let (store, inner) = (InMemoryStore(), InMemoryStore())
    let calls = Lockbox<[String]>([])
    let observations = [
      store.observe { change in
        calls.change { $0.append(change.key) }
        guard change.key == "a" else { return }
        Defaults.withoutPropagation {
          try? inner.set(1, forKey: "b")
          try? store.set(1, forKey: "own")
        }
      },
      inner.observe { _ in try? store.set(1, forKey: "of the inner handler") },
    ]
    try store.set(1, forKey: "a")
    #expect(calls.value == ["a", "of the inner handler"])
    withExtendedLifetime(observations) {}
  }

  @Test func anErrorPassesThrough() {
    #expect(throws: DefaultsError.noHomeDirectory) {
      try Defaults.withoutPropagation { throw DefaultsError.noHomeDirectory }
    }
  }
}
