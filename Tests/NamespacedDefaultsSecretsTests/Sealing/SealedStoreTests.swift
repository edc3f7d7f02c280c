import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaultsSecrets

/// What a sealed store keeps, and what stands beneath it.
@Suite struct SealedStoreTests {
  private let base = InMemoryStore()
  private var store: SealedStore { SealedStore(over: base, seal: TestSeal()) }

  /// Those that depend on the form in which the store beneath keeps data; all of them once a week.
  private static let promisesOfForms: [StoreBattery] =
    isThorough
    ? StoreBattery.allCases
    : [.everyKindComesBack, .oddKeysComeBackOrAreRefused, .aFailedCommitChangesNothing, .valuesOutliveTheStore]

  @Test(arguments: StoreBattery.allCases) func overMemoryItKeepsThePromisesOfEveryStore(_ promise: StoreBattery) throws
  {
    let store = store
    try promise.check { store }
  }

  @Test(arguments: StoreBattery.allCases) func overAFileItKeepsThemToo(_ promise: StoreBattery) throws {
    let directory = try SecretsDirectory()
    try promise.check { SealedStore(over: try FileStore(path: directory.file), seal: TestSeal()) }
  }

  @Test(arguments: StoreBattery.allCases) func overTheKeychainItKeepsThemToo(_ promise: StoreBattery) throws {
    let keychain = FakeKeychain()
    try promise.check {
      SealedStore(over: keychain.store(), seal: TestSeal())
    } whileFailing: { body in
      keychain.state.change { $0.failure = KeychainStatus(rawValue: -36) }
      defer { keychain.state.change { $0.failure = nil } }
      try body()
    }
  }

  @Test(arguments: promisesOfForms) func overAJSONFileItKeepsThemToo(_ promise: StoreBattery) throws {
    let directory = try SecretsDirectory()
    try promise.check {
      SealedStore(over: try JSONStore(path: directory.file, durability: .processKill), seal: TestSeal())
    }
  }

  @Test(arguments: StoreBattery.allCases) func asALayerItKeepsThemToo(_ promise: StoreBattery) throws {
    let store = LayeredStore([store, InMemoryStore()])
    try promise.check { store }
  }

  #if UserDefaults
    @Test(arguments: promisesOfForms) func overUserDefaultsItKeepsThemToo(_ promise: StoreBattery) throws {
      // The user may run the tests twice at one time.
      let name = "NamespacedDefaultsSecretsTests.\(UUID())"
      let base = try UserDefaultsStore(suiteName: name)
      defer { UserDefaults().removePersistentDomain(forName: name) }
      let store = SealedStore(over: base, seal: TestSeal())
      try promise.check { store }
    }
  #endif

  @Test func noByteOfTheValueStandsBeneath() throws {
    try store.set("the secret of the person", forKey: "token")
    let data = try base.data("token")
    #expect(data.starts(with: Data("NDS".utf8) + [1]))
    #expect(data.range(of: Data("secret".utf8)) == nil)
    #expect(data.range(of: Data("token".utf8)) == nil)
    #expect(data.range(of: Data("first".utf8)) != nil)
  }

  @Test func theFormIsThatOfTheGuide() throws {
    try store.set("secret", forKey: "token")
    /// A string as it is in the file of a `FileStore`.
    func string(_ text: String) -> Data { Data([5, UInt8(text.utf8.count)]) + Data(text.utf8) }
    let head = Data("NDS\u{1}".utf8) + string("first") + Data([7])
    /// What is sealed in a stored form, whose length takes one byte.
    func sealed(_ name: String) throws -> Data {
      let data = try base.data(name)
      #expect(data.starts(with: head))
      #expect(data.count == head.count + 1 + Int(data[head.count]))
      return Data(data.dropFirst(head.count + 1))
    }
    let id = try TestSeal().open(sealed("NamespacedDefaults.seal"), authenticating: head + Data([0]))
    #expect(id.starts(with: string("NamespacedDefaults.seal") + Data([7, 16])))
    #expect(id.count == 25 + 2 + 16)
    let value = try TestSeal().open(sealed("token"), authenticating: head + Data([16]) + id.suffix(16))
    #expect(value == string("token") + string("secret"))
  }

  @Test func equalValuesAreSealedDifferently() throws {
    try store.set(["a": "same", "b": "same"])
    #expect(try base.data("a").dropFirst(12) != base.data("b").dropFirst(12))
  }

