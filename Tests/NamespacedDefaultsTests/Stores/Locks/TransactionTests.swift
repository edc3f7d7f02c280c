import Foundation
import NamespacedDefaultsTesting
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

extension DefaultsKeys {
  fileprivate static let left = DefaultsKey("left", defaultValue: 0)
  fileprivate static let right = DefaultsKey("right", defaultValue: 0)
  fileprivate var left: DefaultsKey<Int> { .init("left", defaultValue: 0) }
}

private struct Stop: Error, Equatable {}

/// Several settings that change together or not at all, in every store.
@Suite(.isolatedDefaults)
struct TransactionTests {
  private struct Pair: IntegerDefaultSettable {
    enum IntegerKey: String { case left, right }
    static let namespace = "Pair"
    var namespace: String { "Pair" }
  }

  private struct Screen {
    @Default(DefaultsKey("Pair.left", defaultValue: 0)) var left
  }

  /// The ways to write the integer under "Pair.left".
  enum Spelling: CaseIterable {
    case store, update, apply, key, inPlace, write, defaults, adapter, proxy, type, typeInPlace, instance, wrapper

    func write(_ number: Int, in store: any DefaultsStore) throws {
      let key = DefaultsKey("Pair.left", defaultValue: 0)
      switch self {
      case .store: try store.set(.integer(Int64(number)), forKey: "Pair.left")
      case .update: try store.update("Pair.left") { $0 = .integer(Int64(number)) }
      case .apply: try store.set(["Pair.left": .integer(Int64(number))])
      case .key: key.value = number
      case .inPlace: key.value += number - key.value
      case .write: try key.write(number)
      case .defaults: Defaults[key] = number
      case .adapter: DefaultsAdapter(store: store)[key] = number
      case .proxy: Defaults["Pair.left"] = number
      case .type: Pair.set(number, forKey: .left)
      case .typeInPlace: Pair[.left] += number - Pair[.left]
      case .instance: Pair().set(number, forKey: .left)
      case .wrapper: Screen().left = number
      }
    }
  }

  /// What every spelling reads under "Pair.left".
  private func readings(in store: any DefaultsStore) throws -> [Int?] {
    let key = DefaultsKey("Pair.left", defaultValue: 0)
    return try [
      store.value(forKey: "Pair.left")?.decoded(as: Int.self), key.value, key.read(), Defaults[key],
      DefaultsAdapter(store: store)[key], Defaults["Pair.left"].int, Pair.integer(forKey: .left), Pair[.left],
      Pair().integer(forKey: .left), Screen().left,
    ]
  }

