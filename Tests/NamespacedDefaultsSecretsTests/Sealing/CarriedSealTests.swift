import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsSecrets
import TestSupport
import Testing

/// What becomes of sealed values that are carried from one store beneath to another.
@Suite struct CarriedSealTests {
  private let base = InMemoryStore()
  private let other = InMemoryStore()
  private let store: SealedStore
  private let otherStore: SealedStore

  init() throws {
    store = SealedStore(over: base, seal: TestSeal())
    otherStore = SealedStore(over: other, seal: TestSeal())
    try store.set(["Login.token": "secret", "Login.name": "name"])
  }

  /// Opens a store again, as another process does.
  private func token(in base: InMemoryStore) throws -> PropertyListValue? {
    try SealedStore(over: base, seal: TestSeal()).value(forKey: "Login.token")
  }

  @Test(arguments: [false, true]) func aBackupOfAnotherStoreIsRefused(replacing: Bool) throws {
    try otherStore.set("other", forKey: "Login.other")
    let backup = try base.export(as: .json)
    let before = try other.data("NamespacedDefaults.seal")
    if replacing {
      // Nothing stays that would not open.
      try other.import(backup, as: .json, replacing: true)
      #expect(try token(in: other) == "secret")
      return
    }
    let error = try #require(throws: DefaultsImportError.self) { try other.import(backup, as: .json) }
    #expect(error.reasons.keys.sorted() == ["Login.name", "Login.token"])
    #expect("\(error)".contains("it is sealed for another store, and would not open in this one"))
    #expect(try other.data("NamespacedDefaults.seal") == before)
    #expect(try otherStore.value(forKey: "Login.other") == "other")
  }

  @Test(arguments: [nil, "Login"]) func aBackupOfItsOwnIsTaken(namespace: String?) throws {
    let backup = try base.export(as: .json, namespace: namespace)
    try store.set(["Login.token": "newer", "Other.token": "stays"])
    try base.import(backup, as: .json, namespace: namespace)
    #expect(try token(in: base) == "secret")
    #expect(try SealedStore(over: base, seal: TestSeal()).value(forKey: "Other.token") == "stays")
  }

  @Test(arguments: [nil, "Login"]) func aStoreWithoutSealedValuesTakesTheID(namespace: String?) throws {
    let backup = try base.export(as: .json, namespace: namespace)
    try other.set("plain", forKey: "Plain.a")
    #expect(try other.import(backup, as: .json, namespace: namespace) == ["Login.name", "Login.token"])
    #expect(try token(in: other) == "secret")
  }

  @Test func sealedValuesWithoutTheirIDAreRefused() throws {
    try base.set(nil, forKey: "NamespacedDefaults.seal")
    let backup = try base.export(as: .json)
    #expect(throws: DefaultsImportError.self) { try other.import(backup, as: .json) }
    #expect(other.keys() == [])
  }

  static let steps: [@Sendable (any DefaultsStore) -> DefaultsMigration] = [
    { .copy(from: $0) }, { .move(from: $0) }, { .moveNamespace("Login", from: $0) },
    { .move("Login.token", "Login.name", from: $0) },
  ]

  @Test(arguments: steps) func aMoveIntoAStoreWithAnotherIDIsRefused(
    _ step: @Sendable (any DefaultsStore) -> DefaultsMigration
  ) throws {
    try otherStore.set("other", forKey: "Other.token")
    #expect(throws: DefaultsMigrationError.self) {
      try Defaults.withStore(other) { try Defaults.migrate([step(base)]) }
    }
    #expect(try token(in: base) == "secret")
    #expect(try SealedStore(over: other, seal: TestSeal()).value(forKey: "Other.token") == "other")
    #expect(try otherStore.keys() == ["Other.token"])
  }

  @Test(arguments: steps) func aMoveIntoAStoreWithoutSealedValuesTakesTheID(
    _ step: @Sendable (any DefaultsStore) -> DefaultsMigration
  ) throws {
    _ = try Defaults.withStore(other) { try Defaults.migrate([step(base)]) }
    #expect(try token(in: other) == "secret")
  }

  @Test(arguments: steps) func whatIsSealedIsNotSealedAgain(
    _ step: @Sendable (any DefaultsStore) -> DefaultsMigration
  ) throws {
    let error = #expect(throws: DefaultsMigrationError.self) {
      try Defaults.withStore(otherStore) { try Defaults.migrate([step(base)]) }
    }
    #expect(error.map { "\($0)".contains("move it through the SealedStore over it") } == true)
    #expect(try token(in: base) == "secret")
    #expect(try otherStore.keys() == [])
  }

  @Test func whatIsSealedIsNotWrittenIntoASealedStore() throws {
    #expect(code { try otherStore.set(base.value(forKey: "Login.token"), forKey: "token") } == .unencodableValue)
    #expect(try otherStore.keys() == [])
  }

  @Test(arguments: steps) func throughTheSealedStoresTheyAreSealedAnew(
    _ step: @Sendable (any DefaultsStore) -> DefaultsMigration
  ) throws {
    try otherStore.set("other", forKey: "Other.token")
    _ = try Defaults.withStore(otherStore) { try Defaults.migrate([step(store)]) }
    #expect(try token(in: other) == "secret")
  }

  @Test func anotherIDIsNoticedByTheRunningProcess() throws {
    let key = DefaultsKey("Login.token", defaultValue: "", store: store)
    // The first reads of a process are not remembered.
    for _ in 0..<100 { #expect(key.value == "secret") }
    try otherStore.set("other", forKey: "Other.token")
    let id = try base.data("NamespacedDefaults.seal")
    try base.set(.data(other.data("NamespacedDefaults.seal")), forKey: "NamespacedDefaults.seal")
    #expect(code { _ = try store.value(forKey: "Login.token") } == .brokenSeal)
    let reported = problems { #expect(key.value == "") }
    #expect(reported.map(\.kind) == [.failedRead])
    try base.set(.data(id), forKey: "NamespacedDefaults.seal")
    #expect(key.value == "secret")
  }
}
