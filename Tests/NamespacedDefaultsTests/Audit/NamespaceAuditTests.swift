#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

extension DefaultsKeys {
  fileprivate static let auditedCount = DefaultsKey<Int>("launchCount", defaultValue: 1)
  fileprivate static let renamedCount = DefaultsKey<Int>("launches", defaultValue: 0).renamed(from: "launchCount")
  fileprivate static let auditedLogin = DefaultsKey<Bool>("Account.isUserLoggedIn", defaultValue: false)
}

struct AuditedAccount: BoolDefaultSettable, IntegerDefaultSettable, ObjectDefaultSettable {
  static let namespace = "Account"
  enum BoolKey: String, CaseIterable { case isUserLoggedIn }
  enum IntegerKey: String, CaseIterable { case loginCount = "logins" }
  enum ObjectKey: String { case profile }

  static func defaultValue(forKey key: IntegerKey) -> Int { 7 }
}

private enum Other {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn, isOn }
  }
}

/// Settable in every way.
private struct EverySettable: BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable,
  StringDefaultSettable, URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable,
  ArrayDefaultSettable, DictionaryDefaultSettable, ObjectDefaultSettable
{
  enum BoolKey: String, CaseIterable { case bool }
  enum IntegerKey: String, CaseIterable { case integer }
  enum FloatKey: String, CaseIterable { case float }
  enum DoubleKey: String, CaseIterable { case double }
  enum StringKey: String, CaseIterable { case string }
  enum URLKey: String, CaseIterable { case url }
  enum DataKey: String, CaseIterable { case data }
  enum DateKey: String, CaseIterable { case date }
  enum StringArrayKey: String, CaseIterable { case strings }
  enum ArrayKey: String, CaseIterable { case array }
  enum DictionaryKey: String, CaseIterable { case dictionary }
  enum ObjectKey: String, CaseIterable { case object, number }

  static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? {
    switch key {
    case .object: nil
    case .number: 3
    }
  }
}

private struct Opened: ObjectDefaultSettable {
  enum ObjectKey: String, CaseIterable { case list }

  static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { [1, 2] }
}

private struct Twofold: BoolDefaultSettable, IntegerDefaultSettable {
  enum BoolKey: String, CaseIterable { case value }
  enum IntegerKey: String, CaseIterable { case value }
}

private struct User: BoolDefaultSettable {
  let id: Int
  var namespace: String { "User.\(id)" }
  enum BoolKey: String, CaseIterable { case isAdmin }
}

private struct Elsewhere: BoolDefaultSettable {
  static let namespace = "Account"
  static let store: any DefaultsStore = InMemoryStore(["old": 1])
  enum BoolKey: String, CaseIterable { case isUserLoggedIn }
}

