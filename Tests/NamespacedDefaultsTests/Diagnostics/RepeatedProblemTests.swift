import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A problem is reported once for what it is about, and again when that has changed.
struct RepeatedProblemTests {
  private let key = DefaultsKey<Int>("count", defaultValue: 7)

  private func problems(in store: any DefaultsStore, of operation: () throws -> Void) rethrows -> [DefaultsProblem] {
    try NamespacedDefaultsTests.problems { try Defaults.withStore(store, operation: operation) }
  }

  @Test func anUndecodableValueIsReportedOnce() {
    let problems = problems(in: InMemoryStore(["count": "many"])) {
      for _ in 0..<100 { #expect(key.value == 7) }
      key.value += 1
    }
    #expect(problems.map(\.kind) == [.undecodableValue])
  }

  @Test func aReadThatFailsAgainAfterASuccessIsReportedAgain() {
    /// A store that cannot be read as long as a test wants it.
    final class UnreadableStore: DefaultsStore, DefaultsStorage {
      let context = DefaultsStoreContext()
      let fails = Lockbox(true)
      func storedValue(forKey name: String) throws -> PropertyListValue? {
        if fails.value { throw FailingStore.Failure(description: "unreadable") }
        return 5
      }
      func storedKeys() -> [String] { ["count"] }
      func persist(_ changes: [DefaultsChange]) {}

      func apply(_ changes: [DefaultsChange]) {}
      func synchronize() {}
    }
    let store = UnreadableStore()
    let problems = problems(in: store) {
      for fails in [true, true, false, true, true] {
        store.fails.change { $0 = fails }
        #expect(key.value == (fails ? 7 : 5))
      }
    }
    #expect(problems.map(\.kind) == [.failedRead, .failedRead])
  }

  @Test func anotherUndecodableValueIsAnotherProblem() throws {
    let store = InMemoryStore(["count": "many"])
    let problems = try problems(in: store) {
      _ = key.value
      try store.set("lots", forKey: "count")
      _ = key.value
      try store.set("lots", forKey: "unrelated")
      _ = key.value
    }
    #expect(problems.map(\.kind) == [.undecodableValue, .undecodableValue])
  }

  @Test(arguments: [nil, 5] as [PropertyListValue?])
  func anUndecodableValueThatWasRepairedAndIsBackIsReportedAgain(repair: PropertyListValue?) throws {
    let store = InMemoryStore(["count": "many"])
    let problems = try problems(in: store) {
      _ = key.value
      try store.set(repair, forKey: "count")
      try store.set("many", forKey: "count")
      for _ in 0..<3 { _ = key.value }
    }
    #expect(problems.map(\.kind) == [.undecodableValue, .undecodableValue])
  }

  @Test func anUndecodableValueThatAnotherProcessRepairedAndBrokeAgainIsReportedAgain() throws {
    let directory = try TemporaryDirectory()
    let (store, other) = (
      try FileStore(path: directory.file()), try GuardedEngine(path: canonicalPath(directory.file()))
    )
    func write(_ value: PropertyListValue) throws {
      try other.beginWriting(WriteOptions())
      defer { other.endWriting() }
      try other.commit([DefaultsChange(key: "count", oldValue: nil, newValue: value)], WriteOptions())
    }
    try write("many")
    let problems = try problems(in: store) {
      #expect(key.value == 7)
      try write(5)
      #expect(key.value == 5)
      try write("many")
      for _ in 0..<3 { #expect(key.value == 7) }
    }
    #expect(problems.map(\.kind) == [.undecodableValue, .undecodableValue])
  }

  @Test func aBadValueThatAnObserverAsksForAfterItWasReplacedIsReportedOnce() {
    let store = InMemoryStore(["count": "many"])
    let problems = problems(in: store) {
      let observation = key.observe { change in #expect(change.oldValue == 7) }
      _ = key.value
      key.value = 5
      observation.cancel()
    }
    #expect(problems.map(\.kind) == [.undecodableValue])
  }

  @Test func aBadValueThatAnotherTypeCanReadIsReportedOnce() {
    let problems = problems(in: InMemoryStore(["count": "many"])) {
      for _ in 0..<3 {
        _ = DefaultsKey<Int>("count", defaultValue: 7).value
        #expect(Defaults["count"].string == "many")
      }
    }
    #expect(problems.map(\.kind) == [.undecodableValue])
  }

  @Test func twoKeysAreTwoProblems() {
    let problems = problems(in: InMemoryStore(["count": "many", "size": "large"])) {
      _ = key.value
      _ = DefaultsKey<Int>("size", defaultValue: 0).value
    }
    #expect(problems.map(\.key) == ["count", "size"])
  }

  @Test func twoStoresAreTwoProblems() {
    let problems = NamespacedDefaultsTests.problems {
      for _ in 0..<2 { Defaults.withStore(InMemoryStore(["count": "many"])) { _ = key.value } }
    }
    #expect(problems.count == 2)
  }

  @Test func aValueThatKeepsChangingIsReportedTenTimesAMinute() throws {
    let store = InMemoryStore()
    let problems = try problems(in: store) {
      for number in 0..<1000 {
        try store.set(.string("many \(number)"), forKey: "count")
        _ = key.value
      }
    }
    #expect(problems.count == 10)
  }

  @Test func aMinuteLaterAChangedProblemIsReportedAgain() {
    let reported = ReportedProblems()
    let subject = ReportedProblems.Subject(store: 1, kind: .undecodableValue, key: "count")
    func record(_ state: Int, at seconds: UInt64) -> Bool {
      reported.record(subject, ReportedProblems.Cause(text: "", state: state), now: seconds * 1_000_000_000)
    }
    for state in 0..<10 { #expect(record(state, at: 100)) }
    #expect(!record(10, at: 159))
    #expect(record(10, at: 160))
    #expect(!record(10, at: 300))
  }

  /// Of a store as many causes are kept as there may be at the same time, and of a key the last one.
  @Test(arguments: [(nil, 32), ("count", 1)] as [(String?, Int)])
  func onlySoManyCausesAreKept(key: String?, count: Int) {
    let reported = ReportedProblems()
    let subject = ReportedProblems.Subject(store: 1, kind: .failedWrite, key: key)
    func record(_ state: Int, at minute: Int) -> Bool {
      let cause = ReportedProblems.Cause(text: "", state: state)
      return reported.record(subject, cause, now: UInt64(minute) * 60_000_000_000)
    }
    for state in 1...count { #expect(record(state, at: state)) }
    for state in 1...count { #expect(!record(state, at: 100)) }
    // All make room for the next one.
    #expect(record(count + 1, at: 100))
    for state in 1...min(count, 8) { #expect(record(state, at: 101)) }
  }

  @Test func aStoreThatCannotBeReadIsReportedOnceForAllKeys() {
    let problems = problems(in: FailingStore(failsReads: true)) {
      for name in ["a", "b", "c"] { _ = DefaultsKey<Int>(name, defaultValue: 0).value }
    }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func twoCausesOfFailedWritesAreReportedOnceEach() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let large = PropertyListValue.data(Data(count: 65 << 20))
    var deep: PropertyListValue = 1
    for _ in 0..<200 { deep = [deep] }
    let problems = problems(in: store) {
      for _ in 0..<3 {
        Defaults["count"] = large
        Defaults["count"] = deep
      }
    }
    let beginning = #"failedWrite for "count": the value for "count" cannot be stored: "#
    let end = "; the old value stays, in \(store.path)"
    #expect(
      problems.map(\.description) == [
        "\(beginning)with its key it takes more than 64 MiB\(end)",
        "\(beginning)it nests deeper than 128 levels\(end)",
      ]
    )
  }

  @Test func aWriteThatFailsAgainAfterASuccessIsReportedAgain() throws {
    let store = FailingCommits(onCommits: [1, 2, 4, 5])
    let problems = problems(in: store) { for number in 1...6 { key.value = number } }
    #expect(problems.map(\.kind) == [.failedWrite, .failedWrite])
    #expect(try store.value(forKey: "count") == 6)
  }

  @Test func fiftyThreadsFillNoLog() {
    let store = InMemoryStore(["count": "many"])
    let heard = Lockbox(0)
    let handler = ProblemHandler { _ in heard.change { $0 += 1 } }
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      ProblemHandler.$ofTask.withValue(handler) {
        Defaults.withStore(store) { for _ in 0..<40 { _ = key.value } }
      }
    }
    #expect(heard.value == 1)
  }
}
