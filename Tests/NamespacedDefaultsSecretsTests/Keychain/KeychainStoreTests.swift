import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaultsSecrets

/// The logic of the store, over a Keychain that behaves as Apple documents it.
@Suite struct KeychainStoreTests {
  private let keychain = FakeKeychain()
  private var store: KeychainStore { keychain.store() }

  @Test(arguments: StoreBattery.allCases) func itKeepsThePromisesOfEveryStore(_ promise: StoreBattery) throws {
    try promise.check {
      store
    } whileFailing: { body in
      keychain.state.change { $0.failure = KeychainStatus(rawValue: -36) }
      defer { keychain.state.change { $0.failure = nil } }
      try body()
    }
  }

  @Test func anItemThatExistsIsUpdatedAndNotAddedTwice() throws {
    try store.set("one", forKey: "token")
    #expect(keychain.calls == ["list", "read", "update", "add"])
    try store.set("two", forKey: "token")
    #expect(keychain.calls.dropFirst(4) == ["read", "update"])
    #expect(try store.value(forKey: "token") == "two")
    #expect(keychain.state.value.items.count == 1)
  }

  @Test func anItemThatAnotherProcessHasAddedMeanwhileIsUpdated() throws {
    let item = keychain.item("token")
    keychain.state.change { state in
      state.beforeAdd = { $0[item] = FakeKeychain.Stored(data: Data(), accessibility: .afterFirstUnlock) }
    }
    try store.set("mine", forKey: "token")
    #expect(keychain.calls == ["list", "read", "update", "add", "update"])
    #expect(try store.value(forKey: "token") == "mine")
  }

  @Test func withoutAGroupItIsTheProgramsFirstOne() throws {
    let shared = keychain.store(accessGroup: "TEAM.shared")
    try shared.set(["token": "shared", "other": "shared"])
    #expect(try store.value(forKey: "token") == nil)
    #expect(try store.keys() == [])
    try store.set("mine", forKey: "token")
    try store.set(nil, forKey: "other")
    #expect(try shared.value(forKey: "token") == "shared")
    try store.removeAll()
    #expect(keychain.accounts == ["TEAM.shared other", "TEAM.shared token"])
  }

  @Test func whatMovesIntoAGroupIsThere() throws {
    let shared = keychain.store(accessGroup: "TEAM.shared")
    try store.set("secret", forKey: "Login.password")
    try Defaults.withStore(shared) { _ = try Defaults.migrate([.moveNamespace("Login", from: store)]) }
    #expect(try shared.value(forKey: "Login.password") == "secret")
    #expect(try store.keys() == [])
  }

  @Test func whatMovesIntoTheFirstGroupStays() throws {
    try store.set("secret", forKey: "Login.password")
    let first = keychain.store(accessGroup: FakeKeychain.firstGroup)
    try Defaults.withStore(first) { _ = try Defaults.migrate([.moveNamespace("Login", from: store)]) }
    #expect(try first.value(forKey: "Login.password") == "secret")
  }

  @Test func theFirstGroupIsAskedOnceAndLeavesNothing() throws {
    _ = try store.value(forKey: "token")
    #expect(keychain.accounts == [])
    keychain.state.change {
      $0.failures = [:]; $0.calls = []
    }
    _ = try keychain.store("other").value(forKey: "token")
    #expect(keychain.calls == ["list", "read"])
    _ = try keychain.store("other").value(forKey: "token")
    #expect(keychain.calls == ["list", "read", "read"])
  }