  @Test func theIDOfTheStoreIsNoSettingAndStays() throws {
    let store = store
    try store.set(1, forKey: "a")
    #expect(base.keys().sorted() == ["NamespacedDefaults.seal", "a"])
    #expect(try store.keys() == ["a"])
    #expect(try store.value(forKey: "NamespacedDefaults.seal") == nil)
    #expect(code { try store.set(1, forKey: "NamespacedDefaults.seal") } == .unencodableValue)
    try store.set(["NamespacedDefaults.seal": nil, "a": nil])
    #expect(base.keys() == ["NamespacedDefaults.seal"])
    try store.set(2, forKey: "a")
    try store.removeAll()
    #expect(base.keys() == ["NamespacedDefaults.seal"])
    try base.removeAll { _ in true }
    #expect(base.keys() == ["NamespacedDefaults.seal"])
  }

  @Test func nothingIsWrittenBeforeTheFirstValue() throws {
    let store = store
    #expect(try store.value(forKey: "a") == nil)
    try store.set(nil, forKey: "a")
    try store.removeAll()
    try store.reseal()
    #expect(base.keys() == [])
  }

  @Test func aCopyOfTheWholeStoreOpens() throws {
    try store.set(["a": "one", "b": "two"])
    let copy = InMemoryStore(base.keys().reduce(into: [:]) { $0[$1] = base.value(forKey: $1) })
    #expect(try SealedStore(over: copy, seal: TestSeal()).value(forKey: "b") == "two")
  }

  @Test func anExportOfTheStoreBeneathOpensWhereItIsImported() throws {
    try store.set(["a": "one", "b": "two"])
    let copy = InMemoryStore()
    try copy.import(base.export(as: .propertyList), as: .propertyList)
    #expect(try SealedStore(over: copy, seal: TestSeal()).value(forKey: "b") == "two")
  }

  @Test func aNameIsTheSameInEachOfItsForms() throws {
    try store.set("value", forKey: "caf\u{E9}")
    #expect(try store.value(forKey: "cafe\u{301}") == "value")
  }

  @Test func valuesAreMovedIntoItByAMigration() throws {
    let plain = InMemoryStore(["Account.token": "secret"])
    let store = store
    try Defaults.withStore(store) { try Defaults.migrate([.move(from: plain)]) }
    #expect(try store.value(forKey: "Account.token") == "secret")
    #expect(plain.value(forKey: "Account.token") == nil)
    // Once: the record of the step is sealed too.
    try plain.set("other", forKey: "Account.token")
    try Defaults.withStore(store) { try Defaults.migrate([.move(from: plain)]) }
    #expect(try store.value(forKey: "Account.token") == "secret")
    #expect(try store.keys().count == 2)
  }

  @Test func recordsOfTheStoreBeneathAreNotItsOwn() throws {
    let base = InMemoryStore(["NamespacedDefaults.migration.step": true])
    let store = SealedStore(over: base, seal: TestSeal())
    try store.set(1, forKey: "a")
    #expect(try store.keys() == ["a"])
    #expect(try store.value(forKey: "NamespacedDefaults.migration.step") == nil)
    try SealedStore(over: base, seal: TestSeal("second", key: 2), opening: [TestSeal()]).reseal()
    #expect(base.value(forKey: "NamespacedDefaults.migration.step") == true)
  }

  @Test func aSettableChoosesIt() throws {
    enum Account: StringDefaultSettable {
      enum StringKey: String { case token }
      static let store: any DefaultsStore = SealedStore(over: base, seal: TestSeal())
      static let base = InMemoryStore()
    }
    Account.set("secret", forKey: .token)
    #expect(Account.string(forKey: .token) == "secret")
    #expect(try Account.base.data("\(Account.namespace).token").range(of: Data("secret".utf8)) == nil)
  }

  @Test func aValueThatCannotBeSealedIsNotStored() throws {
    try store.set("old", forKey: "a")
    let store = SealedStore(over: base, seal: TestSeal("other", canSeal: false), opening: [TestSeal()])
    #expect(throws: TestSeal.Failure.self) { try store.set(["a": "new", "b": "new"]) }
    #expect(try store.value(forKey: "a") == "old")
    #expect(try store.keys() == ["a"])
  }
}
