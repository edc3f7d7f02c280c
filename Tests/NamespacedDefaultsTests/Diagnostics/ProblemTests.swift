import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// What the calls that do not throw do about errors.
@Suite(.isolatedDefaults)
struct ProblemTests {
  struct Account: IntegerDefaultSettable, ObjectDefaultSettable {
    enum IntegerKey: String { case loginCount }
    enum ObjectKey: String { case reading }
    static func defaultValue(forKey key: IntegerKey) -> Int { 7 }
  }

  /// Its NaN has no JSON form, so it cannot be encoded.
  struct Reading: Codable, DefaultsSerializable { var celsius: Double }

  @Test func anUndecodableValueGivesTheDefaultAndStays() throws {
    try Defaults.store.set("many", forKey: "Account.loginCount")
    let problems = problems { #expect(Account.integer(forKey: .loginCount) == 7) }
    #expect(problems.map(\.kind) == [.undecodableValue])
    #expect(problems.first?.key == "Account.loginCount")
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == "many")
  }

  @Test func anUntouchedInPlaceChangeKeepsAnUndecodableValue() throws {
    try Defaults.store.set("many", forKey: "Account.loginCount")
    let problems = problems { Account[.loginCount] += 0 }
    #expect(problems.map(\.kind) == [.undecodableValue])
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == "many")
  }

  @Test func hasValueAndRemoveSeeAnUndecodableValue() throws {
    try Defaults.store.set("many", forKey: "Account.loginCount")
    let problems = problems {
      #expect(Account.hasValue(forKey: .loginCount))
      Account.remove(forKey: .loginCount)
      #expect(!Account.hasValue(forKey: .loginCount))
    }
    #expect(problems.isEmpty)
  }

  @Test func aValueThatCannotBeEncodedIsNotWritten() throws {
    Account.set(Reading(celsius: 1), forKey: .reading)
    let problems = problems { Account.set(Reading(celsius: .nan), forKey: .reading) }
    #expect(problems.map(\.kind) == [.unencodableValue])
    #expect(Account.object(Reading.self, forKey: .reading)?.celsius == 1)
  }

  @Test func anInPlaceChangeToAValueThatCannotBeEncodedIsNotWritten() throws {
    Account.set(Reading(celsius: 1), forKey: .reading)
    let problems = problems { Account[.reading, as: Reading.self]?.celsius = .nan }
    #expect(problems.map(\.kind) == [.unencodableValue])
    #expect(Account.object(Reading.self, forKey: .reading)?.celsius == 1)
  }

  @Test func aFailedWriteLeavesTheOldValue() {
    let store = FailingStore(["Account.loginCount": 3])
    let problems = problems {
      Defaults.withStore(store) {
        Account.set(4, forKey: .loginCount)
        Account[.loginCount] += 1
        Account.remove(forKey: .loginCount)
        Account.removeAll()
        #expect(Account.integer(forKey: .loginCount) == 3)
      }
    }
    #expect(problems.map(\.kind) == [.failedWrite])
  }

  @Test func aStoreThatCannotBeReadGivesDefaults() {
    let problems = problems {
      Defaults.withStore(FailingStore(failsReads: true)) {
        #expect(Account.integer(forKey: .loginCount) == 7)
        #expect(!Account.hasValue(forKey: .loginCount))
        #expect(Account.storedKeys == [])
      }
    }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func aStoreThatCannotBeLockedIsNotWritten() {
    let problems = problems {
      Defaults.withStore(FailingStore(["Account.loginCount": 3], failsLocks: true)) {
        Account[.loginCount] += 1
      }
    }
    #expect(problems.map(\.kind) == [.failedWrite])
  }

  @Test func theHandlerOfAnInPlaceChangeMayUseTheStore() throws {
    let store = Defaults.store
    try store.set("many", forKey: "Account.loginCount")
    Defaults.withProblemHandler({ problem in
      #expect(throws: Never.self) { try store.set(problem.description == "" ? 0 : 1, forKey: "seen") }
    }) {
      Account[.loginCount] += 1
    }
    #expect(try store.value(forKey: "seen") == 1)
    #expect(try store.value(forKey: "Account.loginCount") == "many")
  }

  @Test func readAndWriteThrowAtTheCall() throws {
    try Defaults.store.set("many", forKey: "Account.loginCount")
    let expected = DefaultsError.typeMismatch(expected: "Int", found: "many")
    #expect(throws: expected) { try Account.key(.loginCount).read() }
    try Account.key(.loginCount).write(5)
    #expect(try Account.key(.loginCount).read() == 5)
    #expect(throws: (any Error).self) { try Account.key(.reading).write(Reading(celsius: .nan)) }
    Defaults.withStore(FailingStore()) {
      #expect(throws: FailingStore.Failure.self) { try Account.key(.loginCount).write(1) }
    }
  }

  @Test func aProblemDescribesItselfInOneLine() throws {
    try Defaults.store.set("many", forKey: "Account.loginCount")
    let problems = problems { _ = Account.integer(forKey: .loginCount) }
    #expect(
      problems.map(\.description) == [
        #"undecodableValue for "Account.loginCount": expected Int, found a string of 4 bytes"#
      ]
    )
  }
}
