import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// Typed keys inside namespaces have the settable protocols' names, stores and defaults.
@Suite(.isolatedDefaults)
struct NamespacedKeyTests {
  struct Account: BoolDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn }
    static func defaultValue(forKey key: BoolKey) -> Bool { true }
  }

  enum PlainKey: String { case width }

  @Test func theStoredNameIsTheSettables() throws {
    let key = DefaultsKey<Bool>(Account.BoolKey.isUserLoggedIn, in: Account.self)
    key.value = false
    #expect(try Defaults.store.value(forKey: "Account.isUserLoggedIn") == false)
    #expect(!Account.bool(forKey: .isUserLoggedIn))
  }

  @Test func theDefaultIsTheSettables() {
    #expect(DefaultsKey<Bool>(.isUserLoggedIn, in: Account.self).value)
  }

  @Test func anyEnumMayBeAKey() throws {
    let key = DefaultsKey<Int>(PlainKey.width, in: Account.self, defaultValue: 80)
    key.value += 1
    #expect(try Defaults.store.value(forKey: "Account.width") == 81)
  }

  @Test func everyKindHasItsKey() {
    #expect(DefaultsKey<Bool>(.isOn, in: Everything.self).name == "Everything.isOn")
    #expect(DefaultsKey<Int>(.count, in: Everything.self).name == "Everything.count")
    #expect(DefaultsKey<Float>(.gain, in: Everything.self).name == "Everything.gain")
    #expect(DefaultsKey<Double>(.volume, in: Everything.self).name == "Everything.volume")
    #expect(DefaultsKey<String?>(.name, in: Everything.self).name == "Everything.name")
    #expect(DefaultsKey<URL?>(.homepage, in: Everything.self).name == "Everything.homepage")
    #expect(DefaultsKey<Data?>(.avatar, in: Everything.self).name == "Everything.avatar")
    #expect(DefaultsKey<Date?>(.birthday, in: Everything.self).name == "Everything.birthday")
    #expect(DefaultsKey<[String]?>(.tags, in: Everything.self).name == "Everything.tags")
    #expect(DefaultsKey<[Int]?>(.scores, in: Everything.self).name == "Everything.scores")
    #expect(DefaultsKey<[String: Int]?>(.limits, in: Everything.self).name == "Everything.limits")
    #expect(DefaultsKey<Person?>(.profile, in: Everything.self).name == "Everything.profile")
  }
}
