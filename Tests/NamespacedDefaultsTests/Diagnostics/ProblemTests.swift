import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults

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

  /// It is in no file.
  @Test func aRegisteredValueIsNotSaidToBeStored() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let key = DefaultsKey("loginCount", defaultValue: 7, store: store)
    DefaultsAdapter(store: store).register(["loginCount": "many"])
    let registered = problems { #expect(key.value == 7) }
    #expect(registered.map { "\($0.error); the default is used" } == registered.map(\.details))
    #expect(registered.count == 1)
    try store.set("most", forKey: "loginCount")
    let stored = problems { #expect(key.value == 7) }
    #expect(stored.first?.details.hasSuffix("; the default is used, the stored value stays, in \(store.path)") == true)
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
      #expect(Account.key(.loginCount).hasValue)
      Account.remove(forKey: .loginCount)
      #expect(!Account.key(.loginCount).hasValue)
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
        #expect(!Account.key(.loginCount).hasValue)
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
    let expected = DefaultsError(.typeMismatch, #"Account.loginCount takes a whole number, found "many""#)
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
        """
        undecodableValue for "Account.loginCount": takes a whole number, found "many"; the default is used, the stored value \
        stays
        """
      ]
    )
  }

  @Test func aProblemSaysWhatCountsAndInWhichFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(["age": "many", "columns": 50, "name": "Ann"])
    let end = "stored value stays, in \(store.path)"
    let reported = problems {
      let arguments = LaunchArguments(["-launches", "many"])
      TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
        _ = DefaultsKey("age", defaultValue: 7, store: store).value
        _ = DefaultsKey("columns", defaultValue: 4, store: store).validating(.clamped(to: 1...12)).value
        _ = DefaultsKey("launches", defaultValue: 0, store: store).value
        DefaultsKey("size", defaultValue: 4, store: store).validating(.within(1...12)).value = 13
        DefaultsAdapter(store: store)["name"] += 1
      }
    }
    #expect(
      reported.map(\.description) == [
        #"undecodableValue for "age": takes a whole number, found "many"; the default is used, the \#(end)"#,
        """
        invalidValue for "columns": takes a whole number from 1 to 12, found 50, which is not allowed; \
        a corrected value is used, the \(end)
        """,
        """
        malformedArgument for "launches": takes a whole number, found "many"; the argument is ignored
        """,
        """
        unencodableValue for "size": takes a whole number from 1 to 12, found 13, which is not allowed; nothing was \
        written, in \(store.path)
        """,
        #"undecodableValue for "name": takes a number, found a string of 3 bytes; the \#(end)"#,
      ]
    )
  }

  @Test func aProblemOfASystemCallNamesTheFileOnce() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: true)
    let reported = problems { DefaultsKey("age", defaultValue: 7, store: store).value = 8 }
    #expect(reported.map { $0.description.components(separatedBy: store.path).count } == [2])
    #expect(reported.map { $0.description.hasSuffix("; the old value stays") } == [true])
  }
}
