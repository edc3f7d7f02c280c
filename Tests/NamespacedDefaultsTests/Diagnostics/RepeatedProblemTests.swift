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

  @Test func aValueThatKeepsChangingIsReported32TimesAnHour() throws {
    let store = InMemoryStore()
    let problems = try problems(in: store) {
      for number in 0..<1000 {
        try store.set(.string("many \(number)"), forKey: "count")
        _ = key.value
      }
    }
    #expect(problems.count == 32)
  }

  @Test func anHourLaterAProblemIsReportedAgain() {
    let reported = ReportedProblems()
    let subject = ReportedProblems.Subject(store: 1, kind: .undecodableValue, key: "count")
    func record(_ text: String, at seconds: UInt64) -> Bool {
      reported.record(subject, ReportedProblems.Cause(text: text, state: 0), now: seconds * 1_000_000_000)
    }
    for number in 0..<32 { #expect(record("\(number)", at: 100)) }
    #expect(!record("0", at: 3_699))
    #expect(!record("32", at: 3_699))
    #expect(record("0", at: 3_700))
    #expect(record("32", at: 3_700))
    #expect(!record("0", at: 7_299))
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