  @Test(arguments: StoreKind.allCases, Spelling.allCases)
  func everySpellingTakesPart(_ kind: StoreKind, _ spelling: Spelling) throws {
    try kind.with { store in
      try store.set(1, forKey: "Pair.left")
      #expect(try Set(readings(in: store)) == [1])
      #expect(throws: Stop()) {
        try store.transaction {
          try spelling.write(2, in: store)
          #expect(try Set(readings(in: store)) == [2], "the transaction reads what it has written")
          throw Stop()
        }
      }
      #expect(try Set(readings(in: store)) == [1], "nothing was changed")
      try store.transaction { try spelling.write(3, in: store) }
      #expect(try Set(readings(in: store)) == [3])
    }
  }

  @Test(arguments: StoreKind.allCases, 0...3)
  func aThrowAtAnyLineUndoesAll(_ kind: StoreKind, line: Int) throws {
    try kind.with { store in
      try store.set(["left": 1, "right": 1, "old": true])
      func end(at current: Int) throws { if current == line { throw Stop() } }
      #expect(throws: Stop()) {
        try Defaults.transaction {
          try end(at: 0)
          Defaults[.left] = 2
          try end(at: 1)
          Defaults[.right] += 4
          try end(at: 2)
          Defaults.remove("old")
          try end(at: 3)
        }
      }
      #expect(try store.keys().sorted() == ["left", "old", "right"])
      #expect(Defaults[.left] == 1 && Defaults[.right] == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func otherThreadsGetNothingBeforeTheEnd(_ kind: StoreKind) throws {
    try kind.with { store in
      try store.set(["left": 1, "right": 1])
      let key = DefaultsKey("left", defaultValue: 0, store: store)
      let seen = Mutex<[Int]>([])
      let readers = DispatchGroup()
      try store.transaction {
        try store.set(2, forKey: "left")
        // It waits for the end.
        DispatchQueue.global().async(group: readers) {
          let pair = store.atOneMoment { (key.value, Int(store.number("right"))) }
          seen.withLock { $0 = [pair.0, pair.1] }
        }
        usleep(20_000)
        try store.set(2, forKey: "right")
      }
      readers.wait()
      let pair = seen.withLock(\.self)
      #expect(pair == [1, 1] || pair == [2, 2])
    }
  }

  @Test func aCachedReadOfAnotherThreadWaitsForNoTransaction() throws {
    let store = InMemoryStore(["left": 1])
    let key = DefaultsKey("left", defaultValue: 0, store: store)
    let seen = Mutex<[Int]>([])
    // A thread is in no task, so it uses the cache although the test has a store of its own.
    func readOnAnotherThread() {
      let read = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        // The first reads of a process are not cached; see ``TrackingProbe``.
        let values = (0..<100).map { _ in key.value }
        seen.withLock { $0 += Set(values) }
        read.signal()
      }
      #expect(read.wait(timeout: .now() + 60) == .success)
    }
    readOnAnotherThread()
    readOnAnotherThread()
    try store.transaction {
      try store.set(2, forKey: "left")
      readOnAnotherThread()
    }
    #expect(seen.withLock(\.self) == [1, 1, 1])
    #expect(key.value == 2)
  }

  @Test func aTransactionReadsWhatItHasWrittenAndNotWhatIsCached() throws {
    let store = InMemoryStore(["left": 1])
    let key = DefaultsKey("left", defaultValue: 0, store: store)
    let seen = Mutex<[Int]>([])
    let end = DispatchSemaphore(value: 0)
    // As above.
    Thread.detachNewThread {
      for _ in 0..<3 { seen.withLock { $0.append(key.value) } }
      try? store.transaction {
        key.value = 2
        seen.withLock { $0.append(key.value) }
      }
      end.signal()
    }
    #expect(end.wait(timeout: .now() + 60) == .success)
    #expect(seen.withLock(\.self) == [1, 1, 1, 2])
  }

  @Test func whatATransactionReadIsNotCached() throws {
    let store = InMemoryStore(["left": 1])
    let key = DefaultsKey("left", defaultValue: 0, store: store)
    #expect(throws: Stop()) {
      try store.transaction {
        key.value = 2
        _ = (key.value, key.value)
        throw Stop()
      }
    }
    #expect(key.value == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func namesAreThoseOfTheTransaction(_ kind: StoreKind) throws {
    try kind.with { store in
      try store.set(["Pair.left": 1, "other": 1])
      try store.transaction {
        Pair.set(2, forKey: .right)
        #expect(Pair.storedKeys == ["Pair.left", "Pair.right"])
        Pair.removeAll()
        #expect(Pair.storedKeys == [])
        let names = try store.keys()
        #expect(names == ["other"])
        #expect(!Pair.key(.left).hasValue && !Defaults.hasKey("Pair.left"))
      }
      #expect(try store.keys() == ["other"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anInnerTransactionJoinsTheOuterOne(_ kind: StoreKind) throws {
    try kind.with { store in
      #expect(throws: Stop()) {
        try Defaults.transaction {
          try Defaults.transaction { Defaults[.left] = 1 }
          throw Stop()
        }
      }
      #expect(try store.keys() == [])
      try Defaults.transaction {
        Defaults[.left] = 1
        #expect(throws: Stop()) {
          try store.transaction {
            Defaults[.left] = 2
            Defaults[.right] = 2
            throw Stop()
          }
        }
        #expect(Defaults[.left] == 1 && Defaults[.right] == 0, "the inner one is undone alone")
      }
      #expect(try store.keys() == ["left"])
    }
  }

  /// With more names it finds them otherwise: from the beginning, or from the middle of an inner transaction on.
  @Test(arguments: [0, 6, 20])
  func whatAnInnerTransactionWroteOverComesBack(besideOthers otherCount: Int) throws {
    let store = InMemoryStore()
    let others = Dictionary(uniqueKeysWithValues: (0..<otherCount).map { ("other\($0)", PropertyListValue.bool(true)) })
    func undo(_ body: () throws -> Void) {
      #expect(throws: Stop()) {
        try store.transaction {
          try body()
          throw Stop()
        }
      }
    }
    func expect(_ values: [String: PropertyListValue], _ location: SourceLocation = #_sourceLocation) {
      #expect(contents(of: store) == values.merging(others) { $1 }, sourceLocation: location)
    }
    try store.transaction {
      for name in others.keys { try store.set(true, forKey: name) }
      try store.set(1, forKey: "a")
      undo {
        try store.set(["a": 2, "b": 2])
        undo { try store.set(["a": 3, "b": nil, "c": 3]) }
        expect(["a": 2, "b": 2])
        try store.set(4, forKey: "a")
      }
      expect(["a": 1])
      try store.set(5, forKey: "c")
    }
    expect(["a": 1, "c": 5])
  }

  private func contents(of store: InMemoryStore) -> [String: PropertyListValue] {
    store.keys().reduce(into: [:]) { $0[$1] = store.value(forKey: $1) }
  }

  @Test(arguments: StoreKind.allCases)
  func observersHearOfEachKeyOnceWhenAllIsCommitted(_ kind: StoreKind) throws {
    try kind.with { store in
      try store.set(1, forKey: "left")
      let heard = Mutex<[DefaultsChange]>([])
      let whole = Mutex(true)
      let observation = store.observe { change in
        heard.withLock { $0.append(change) }
        whole.withLock { $0 = $0 && Defaults.withStore(store) { Defaults[.left] == 3 && Defaults[.right] == 4 } }
      }
      try store.transaction {
        Defaults[.left] = 2
        Defaults[.right] = 4
        Defaults[.left] = 3
        Defaults["none"] = 1
        Defaults.remove("none")
        let count = heard.withLock { $0.count }
        #expect(count == 0)
      }
      #expect(
        heard.withLock(\.self) == [
          DefaultsChange(key: "left", oldValue: 1, newValue: 3),
          DefaultsChange(key: "right", oldValue: nil, newValue: 4),
        ]
      )
      let isWhole = whole.withLock { $0 }
      #expect(isWhole)
      withExtendedLifetime(observation) {}
    }
  }

  @Test func aMovedNameIsAnnouncedWithItsOldValue() throws {
    let store = InMemoryStore(["before": 1])
    let key = DefaultsKey("after", defaultValue: 0, store: store).renamed(from: "before")
    let heard = Mutex<[DefaultsChange]>([])
    let observation = store.observe { change in heard.withLock { $0.append(change) } }
    try store.transaction {
      key.value += 1
      key.value += 1
    }
    #expect(
      heard.withLock(\.self) == [
        DefaultsChange(key: "after", oldValue: 1, newValue: 3),
        DefaultsChange(key: "before", oldValue: 1, newValue: nil),
      ]
    )
    #expect(store.keys() == ["after"])
    withExtendedLifetime(observation) {}
  }

  /// Its NaN has no JSON form.
  private struct Reading: Codable, DefaultsSerializable { var celsius: Double }

  @Test func aWriteThatIsOnlyReportedFailsTheTransaction() throws {
    let store = InMemoryStore(["left": 1, "text": "x"])
    let reading = DefaultsKey<Reading?>("reading", store: store)
    let left = DefaultsKey("left", defaultValue: 0, store: store)
    let reported = problems {
      #expect(throws: DefaultsError.self) {
        try store.transaction {
          left.value = 2
          reading.value = Reading(celsius: .nan)
        }
      }
      #expect(throws: DefaultsError.self, "a change of what cannot be read") {
        try store.transaction {
          left.value = 2
          DefaultsKey("text", defaultValue: 0, store: store).value += 1
        }
      }
    }
    #expect(left.value == 1)
    #expect(reported.map(\.kind) == [.unencodableValue, .undecodableValue])
  }

  /// A value that is refused when it is encoded, with its text.
  private struct Refusing: DefaultsSerializable, Equatable {
    struct Refusal: Error, Equatable { let text: String }

    let text: String

    func propertyListValue() throws -> PropertyListValue? { throw Refusal(text: text) }
    static func value(fromPropertyList stored: PropertyListValue) throws -> Self { Self(text: "") }
  }

  @Test func theFirstWriteThatFailsIsTheErrorOfTheTransaction() {
    let store = InMemoryStore()
    let key = DefaultsKey<Refusing?>("a", store: store)
    _ = problems {
      #expect(throws: Refusing.Refusal(text: "first")) {
        try store.transaction {
          key.value = Refusing(text: "first")
          key.value = Refusing(text: "second")
        }
      }
    }
  }

  @Test func aWriteThatIsOnlyReportedFailsTheInnerTransactionAlone() throws {
    let store = InMemoryStore()
    _ = try problems {
      try store.transaction {
        try store.set(1, forKey: "outer")
        #expect(throws: Refusing.Refusal(text: "x")) {
          try store.transaction {
            try store.set(2, forKey: "outer")
            DefaultsKey<Refusing?>("a", store: store).value = Refusing(text: "x")
          }
        }
      }
    }
    #expect(store.value(forKey: "outer") == 1)
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func anOperatorOfAProxyThatIsOnlyReportedFailsTheTransaction(_ form: Int) throws {
    let store = InMemoryStore(["left": 1, "text": "x", "large": .integer(.max)])
    let settings = DefaultsAdapter(store: store)
    let reported = problems {
      #expect(throws: DefaultsError.self) {
        try store.transaction {
          settings["left"] -= 1
          switch form {
          case 1: settings["text"] += 1
          case 2: settings["text"] -= 1.5
          case 3: settings["large"] += 1
          case 4: settings["large"]++
          default: settings["new"] ?= Reading(celsius: .nan)
          }
        }
      }
    }
    #expect(store.number("left") == 1)
    #expect(reported.count == 1)
  }

  @Test func aCommitThatFailsChangesNothing() throws {
    let store = FailingStore()
    #expect(throws: FailingStore.Failure.self) {
      try store.transaction { DefaultsKey("left", defaultValue: 0, store: store).value = 1 }
    }
    let isOpen = store.context.withLock { store.isInTransaction }
    #expect(!isOpen)
  }

  @Test func otherStoresHaveTransactionsOfTheirOwn() throws {
    let (here, elsewhere) = (InMemoryStore(), InMemoryStore())
    #expect(throws: Stop()) {
      try here.transaction {
        try here.set(1, forKey: "a")
        try elsewhere.set(1, forKey: "a")
        throw Stop()
      }
    }
    #expect(here.keys() == [] && elsewhere.keys() == ["a"])
  }

  @Test func anUpdateInATransactionKeepsWhatItsBodyLeavesInPlace() throws {
    let store = InMemoryStore(["a": 1])
    try store.transaction {
      try store.update("a") {
        try store.set(5, forKey: "a")
        $0 = 1
      }
      let key = DefaultsKey("a", defaultValue: 0, store: store)
      #expect(key.value == 1)
      try key.update {
        key.value = 5
        $0 = 1
      }
    }
    #expect(store.value(forKey: "a") == 1)
  }

  @Test func anAdaptersTransactionIsOfItsStore() {
    struct Failure: Error {}
    let store = InMemoryStore()
    let adapter = DefaultsAdapter(store: store)
    #expect(throws: Failure.self) {
      try adapter.transaction {
        adapter["a"] = 1
        throw Failure()
      }
    }
    #expect(store.keys() == [])
  }

  @Test func aChangeThatCannotBeEncodedFailsTheTransaction() {
    struct Reading: Codable, DefaultsSerializable { var celsius = 0.0 }
    let store = InMemoryStore()
    let reading = DefaultsKey("reading", defaultValue: Reading(), store: store)
    let problems = problems {
      #expect(throws: (any Error).self) {
        try store.transaction {
          try store.set(1, forKey: "other")
          // It has no JSON form.
          reading.value.celsius = .nan
        }
      }
    }
    #expect(problems.map(\.kind) == [.unencodableValue])
    #expect(store.keys() == [])
  }
}

