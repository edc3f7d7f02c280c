import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets
import TestSupport
import Testing

/// A value that does not open is an error, and stays as it is.
@Suite struct BrokenSealTests {
  private let base = InMemoryStore()
  private let store: SealedStore

  init() throws {
    store = SealedStore(over: base, seal: TestSeal())
    try store.set(["token": "secret", "other": "another"])
  }

  /// Opens the store again, as another process does.
  private func reopened(_ seal: TestSeal = TestSeal(), _ older: [TestSeal] = []) -> SealedStore {
    SealedStore(over: base, seal: seal, opening: older)
  }

  @Test func everyFlippedByteOfASealedValueIsNoticed() throws {
    let sealed = try base.data("token")
    for index in sealed.indices {
      for bit in [0, 7] {
        var changed = sealed
        changed[index] ^= 1 << bit
        try base.set(.data(changed), forKey: "token")
        let code = code { _ = try reopened().value(forKey: "token") }
        #expect([.brokenSeal, .notSealed, .unknownSeal].contains(code), "byte \(index), bit \(bit)")
      }
      try base.set(.data(sealed.prefix(index)), forKey: "token")
      #expect(code { _ = try reopened().value(forKey: "token") } != nil, "\(index) bytes")
    }
    try base.set(.data(sealed + [0]), forKey: "token")
    #expect(code { _ = try reopened().value(forKey: "token") } != nil)
    try base.set(.data(sealed), forKey: "token")
    #expect(try reopened().value(forKey: "token") == "secret")
  }

  @Test func everyFlippedByteOfTheIDIsNoticed() throws {
    let sealed = try base.data("NamespacedDefaults.seal")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      try base.set(.data(changed), forKey: "NamespacedDefaults.seal")
      #expect(code { _ = try reopened().value(forKey: "token") } != nil, "byte \(index)")
      #expect(code { try reopened().set("new", forKey: "new") } != nil, "byte \(index)")
    }
  }

  @Test func valuesCannotBeExchangedBetweenNames() throws {
    try base.set(.data(base.data("other")), forKey: "token")
    #expect(code { _ = try reopened().value(forKey: "token") } == .brokenSeal)
    #expect(try reopened().value(forKey: "other") == "another")
  }

  @Test func valuesCannotBeExchangedBetweenStores() throws {
    let otherBase = InMemoryStore()
    let other = SealedStore(over: otherBase, seal: TestSeal())
    try other.set("of another store", forKey: "token")
    try base.set(.data(otherBase.data("token")), forKey: "token")
    #expect(code { _ = try reopened().value(forKey: "token") } == .brokenSeal)
  }

  @Test func aValueCannotStandForTheIDNorTheIDForAValue() throws {
    try base.set(.data(base.data("NamespacedDefaults.seal")), forKey: "token")
    #expect(code { _ = try reopened().value(forKey: "token") } == .brokenSeal)
    try base.set(.data(base.data("other")), forKey: "NamespacedDefaults.seal")
    #expect(code { _ = try reopened().value(forKey: "other") } == .brokenSeal)
  }

  @Test(arguments: [("second", DefaultsError.Code.unknownSeal), ("first", .brokenSeal)])
  func aWrongKeyOpensNothingAndWritesNothing(id: String, code expected: DefaultsError.Code) throws {
    let before = try base.data("token")
    let names = base.keys().sorted()
    let store = reopened(TestSeal(id, key: 2))
    let calls: [() throws -> Void] = [
      { _ = try store.value(forKey: "token") }, { try store.set("new", forKey: "token") },
      { try store.set("new", forKey: "new") }, { try store.set(nil, forKey: "token") }, { try store.removeAll() },
      { try store.update("token") { $0 = "new" } }, { try store.set(["token": nil]) }, { try store.reseal() },
      { try store.transaction { try store.set("new", forKey: "new") } },
    ]
    for (index, call) in calls.enumerated() { #expect(code(of: call) == expected, "call \(index)") }
    #expect(try base.data("token") == before)
    #expect(base.keys().sorted() == names)
  }

  @Test func ofAWrongKeyOneProblemIsReported() throws {
    let store = reopened(TestSeal("second", key: 2))
    let reported = problems {
      for _ in 0..<3 {
        for name in ["token", "other", "third"] { _ = DefaultsKey(name, defaultValue: "", store: store).value }
      }
    }
    #expect(reported.map(\.kind) == [.failedRead])
    #expect((reported.first?.error as? DefaultsError)?.code == .unknownSeal)
    #expect(reported.first.map { "\($0)".contains("\"second\"") } == false)
    #expect(reported.first.map { "\($0)".contains("\"first\"") } == true)
  }

  @Test func ofAChangedValueOneProblemIsReportedAndTheDefaultIsNotWrittenOverIt() throws {
    var changed = try base.data("token")
    changed[changed.count - 1] ^= 1
    try base.set(.data(changed), forKey: "token")
    let store = reopened()
    let token = DefaultsKey("token", defaultValue: "default", store: store)
    let other = DefaultsKey("other", defaultValue: "default", store: store)
    let reported = problems {
      for number in 0..<3 {
        #expect(token.value == "default")
        // Others can be read and written meanwhile.
        other.value = "\(number)"
        #expect(other.value == "\(number)")
      }
    }
    #expect(reported.map(\.kind) == [.failedRead])
    #expect(reported.map(\.key) == ["token"])
    let ofWrites = problems {
      token.value += " and more"
      token.value = "new"
      token.remove()
    }
    #expect(ofWrites.allSatisfy { ($0.error as? DefaultsError)?.code == .brokenSeal })
    #expect(try base.data("token") == changed)
    #expect(throws: DefaultsError.self) { try token.read() }
  }

  @Test func whatIsRemovedBeneathCanBeWrittenAgain() throws {
    try base.set(.data(base.data("token").dropLast()), forKey: "token")
    #expect(code { try store.set("new", forKey: "token") } != nil)
    try base.set(nil, forKey: "token")
    try store.set("new", forKey: "token")
    #expect(try reopened().value(forKey: "token") == "new")
  }

  @Test(arguments: ["plain", .data(Data("plain".utf8)), 1] as [PropertyListValue])
  func aPlainValueIsNotRead(_ plain: PropertyListValue) throws {
    try base.set(plain, forKey: "token")
    #expect(code { _ = try store.value(forKey: "token") } == .notSealed)
    #expect(code { try store.set("new", forKey: "token") } == .notSealed)
    #expect(code { try store.removeAll() } == .notSealed)
    #expect(code { try store.reseal() } == .notSealed)
    #expect(base.value(forKey: "token") == plain)
  }

  @Test func aPlainValueIsNotReadBeforeTheFirstWriteEither() throws {
    let base = InMemoryStore(["token": "plain"])
    let store = SealedStore(over: base, seal: TestSeal())
    #expect(code { _ = try store.value(forKey: "token") } == .notSealed)
    #expect(code { try store.reseal() } == .notSealed)
  }

  @Test func withoutItsIDNothingOpensAndNoneIsMade() throws {
    try base.set(nil, forKey: "NamespacedDefaults.seal")
    #expect(code { _ = try reopened().value(forKey: "token") } == .brokenSeal)
    #expect(code { try reopened().set("new", forKey: "new") } == .brokenSeal)
    #expect(base.value(forKey: "NamespacedDefaults.seal") == nil)
  }

  @Test func noErrorHoldsTheValue() throws {
    try base.set("plain secret", forKey: "token")
    let error = try #require(throws: DefaultsError.self) { try store.value(forKey: "token") }
    var text = ""
    dump(error, to: &text)
    #expect(!text.contains("plain secret"))
  }
}
