import NamespacedDefaults
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// Typed keys inside namespaces have the settable protocols' names, stores and defaults.
@Suite(.isolatedDefaults)
struct NamespacedKeyTests {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    static func defaultValue(forKey key: BoolKey) -> Bool { true }
  }

  enum PlainKey: String { case width }

  @Test func theStoreIsTheNamespaces() {
    enum Own: KeyNamespaceable {
      static let inMemory = InMemoryStore()
      static var store: any DefaultsStore { inMemory }
    }
    Defaults.withStore(Own.store) {
      DefaultsKey<Int>(PlainKey.width, in: Own.self, defaultValue: 80).value = 3
    }
    #expect(Own.inMemory.value(forKey: "Own.width") == 3)
  }

  @Test func aSettablesKeyHasItsDefault() {
    #expect(Account.key(.isUserLoggedIn).value)
  }

  @Test func anyEnumMayBeAKey() throws {
    let key = DefaultsKey<Int>(PlainKey.width, in: Account.self, defaultValue: 80)
    key.value += 1
    #expect(try Defaults.store.value(forKey: "Account.width") == 81)
  }

  @Test func everyKindHasItsKey() {
    #expect(Everything.key(.isOn).name == "Everything.isOn")
    #expect(Everything.key(.count).name == "Everything.count")
    #expect(Everything.key(.gain).name == "Everything.gain")
    #expect(Everything.key(.volume).name == "Everything.volume")
    #expect(Everything.key(.name).name == "Everything.name")
    #expect(Everything.key(.homepage).name == "Everything.homepage")
    #expect(Everything.key(.avatar).name == "Everything.avatar")
    #expect(Everything.key(.birthday).name == "Everything.birthday")
    #expect(Everything.key(.tags).name == "Everything.tags")
    #expect(Everything.key(.scores).name == "Everything.scores")
    #expect(Everything.key(.limits).name == "Everything.limits")
    #expect(Everything.key(.profile, as: Person.self).name == "Everything.profile")
  }

  @Test func theStoreOfAnInstancesKeyIsTheInstances() {
    struct Member: KeyNamespaceable {
      let store: any DefaultsStore = InMemoryStore()
    }
    let member = Member()
    let key = DefaultsKey<Int>(PlainKey.width, in: member, defaultValue: 80)
    #expect(key.store === member.store)
  }

  @Test func aKeyOfAnySizeIsWritten() throws {
    struct Dynamic: IntegerDefaultSettable {
      struct IntegerKey: RawRepresentable { let rawValue: String }
    }
    Dynamic.set(3, forKey: .init(rawValue: "width"))
    #expect(try Defaults.store.value(forKey: "Dynamic.width") == 3)
    #expect(Dynamic.integer(forKey: .init(rawValue: "width")) == 3)
  }

  @Test func aDefaultThatVariesIsAskedForAtEachRead() {
    struct Varying: IntegerDefaultSettable {
      enum IntegerKey: String { case width }
      static let width = Lockbox(1)
      static func defaultValue(forKey key: IntegerKey) -> Int { width.value }
    }
    #expect(Varying.integer(forKey: .width) == 1)
    Varying.width.change { $0 = 2 }
    #expect(Varying.integer(forKey: .width) == 2)
  }
}
