import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import TestSupport
import Testing

enum Appearance: String, DefaultsSerializable { case system, dark }

struct Newt: Codable, Equatable, DefaultsSerializable {
  var name: String
}

extension DefaultsKeys {
  static let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  static let username = DefaultsKey<String?>("username")
  static let lines = DefaultsKey<[String]>("lines", defaultValue: ["1.0"])
  static let frog = DefaultsKey<Newt?>("frog")
  static let limits = DefaultsKey<[String: Int]>("limits", defaultValue: [:])
  static let isOn = DefaultsKey<Bool>("isOn", defaultValue: false)
  var theme: DefaultsKey<Appearance> { .init("theme", defaultValue: .system) }
  /// The same key as `.launchCount`, for key paths and dynamic members.
  var launches: DefaultsKey<Int> { .launchCount }
}

/// Every way to name a typed key means the same key.
@Suite(.isolatedDefaults)
struct TypedKeyTests {
  @Test func everySpellingIsTheSameKey() throws {
    Defaults[.launchCount] += 1
    Defaults[\.launches] += 1
    Defaults[key: .launchCount] += 1
    Defaults.launches += 1
    DefaultsKeys.launchCount.value += 1
    #expect(try Defaults.store.value(forKey: "launchCount") == 5)
  }

  @Test func aComputedDeclarationWorksLikeAStaticOne() throws {
    #expect(Defaults.theme == .system)
    Defaults.theme = .dark
    #expect(Defaults[\.theme] == .dark)
    Defaults[\.theme] = .system
    #expect(try Defaults.store.value(forKey: "theme") == "system")
  }

  @Test func aLocalKeyNeedsNoDeclaration() {
    let local = DefaultsKey<Double>("local", defaultValue: 0.5)
    Defaults[key: local] *= 3
    #expect(Defaults[local] == 1.5)
  }

  @Test func valuesChangeInPlace() {
    Defaults[.lines].append("2.0")
    Defaults[.lines][0] += " beta"
    Defaults[.frog] = Newt(name: "Kermit")
    Defaults[.frog]?.name = "Robin"
    Defaults[.limits]["a", default: 0] += 2
    Defaults[.isOn].toggle()
    Defaults[.username] = "Ada"
    Defaults[.username]?.append("!")
    #expect(Defaults[.lines] == ["1.0 beta", "2.0"])
    #expect(Defaults[.frog] == Newt(name: "Robin"))
    #expect(Defaults[.limits] == ["a": 2])
    #expect(Defaults[.isOn])
    #expect(Defaults[.username] == "Ada!")
  }

  @Test func anOptionalKeyIsRemovedWithNil() throws {
    Defaults[.username] = "Ada"
    Defaults[.username] = nil
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aKeyReadsItsOwnStoreInsideAnInPlaceChange() {
    Defaults[.lines].append("\(Defaults[.lines].count)")
    #expect(Defaults[.lines] == ["1.0", "1"])
  }

  @Test func removeAllEmptiesTheStore() throws {
    Defaults[.launchCount] = 1
    Defaults.theme = .dark
    Defaults.removeAll()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aKeyMayNameItsStore() throws {
    let own = InMemoryStore()
    let key = DefaultsKey<Int>("count", defaultValue: 0, store: own)
    Defaults[key] += 1
    #expect(own.value(forKey: "count") == 1)
    #expect(try Defaults.store.keys() == [])
  }
}

/// The same surface over one store.
@Suite(.isolatedDefaults)
struct DefaultsAdapterTests {
  let store = InMemoryStore()
  var group: DefaultsAdapter { DefaultsAdapter(store: store) }

  @Test func registeredValuesAreOfTheStore() throws {
    group.register(["launchCount": 9])
    #expect(group[.launchCount] == 9)
    #expect(Defaults[.launchCount] == 0)
  }

  @Test func synchronizingIsOfTheStore() throws {
    /// A store that counts how often it is synchronized.
    final class CountingStore: DefaultsStore, DefaultsStorage {
      let inner = InMemoryStore()
      let count = Lockbox(0)
      var context: DefaultsStoreContext { inner.context }
      func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
      func storedKeys() -> [String] { inner.keys() }
      func persist(_ changes: [DefaultsChange]) {}

      func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
      func synchronize() { count.change { $0 += 1 } }
    }
    let stores = [CountingStore(), CountingStore()]
    try Defaults.withStore(stores[1]) { try Defaults.synchronize() }
    #expect(stores.map(\.count.value) == [0, 1])
  }
}