@Suite(.isolatedDefaults)
struct NamespaceAuditTests {
  @Test func keysAreListedWithTypeDefaultAndStoredValue() throws {
    try Defaults.store.set(["Account.isUserLoggedIn": true, "launchCount": 3])
    let keys = NamespaceAudit(AuditedAccount.self, keys: [.auditedCount]).keys
    #expect(keys.map(\.name) == ["Account.isUserLoggedIn", "Account.logins", "launchCount"])
    #expect(keys.map { "\($0.valueType)" } == ["Bool", "Int", "Int"])
    #expect(keys.map(\.defaultValue) == [false, 7, 1])
    #expect(keys.map(\.storedValue) == [true, nil, 3])
    #expect(
      keys.map(\.declaration) == [
        "NamespacedDefaultsTests.AuditedAccount.BoolKey.isUserLoggedIn",
        "NamespacedDefaultsTests.AuditedAccount.IntegerKey.loginCount",
        #"DefaultsKey<Int>("launchCount")"#,
      ]
    )
  }

  @Test func everySettableProtocolIsListed() {
    let keys = NamespaceAudit(EverySettable.self).keys
    #expect(
      keys.map { "\($0.name.dropFirst("EverySettable.".count)): \($0.valueType)" } == [
        "array: Optional<Array<PropertyListValue>>", "bool: Bool", "data: Optional<Data>", "date: Optional<Date>",
        "dictionary: Optional<Dictionary<String, PropertyListValue>>", "double: Double", "float: Float", "integer: Int",
        "number: Optional<Int>", "object: Optional<PropertyListValue>", "string: Optional<String>",
        "strings: Optional<Array<String>>",
        "url: Optional<URL>",
      ]
    )
  }

  @Test func differentNamesDoNotCollide() {
    #expect(
      NamespaceAudit(AuditedAccount.self, EverySettable.self, User.self, keys: [.auditedCount]).collisions.isEmpty
    )
  }

  @Test func twoTypesOfOneNameCollide() {
    let collisions = NamespaceAudit(AuditedAccount.self, Other.Account.self).collisions
    #expect(collisions.count == 1)
    #expect(collisions.first?.hasPrefix("\"Account.isUserLoggedIn\" is declared by ") == true)
  }

  @Test func twoEnumsOfOneTypeCollide() {
    #expect(NamespaceAudit(Twofold.self).collisions.map { String($0.prefix(15)) } == ["\"Twofold.value\""])
  }

  @Test func aTypedKeyCollidesWithASettable() {
    #expect(
      NamespaceAudit(AuditedAccount.self, keys: [.auditedLogin]).collisions == [
        """
        "Account.isUserLoggedIn" is declared by DefaultsKey<Bool>("Account.isUserLoggedIn") and by \
        NamespacedDefaultsTests.AuditedAccount.BoolKey.isUserLoggedIn
        """
      ]
    )
  }

  @Test func aKeyCollidesWithAnEnumThatIsNotListed() {
    let key = DefaultsKey<String>("Account.profile", defaultValue: "")
    #expect(
      NamespaceAudit(AuditedAccount.self, keys: [key]).collisions == [
        """
        "Account.profile" is declared by DefaultsKey<String>("Account.profile") and by \
        NamespacedDefaultsTests.AuditedAccount.ObjectKey (not listed)
        """
      ]
    )
    let own = AuditedAccount.key(.profile, as: String.self)
    #expect(NamespaceAudit(AuditedAccount.self, keys: [own]).collisions.isEmpty)
  }

  @Test func whatTheKeyCanReadIsReadable() throws {
    try Defaults.store.set(.data(Data("[3]".utf8)), forKey: "Opened.list")
    let key = try #require(NamespaceAudit(Opened.self).keys.first)
    #expect(Opened.object([Int].self, forKey: .list) == [3])
    #expect(key.isReadable)
  }

  @Test func aStoredValueIsThatOfTheStoreOfTheKey() {
    let key = DefaultsKey("launchCount", defaultValue: 0, store: InMemoryStore(["launchCount": 2]))
    #expect(NamespaceAudit(keys: [key]).keys.map(\.storedValue) == [2])
  }

  @Test func aKeyWithNothingStoredIsReadable() {
    #expect(NamespaceAudit(keys: [.auditedCount]).keys.map(\.isReadable) == [true])
  }

  @Test func anAuditOpensNoStore() async {
    // A process of its own, because others have used the store of this one.
    await #expect(processExitsWith: .success) {
      let audit = NamespaceAudit(AuditedAccount.self, keys: [.auditedCount])
      precondition(audit.keys.count == 3)
      precondition(!CurrentStore.isOpen)
    }
  }

  @Test func aPreviousNameCollidesWithAKey() {
    #expect(
      NamespaceAudit(keys: [.auditedCount, .renamedCount]).collisions == [
        """
        "launchCount" is declared by DefaultsKey<Int>("launchCount") and by DefaultsKey<Int>("launches") (previous name)
        """
      ]
    )
  }

  @Test func oneDeclarationGivenTwiceIsNoCollision() {
    #expect(
      NamespaceAudit(AuditedAccount.self, AuditedAccount.self, keys: [.auditedCount, .auditedCount]).collisions.isEmpty
    )
    #expect(NamespaceAudit(AuditedAccount.self, keys: [AuditedAccount.key(.isUserLoggedIn)]).collisions.isEmpty)
  }

  @Test func keysOfTwoStoresDoNotCollide() {
    #expect(NamespaceAudit(AuditedAccount.self, Elsewhere.self).collisions.isEmpty)
  }

  @Test func anAuditReportsNoProblems() {
    #expect(problems { _ = NamespaceAudit(AuditedAccount.self, Other.Account.self, keys: [.auditedLogin]) }.isEmpty)
  }

  @Test func storedNamesThatNobodyDeclaresAreFound() throws {
    try Defaults.store.set([
      "Account.isUserLoggedIn": true, "Account.old": 1, "Account.profile": 2, "User.7.isAdmin": true,
      "User.7.isOwner": 1,
      "launchCount": 1, "count": 1,
    ])
    try Defaults.migrate([.delete("never stored")])
    #expect(
      NamespaceAudit(AuditedAccount.self, User.self, keys: [.renamedCount]).undeclaredKeys == [
        "Account.old", "User.7.isOwner", "count",
      ]
    )
    Defaults.withStore(Elsewhere.store) {
      #expect(NamespaceAudit(Elsewhere.self).undeclaredKeys == ["old"], "of its own store")
    }
  }

  /// An older release that runs again writes there, where no newer one looks any more.
  @Test func aPreviousNameBesideTheNewOneIsUndeclared() throws {
    let audit = NamespaceAudit(keys: [.renamedCount])
    try Defaults.store.set(1, forKey: "launchCount")
    #expect(audit.undeclaredKeys == [])
    try Defaults.store.set(2, forKey: "launches")
    #expect(audit.undeclaredKeys == ["launchCount"])
  }

  @Test func enumsThatDoNotListTheirCasesAreNamed() {
    #expect(
      NamespaceAudit(AuditedAccount.self).unlistedKeyTypes == ["NamespacedDefaultsTests.AuditedAccount.ObjectKey"]
    )
  }

  @Test func aStoreThatCannotBeReadIsReported() {
    let problems = problems {
      Defaults.withStore(FailingStore(failsReads: true)) {
        #expect(NamespaceAudit(AuditedAccount.self).keys.map(\.storedValue) == [nil, nil])
      }
    }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test(arguments: [4, nil] as [PropertyListValue?])
  func aWriteThroughADeclarationRemovesThePreviousName(value: PropertyListValue?) throws {
    let store = InMemoryStore(["old": 3])
    let key = NamespaceAudit(keys: [DefaultsKey("new", defaultValue: 0, store: store).renamed(from: "old")]).keys[0]
    #expect(key.storedValue == 3)
    try key.write(value)
    #expect(store.value(forKey: "old") == nil)
    #expect(store.value(forKey: "new") == value)
  }

  @Test func storedValuesAreReadWhenTheyAreAskedFor() throws {
    let key = try #require(NamespaceAudit(keys: [.auditedCount]).keys.first)
    #expect(key.storedValue == nil)
    try Defaults.store.set("x", forKey: "launchCount")
    #expect(key.storedValue == "x")
    #expect(!key.isReadable)
  }

  @Test func theTableHasTypesAsTheyAreWrittenAndCodablesAsJSON() throws {
    struct Point: Codable, DefaultsSerializable { var x = 1 }
    let keys: [DefaultsKeys] = [
      DefaultsKey("a", defaultValue: Point()), DefaultsKey<[String: [Int]]?>("b"),
      DefaultsKey("c", defaultValue: Data("{}".utf8)),
    ]
    try Defaults.store.set(.data(Data(#"{"x":2}"#.utf8)), forKey: "a")
    try Defaults.store.set(.data(Data("{\n}".utf8)), forKey: "b")
    #expect(
      NamespaceAudit(keys: keys).description == """
        name  type              default         stored            declared by
        a     Point             {"x":1}         {"x":2}           DefaultsKey<Point>("a")
        b     [String: [Int]]?                  3 bytes <7b0a7d>  DefaultsKey<[String: [Int]]?>("b")
        c     Data              2 bytes <7b7d>                    DefaultsKey<Data>("c")
        """
    )
  }

  @Test func aCodableWithSpacesIsShownAsJSON() {
    struct Title: Codable, DefaultsSerializable { var text = "a b" }
    let description = NamespaceAudit(keys: [DefaultsKey("title", defaultValue: Title())]).description
    #expect(description.contains(#" {"text":"a b"} "#))
  }

  @Test func theStoreOfATypeWithoutListedKeysIsSearched() {
    struct Unlisted: BoolDefaultSettable {
      static let store: any DefaultsStore = InMemoryStore(["Unlisted.isOn": true, "old": 1])
      enum BoolKey: String { case isOn }
    }
    Defaults.withStore(Unlisted.store) { #expect(NamespaceAudit(Unlisted.self).undeclaredKeys == ["old"]) }
  }

  @Test func theTableIsReadable() throws {
    try Defaults.store.set(["Account.isUserLoggedIn": "maybe", "Account.old": 1, "launchCount": 3])
    #expect(
      NamespaceAudit(AuditedAccount.self, keys: [.auditedCount, .renamedCount]).description == """
        name                    type  default  stored                declared by
        Account.isUserLoggedIn  Bool  false    "maybe" (unreadable)  NamespacedDefaultsTests.AuditedAccount.BoolKey.isUserLoggedIn
        Account.logins          Int   7                              NamespacedDefaultsTests.AuditedAccount.IntegerKey.loginCount
        launchCount             Int   1        3                     DefaultsKey<Int>("launchCount")
        launches                Int   0        3                     DefaultsKey<Int>("launches")

        Collisions:
          "launchCount" is declared by DefaultsKey<Int>("launchCount") and by DefaultsKey<Int>("launches") (previous name)

        Stored, but not declared:
          "Account.old"

        Not listed, because it is not CaseIterable:
          NamespacedDefaultsTests.AuditedAccount.ObjectKey
        """
    )
  }

  @Test func aValueIsCutAfterFortyCharacters() throws {
    let (fits, isCut) = (String(repeating: "x", count: 38), String(repeating: "y", count: 39))
    let keys = [fits, isCut].map { DefaultsKey<String>(String($0.prefix(1)), defaultValue: $0) }
    let description = NamespaceAudit(keys: keys).description
    #expect(description.contains("\"\(fits)\" "))
    #expect(description.contains("\"\(isCut.dropLast())… "))
  }

  @Test func aKeyOfAnotherStoreDoesNotCollideWithAnEnumThatIsNotListed() {
    let key = DefaultsKey<String>("Account.profile", defaultValue: "", store: InMemoryStore())
    #expect(NamespaceAudit(AuditedAccount.self, keys: [key]).collisions == [])
  }

  @Test func theNamesOfEnumsAreSorted() {
    let names = NamespaceAudit(Everything.self).unlistedKeyTypes
    #expect(names.count == 12)
    #expect(names == names.sorted())
  }

  @Test func everyKeyOfANameChecksAValue() throws {
    // In the order of their types, so the first one can read the value and the second one cannot.
    let audit = NamespaceAudit(keys: [DefaultsKey("level", defaultValue: 1), DefaultsKey<URL?>("level")])
    #expect(audit.keys.map(\.typeName) == ["Int", "URL?"])
    #expect(throws: (any Error).self) { try audit.validate(11, forKey: "level") }
  }
}