extension DefaultsStore {
  fileprivate func number(_ name: String) -> Int64 { (try? value(forKey: name)?.decoded(as: Int64.self)) ?? 0 }
}

/// Transactions of several processes on one file.
@Suite struct TransactionProcessTests {
  @Test func amountsThatProcessesMoveAreNeverHalfway() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(["from": 1_000_000, "to": 0])
    let rounds = 500 * faultRounds
    let movers = try (0..<4).map { _ in try HelperProcess(["open", directory.file(), "transfer", "\(rounds)"]) }
    let adders = try (0..<2).map { _ in try HelperProcess(["open", directory.file(), "sums", "\(rounds)"]) }
    for mover in movers { #expect(try mover.finish() == ["ok"]) }
    for adder in adders { #expect(try adder.finish() == ["1000000"], "the only sum there ever is") }
    #expect(try store.value(forKey: "to") == .integer(Int64(4 * rounds)))
  }

  #if os(Linux)
    /// One process is killed when it begins its first system call, the next one at its second, and so on.
    @Test func aKillAtAnySystemCallLeavesAllOrNothing() throws {
      let directory = try TemporaryDirectory()
      var (before, after) = (0, 0)
      for count in 1... {
        let file = directory.file("\(count)")
        let store = try FileStore(path: file)
        try store.set(["from": 1_000_000, "to": 0])
        let process = try HelperProcess(["open", file, "await-tracer", "get", "from", "transfer", "1"])
        guard try TracedProcess(identifier: process.identifier).isKilled(atCall: count) else {
          #expect(try process.finish() == ["1000000", "ok"])
          break
        }
        _ = process.end()
        let moved = try store.value(forKey: "to")?.decoded(as: Int.self)
        #expect(try store.value(forKey: "from")?.decoded(as: Int.self) == 1_000_000 - (moved ?? 0))
        if moved == 0 { before += 1 } else { after += 1 }
      }
      #expect(before > 3 && after > 0, "kills before and after the commit")
    }
  #endif
}
