import Foundation
@testable import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

@Suite(.isolatedDefaults)
struct KeyNamespaceableTests {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    enum IntegerKey: String { case loginCount }
  }

  struct AccountHistory: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
  }

  struct Fixed: BoolDefaultSettable {
    static let namespace = "com.example.app"
    enum BoolKey: String { case isOn }
  }

  struct User: BoolDefaultSettable {
    let id: Int
    var namespace: String { "User.\(id)" }
    enum BoolKey: String { case isAdmin }
  }

  struct Odd: BoolDefaultSettable {
    enum BoolKey: String, CaseIterable {
      case empty = ""
      case dots = "..a.b."
      case space = " "
      case emoji = "👩‍👩‍👧"
      case null = "a\u{0}b"
      case accent = "\u{301}a"  // as a Character one with the dot
    }
  }

  struct Own: BoolDefaultSettable {
    static let store: any DefaultsStore = InMemoryStore()
    enum BoolKey: String { case isOn }
  }

  struct Generic<Element>: BoolDefaultSettable {
    enum BoolKey: String { case isOn }
  }

  @Test func theNamespaceIsTheBareTypeName() {
    #expect(Account.namespace == "Account")
    #expect(Account().namespace == "Account")
    #expect(Generic<Int>.namespace == "Generic<Int>")
  }

  @Test func aKeyIsNamespaceDotRawValue() {
    #expect(Account.namespaced(Account.BoolKey.isUserLoggedIn) == "Account.isUserLoggedIn")
    #expect(Account().namespaced(Account.IntegerKey.loginCount) == "Account.loginCount")
    #expect(User(id: 7).namespaced(User.BoolKey.isAdmin) == "User.7.isAdmin")
  }

  @Test func aNamespaceIsOverridable() throws {
    Fixed.set(true, forKey: .isOn)
    #expect(try Defaults.store.keys() == ["com.example.app.isOn"])
  }

  @Test func oddRawValuesAreKeptByteForByte() throws {
    for key in Odd.BoolKey.allCases { Odd.set(true, forKey: key) }
    let names: Set = ["Odd.", "Odd...a.b.", "Odd. ", "Odd.👩‍👩‍👧", "Odd.a\u{0}b", "Odd.\u{301}a"]
    #expect(try Set(Defaults.store.keys()) == names)
    #expect(Set(Odd.storedKeys) == names)
    #expect(Odd.BoolKey.allCases.allSatisfy { Odd.bool(forKey: $0) })
    Odd.removeAll()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func removeAllLeavesNeighbours() throws {
    Account.set(true, forKey: .isUserLoggedIn)
    Account.set(3, forKey: .loginCount)
    AccountHistory.set(true, forKey: .isUserLoggedIn)
    Account.removeAll()
    #expect(try Defaults.store.keys() == ["AccountHistory.isUserLoggedIn"])
  }

  @Test func storedKeysAreThoseOfTheNamespaceSorted() throws {
    try Defaults.store.set(["Account.z": 1, "Account.a": 1, "AccountHistory.b": 1, "Account": 1])
    #expect(Account.storedKeys == ["Account.a", "Account.z"])
  }

  @Test func anInstanceRemovesItsOwnKeys() {
    User(id: 1).set(true, forKey: .isAdmin)
    User(id: 10).set(true, forKey: .isAdmin)
    User(id: 1).removeAll()
    #expect(User(id: 1).storedKeys == [])
    #expect(User(id: 10).storedKeys == ["User.10.isAdmin"])
  }

  @Test func anInstanceLeavesThoseWhoseNamesBeginWithItsOwn() {
    struct Profile: BoolDefaultSettable {
      let id: String
      var namespace: String { "Profile.\(id)" }
      enum BoolKey: String { case isOpen }
    }
    let (short, long) = (Profile(id: "ada@example.com"), Profile(id: "ada@example.com.au"))
    short.set(true, forKey: .isOpen)
    long.set(true, forKey: .isOpen)
    #expect(short.storedKeys == ["Profile.ada@example.com.isOpen"])
    short.removeAll()
    #expect(long.bool(forKey: .isOpen))
  }

  @Test func aTypeLeavesWhatItsInstancesHave() {
    User.set(true, forKey: .isAdmin)
    User(id: 7).set(true, forKey: .isAdmin)
    #expect(User.storedKeys == ["User.isAdmin"])
    User.removeAll()
    #expect(User(id: 7).storedKeys == ["User.7.isAdmin"])
  }

  @Test func anInstanceRemovesItsOwnKeysInEachUnicodeForm() throws {
    let store = InMemoryStore(["User.\u{e9}.name": "a", "User.e\u{301}.age": 1, "User.e.name": "b"])
    let namespace = Namespace("User.e\u{301}")
    #expect(store.keys().filter(namespace.contains).sorted() == ["User.\u{e9}.age", "User.e\u{301}.name"])
    // A raw value may begin with a mark, which belongs to no letter of the namespace.
    #expect("User.\u{301}x".rawValue(in: "User") == "\u{301}x")
    #expect("Users.x".rawValue(in: "User") == nil)
    #expect("User".rawValue(in: "User") == nil)
  }

  @Test func aDottedNameBelongsToTheTypeThatListsIt() {
    struct Canvas: DoubleDefaultSettable {
      enum DoubleKey: String, CaseIterable { case zoom = "view.zoom" }
    }
    Canvas.set(2, forKey: .zoom)
    #expect(Canvas.storedKeys == ["Canvas.view.zoom"])
    Canvas.removeAll()
    #expect(!Canvas.key(.zoom).hasValue)
  }

  @Test(arguments: ["a.b", "a/b", "a b", "🐢", "100%", "%s", "..", "/", "a\nb", "é", "e\u{301}", "-1", "#", ""])
  func anInstanceMayHaveAnyID(_ id: String) throws {
    struct Session: BoolDefaultSettable {
      let id: String
      var namespace: String { "Session.\(id)" }
      enum BoolKey: String { case isOpen }
    }
    let directory = try TemporaryDirectory()
    try Defaults.withStore(FileStore(path: directory.file())) {
      Session(id: "other").set(true, forKey: .isOpen)
      Session(id: id).set(true, forKey: .isOpen)
      #expect(Session(id: id).bool(forKey: .isOpen))
      #expect(Session(id: id).storedKeys == ["Session.\(id).isOpen"])
      Session(id: id).removeAll()
      let left = try Defaults.store.keys()
      #expect(left == ["Session.other.isOpen"])
    }
  }

  @Test func aTypeMayHaveItsOwnStore() throws {
    Defaults.withStore(Own.store) {
      Own.set(true, forKey: .isOn)
      #expect(Own().bool(forKey: .isOn))
    }
    #expect(try Own.store.keys() == ["Own.isOn"])
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aTypedKeyFollowsTheStoreOfTheTask() {
    let key = Account.key(.loginCount)
    key.value = 1
    let inside = Defaults.withStore(InMemoryStore()) { key.value }
    #expect(inside == 0)
  }

  @Test func anInstanceHasTheNamespaceOfItsType() throws {
    #expect(Fixed().namespace == "com.example.app")
    Fixed().set(true, forKey: .isOn)
    #expect(try Defaults.store.keys() == ["com.example.app.isOn"])
  }

  @Test func anInstanceRemovesWhatItsOwnStoreHas() {
    struct Group: BoolDefaultSettable {
      let store: any DefaultsStore
      enum BoolKey: String { case isOn }
    }
    let store = InMemoryStore(["Group.isOn": true])
    Group.set(true, forKey: .isOn)
    Group(store: store).removeAll()
    #expect(store.keys() == [])
    #expect(Group.bool(forKey: .isOn))
  }

  @Test func anInstanceMayHaveAStoreOfItsOwn() throws {
    struct Group: BoolDefaultSettable {
      let store: any DefaultsStore
      enum BoolKey: String { case isOn }
    }
    let store = InMemoryStore()
    let group = Group(store: store)
    group.set(true, forKey: .isOn)
    #expect(group.bool(forKey: .isOn))
    #expect(!Group.bool(forKey: .isOn))
    #expect(group.storedKeys == ["Group.isOn"])
    #expect(store.keys() == ["Group.isOn"])
    #expect(try Defaults.store.keys() == [])
  }

  #if UserDefaults
    @Test func theStoreOfAUserDefaultsIsOverItsOwnValues() throws {
      let suite = try TemporarySuite()
      let defaults = try #require(UserDefaults(suiteName: suite.name))
      try suite.store.set(1, forKey: "UserDefaults.count")
      #expect(try defaults.store.value(forKey: "UserDefaults.count") == 1)
      #expect(UserDefaults.store === UserDefaultsStore.standard)
    }
  #endif

  @Test func aStoreThatCannotBeReadHasNoKeysAndIsReported() {
    final class Unreadable: DefaultsStore, DefaultsStorage {
      struct Failure: Error {}
      let context = DefaultsStoreContext()
      func storedValue(forKey name: String) throws -> PropertyListValue? { throw Failure() }
      func storedKeys() throws -> [String] { throw Failure() }
      func persist(_ changes: [DefaultsChange]) {}

      func apply(_ changes: [DefaultsChange]) {}
      func synchronize() {}
    }
    struct Account: KeyNamespaceable {
      static let unreadable = Unreadable()
      static var store: any DefaultsStore { unreadable }
    }
    let problems = problems { Defaults.withStore(Account.store) { #expect(Account.storedKeys == []) } }
    #expect(problems.map(\.kind) == [.failedRead])
  }
}