  @Test(arguments: [nil, "TEAM.shared"]) func beforeTheFirstUnlockingNothingIsMissing(group: String?) throws {
    try keychain.store(accessGroup: group).set("secret", forKey: "token")
    let keychain = FakeKeychain(after: keychain)
    keychain.state.change { $0.wasUnlocked = false }
    let store = keychain.store(accessGroup: group)
    let calls: [() throws -> Void] = [
      { _ = try store.value(forKey: "token") }, { _ = try store.keys() }, { try store.set("new", forKey: "token") },
      { try store.set(nil, forKey: "token") }, { _ = try SealingKey.stored(as: "token", in: store) },
    ]
    for (index, call) in calls.enumerated() { #expect(code(of: call) == .notReadableYet, "call \(index)") }
    keychain.state.change { $0.wasUnlocked = true }
    #expect(try store.value(forKey: "token") == "secret")
  }

  @Test func whatIsNotFoundAndIsADuplicateCannotBeReadYet() throws {
    try store.set("secret", forKey: "token")
    keychain.state.change { $0.unfound = ["token"] }
    #expect(code { try store.set("new", forKey: "token") } == .notReadableYet)
    keychain.state.change { $0.unfound = [] }
    #expect(try store.value(forKey: "token") == "secret")
  }

  @Test func aLockedDeviceIsAnErrorAndNotAMissingValue() throws {
    try store.set("secret", forKey: "token")
    keychain.state.change { $0.failure = .interactionNotAllowed }
    let token = DefaultsKey("token", defaultValue: "default", store: store)
    let calls: [() throws -> Void] = [
      { _ = try store.value(forKey: "token") }, { _ = try store.keys() }, { try store.set("new", forKey: "token") },
      { try store.set(nil, forKey: "token") }, { try store.removeAll() }, { try store.update("token") { $0 = "new" } },
      { _ = try token.read() }, { try token.write("new") },
    ]
    for (index, call) in calls.enumerated() { #expect(code(of: call) == .notReadableYet, "call \(index)") }
    let reported = problems {
      for _ in 0..<3 { #expect(token.value == "default") }
      token.value += " and more"
    }
    #expect(reported.map(\.kind) == [.failedRead])
    keychain.state.change { $0.failure = nil }
    #expect(token.value == "secret")
  }

  @Test func removingWhatIsNotThereSucceeds() throws {
    try store.set(nil, forKey: "token")
    try store.set(["a": nil, "b": nil])
    try store.removeAll()
    #expect(try store.keys() == [])
  }

  @Test(
    arguments: [
      (-25308, DefaultsError.Code.notReadableYet, "errSecInteractionNotAllowed"),
      (-34018, .failedSystemCall, "errSecMissingEntitlement"), (-25293, .failedSystemCall, "errSecAuthFailed"),
      (-36, .failedSystemCall, "errSecIO: the system's words"), (-12345, .failedSystemCall, "OSStatus -12345"),
    ] as [(Int32, DefaultsError.Code, String)]
  )
  func anErrorHasItsName(status: Int32, code: DefaultsError.Code, name: String) throws {
    _ = try store.keys()
    keychain.state.change { $0.failure = KeychainStatus(rawValue: status) }
    let error = try #require(throws: DefaultsError.self) { try store.value(forKey: "token") }
    #expect(error.code == code)
    #expect("\(error)".hasPrefix("SecItemCopyMatching \"tool\": \(name)"))
    #expect(!"\(error)".contains("token"))
  }

  @Test func whatFailsInTheMiddleIsTakenBack() throws {
    try store.set(["a": "old", "b": "old"])
    keychain.state.change { $0.failures = ["d": KeychainStatus(rawValue: -36)] }
    #expect(throws: DefaultsError.self) {
      try store.transaction {
        try store.set("new", forKey: "a")
        try store.set(nil, forKey: "b")
        try store.set("new", forKey: "d")
      }
    }
    keychain.state.change { $0.failures = [:] }
    #expect(try store.keys().sorted() == ["a", "b"])
    #expect(try ["a", "b"].map { try store.value(forKey: $0) } == ["old", "old"])
  }

  @Test func anItemOfAnotherProgramIsData() throws {
    let item = keychain.item("token")
    keychain.state.change { $0.items[item] = .init(data: Data("password".utf8), accessibility: .whenUnlocked) }
    #expect(try store.value(forKey: "token") == .data(Data("password".utf8)))
    try store.set("new", forKey: "token")
    #expect(try store.value(forKey: "token") == "new")
  }

  @Test func aDamagedItemOfItsOwnIsAnErrorAndStays() throws {
    try store.set("secret", forKey: "token")
    let item = keychain.item("token")
    keychain.state.change { $0.items[item]?.data.removeLast() }
    let damaged = try #require(keychain.state.value.items[item])
    #expect(throws: DefaultsError.self) { try store.value(forKey: "token") }
    #expect(throws: DefaultsError.self) { try store.set("new", forKey: "token") }
    #expect(keychain.state.value.items[item] == damaged)
  }

  @Test func servicesGroupsAndSynchronizedItemsAreApart() throws {
    let stores = [
      store, keychain.store("other"), keychain.store(accessGroup: "group"), keychain.store(isSynchronizable: true),
    ]
    for (number, store) in stores.enumerated() { try store.set(.integer(Int64(number)), forKey: "token") }
    #expect(try stores.map { try $0.value(forKey: "token") } == [0, 1, 2, 3])
    #expect(try stores.map { try $0.keys() } == Array(repeating: ["token"], count: 4))
    try store.removeAll()
    #expect(keychain.state.value.items.count == 3)
  }

  @Test func itemsStayOnTheDeviceUnlessTheyAreSynchronized() throws {
    try store.set(1, forKey: "token")
    try keychain.store(isSynchronizable: true).set(1, forKey: "token")
    try keychain.store("other", accessibility: .whenUnlocked).set(1, forKey: "token")
    let accessibilities = keychain.state.value.items.map { "\($0.service) \($0.isSynchronizable): \($1.accessibility)" }
    #expect(
      accessibilities.sorted() == [
        "other false: whenUnlocked", "tool false: afterFirstUnlockThisDeviceOnly", "tool true: afterFirstUnlock",
      ]
    )
  }

  @Test func aWriteGivesAnItemTheAccessibilityOfTheStore() throws {
    try store.set(1, forKey: "token")
    let item = keychain.item("token")
    keychain.state.change { $0.items[item]?.accessibility = .whenUnlocked }
    try store.set(2, forKey: "token")
    #expect(keychain.state.value.items.values.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
  }

  @Test(arguments: [false, true]) func aNewAccessibilityReachesTheItemsThatAreThere(byAnEqualWrite: Bool) throws {
    try keychain.store(accessibility: .whenUnlocked).set(["a": 1, "b": 2])
    try keychain.store("other", accessibility: .whenUnlocked).set(1, forKey: "a")
    let store = FakeKeychain(after: keychain).store(accessibility: .afterFirstUnlock)
    if byAnEqualWrite { try store.set(1, forKey: "a") } else { #expect(try store.value(forKey: "a") == 1) }
    let items = keychain.state.value.items.map { "\($0.service) \($0.account): \($1.accessibility)" }
    #expect(items.sorted() == ["other a: whenUnlocked", "tool a: afterFirstUnlock", "tool b: afterFirstUnlock"])
    #expect(try store.value(forKey: "b") == 2)
  }

  @Test func aNewAccessibilityReachesALockedItemLater() throws {
    try keychain.store(accessibility: .whenUnlocked).set(["a": 1, "b": 2])
    let store = FakeKeychain(after: keychain).store(accessibility: .afterFirstUnlock)
    keychain.state.change { $0.failures = ["a": .interactionNotAllowed] }
    _ = try? store.value(forKey: "b")
    keychain.state.change { $0.failures = [:] }
    _ = try store.value(forKey: "b")
    #expect(keychain.state.value.items.values.allSatisfy { $0.accessibility == .afterFirstUnlock })
  }

  @Test func whatIsInTheKeychainIsReadEachTime() throws {
    try store.set("one", forKey: "token")
    let token = DefaultsKey("token", defaultValue: "", store: store)
    #expect(token.value == "one")
    let item = keychain.item("token")
    keychain.state.change { $0.items[item] = .init(data: Data("of iCloud".utf8), accessibility: .whenUnlocked) }
    #expect(try store.value(forKey: "token") == .data(Data("of iCloud".utf8)))
  }
}

extension KeychainItem {
  fileprivate var service: String { place.service }
  fileprivate var isSynchronizable: Bool { place.isSynchronizable }
}
