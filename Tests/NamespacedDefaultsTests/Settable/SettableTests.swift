import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// Each settable protocol's members, on one type that conforms to all of them, so that overloads must resolve.
@Suite(.isolatedDefaults)
struct SettableTests {
  @Test func aBoolIsStored() throws {
    Everything.set(true, forKey: .isOn)
    #expect(Everything.bool(forKey: .isOn))
    #expect(try Defaults.store.value(forKey: "Everything.isOn") == .bool(true))
  }

  @Test func anIntegerIsStored() throws {
    Everything.set(3, forKey: .count)
    #expect(Everything.integer(forKey: .count) == 3)
    #expect(try Defaults.store.value(forKey: "Everything.count") == .integer(3))
  }

  @Test func aFloatIsStored() throws {
    Everything.set(0.5, forKey: .gain)
    #expect(Everything.float(forKey: .gain) == 0.5)
    #expect(try Defaults.store.value(forKey: "Everything.gain") == .double(0.5))
  }

  @Test func anIntegerLiteralUnderADoubleKeyIsADouble() throws {
    Everything.set(3, forKey: .volume)
    #expect(Everything.double(forKey: .volume) == 3)
    #expect(try Defaults.store.value(forKey: "Everything.volume") == .double(3))
  }

  @Test func aStringIsStored() throws {
    Everything.set("Ada", forKey: .name)
    #expect(Everything.string(forKey: .name) == "Ada")
    #expect(try Defaults.store.value(forKey: "Everything.name") == .string("Ada"))
  }

  @Test func aURLIsStoredAsItsAbsoluteString() throws {
    Everything.set(URL(string: "https://a.b/c?d=e"), forKey: .homepage)
    #expect(Everything.url(forKey: .homepage) == URL(string: "https://a.b/c?d=e"))
    #expect(try Defaults.store.value(forKey: "Everything.homepage") == .string("https://a.b/c?d=e"))
  }

  @Test func dataIsStored() throws {
    Everything.set(Data([1, 2]), forKey: .avatar)
    #expect(Everything.data(forKey: .avatar) == Data([1, 2]))
    #expect(try Defaults.store.value(forKey: "Everything.avatar") == .data(Data([1, 2])))
  }

  @Test func aDateIsStored() throws {
    let date = Date(timeIntervalSince1970: 1.5)
    Everything.set(date, forKey: .birthday)
    #expect(Everything.date(forKey: .birthday) == date)
    #expect(try Defaults.store.value(forKey: "Everything.birthday") == .date(date))
  }

  @Test func aStringArrayIsStored() throws {
    Everything.set(["a", "b"], forKey: .tags)
    #expect(Everything.stringArray(forKey: .tags) == ["a", "b"])
    #expect(try Defaults.store.value(forKey: "Everything.tags") == .array([.string("a"), .string("b")]))
  }

  @Test func anArrayOfOneTypeIsStored() throws {
    Everything.set([1, 2], forKey: .scores)
    #expect(Everything.array(of: Int.self, forKey: .scores) == [1, 2])
    #expect(try Defaults.store.value(forKey: "Everything.scores") == .array([.integer(1), .integer(2)]))
  }

  @Test func anArrayOfMixedTypesIsStored() {
    Everything.set([1, "two", true], forKey: .scores)
    #expect(Everything.array(forKey: .scores) == [.integer(1), .string("two"), .bool(true)])
  }

  @Test func aDictionaryOfOneTypeIsStored() throws {
    Everything.set(["a": 1], forKey: .limits)
    #expect(Everything.dictionary(of: Int.self, forKey: .limits) == ["a": 1])
    #expect(try Defaults.store.value(forKey: "Everything.limits") == .dictionary(["a": .integer(1)]))
  }

  @Test func aDictionaryOfMixedTypesIsStored() {
    Everything.set(["a": 1, "b": "c"], forKey: .limits)
    #expect(Everything.dictionary(forKey: .limits) == ["a": .integer(1), "b": .string("c")])
  }

  @Test func anObjectIsStored() throws {
    Everything.set(Person(name: "Ada", age: 36), forKey: .profile)
    #expect(Everything.object(Person.self, forKey: .profile) == Person(name: "Ada", age: 36))
    let json = Data(#"{"age":36,"name":"Ada"}"#.utf8)
    #expect(try Defaults.store.value(forKey: "Everything.profile") == .data(json))
  }

  @Test func whatIsNotStoredHasTheProtocolsDefault() {
    #expect(Everything.bool(forKey: .isOn) == false)
    #expect(Everything.integer(forKey: .count) == 0)
    #expect(Everything.float(forKey: .gain) == 0)
    #expect(Everything.double(forKey: .volume) == 0)
    #expect(Everything.string(forKey: .name) == nil)
    #expect(Everything.url(forKey: .homepage) == nil)
    #expect(Everything.data(forKey: .avatar) == nil)
    #expect(Everything.date(forKey: .birthday) == nil)
    #expect(Everything.stringArray(forKey: .tags) == nil)
    #expect(Everything.array(forKey: .scores) == nil)
    #expect(Everything.dictionary(forKey: .limits) == nil)
    #expect(Everything.object(Person.self, forKey: .profile) == nil)
  }

  @Test func aTypeChoosesItsDefaults() {
    #expect(Preferences.bool(forKey: .showsHints))
    #expect(!Preferences.bool(forKey: .isExpert))
    #expect(Preferences.string(forKey: .language) == "en")
    #expect(Preferences.array(of: Int.self, forKey: .widths) == [80, 120])
    #expect(Preferences.object(Person.self, forKey: .owner) == Person(name: "nobody"))
    #expect(Preferences.key(.showsHints).defaultValue)
  }

  @Test func nilRemoves() throws {
    Everything.set("Ada", forKey: .name)
    Everything.set([1], forKey: .scores)
    Everything.set(Person(name: "Ada"), forKey: .profile)
    Everything.set(nil, forKey: .name)
    Everything.set(nil, forKey: .scores)
    Everything[.profile, as: Person.self] = nil
    #expect(try Defaults.store.keys() == [])
  }

  @Test func hasValueAndRemoveSeeWhatIsStored() {
    #expect(!Everything.hasValue(forKey: .count))
    Everything.set(0, forKey: .count)
    #expect(Everything.hasValue(forKey: .count))
    Everything.remove(forKey: .count)
    #expect(!Everything.hasValue(forKey: .count))
  }

  @Test func subscriptsReadWriteAndChangeInPlace() {
    Everything[.isOn].toggle()
    Everything[.count] += 2
    Everything[.volume] = 0.25
    Everything[.name] = "Ada"
    Everything[.name]?.append("!")
    Everything[.scores] = [1, "two"]
    Everything[.scores]?.append(true)
    Everything[.profile] = Person(name: "Ada")
    Everything[.profile, as: Person.self]?.age += 36
    #expect(Everything[.isOn])
    #expect(Everything[.count] == 2)
    #expect(Everything[.volume] == 0.25)
    #expect(Everything[.name] == "Ada!")
    #expect(Everything[.scores] == [1, "two", true])
    #expect(Everything[.profile] == Person(name: "Ada", age: 36))
  }

  @Test func anInstanceHasItsOwnNamespace() throws {
    let one = Everything(namespace: "Everything.1")
    one.set(true, forKey: .isOn)
    one.set(7, forKey: .count)
    #expect(one.bool(forKey: .isOn))
    #expect(one.key(.count).value == 7)
    #expect(!Everything.bool(forKey: .isOn))
    #expect(try Defaults.store.keys().sorted() == ["Everything.1.count", "Everything.1.isOn"])
  }

  @Test func everyProtocolWorksOnAnInstance() {
    let one = Everything(namespace: "one")
    one.set(true, forKey: .isOn)
    one.set(1, forKey: .count)
    one.set(0.5, forKey: .gain)
    one.set(2, forKey: .volume)
    one.set("Ada", forKey: .name)
    one.set(URL(string: "https://a.b"), forKey: .homepage)
    one.set(Data([1]), forKey: .avatar)
    one.set(Date(timeIntervalSince1970: 0), forKey: .birthday)
    one.set(["a"], forKey: .tags)
    one.set([1], forKey: .scores)
    one.set(["a": 1], forKey: .limits)
    one.set(Person(name: "Ada"), forKey: .profile)
    #expect(one.bool(forKey: .isOn))
    #expect(one.integer(forKey: .count) == 1)
    #expect(one.float(forKey: .gain) == 0.5)
    #expect(one.double(forKey: .volume) == 2)
    #expect(one.string(forKey: .name) == "Ada")
    #expect(one.url(forKey: .homepage) == URL(string: "https://a.b"))
    #expect(one.data(forKey: .avatar) == Data([1]))
    #expect(one.date(forKey: .birthday) == Date(timeIntervalSince1970: 0))
    #expect(one.stringArray(forKey: .tags) == ["a"])
    #expect(one.array(of: Int.self, forKey: .scores) == [1])
    #expect(one.dictionary(of: Int.self, forKey: .limits) == ["a": 1])
    #expect(one.object(Person.self, forKey: .profile) == Person(name: "Ada"))
  }

  @Test func incrementsFromEightThreadsAreCounted() {
    let store = Defaults.store
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      Defaults.withStore(store) {
        for _ in 0..<500 { Everything[.count] += 1 }
      }
    }
    #expect(Everything.integer(forKey: .count) == 4_000)
  }
}

private struct Preferences: BoolDefaultSettable, StringDefaultSettable, ArrayDefaultSettable, ObjectDefaultSettable {
  enum BoolKey: String { case showsHints, isExpert }
  enum StringKey: String { case language }
  enum ArrayKey: String { case widths }
  enum ObjectKey: String { case owner }

  static func defaultValue(forKey key: BoolKey) -> Bool {
    switch key {
    case .showsHints: true
    case .isExpert: false
    }
  }
  static func defaultValue(forKey key: StringKey) -> String? { "en" }
  static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]? { [80, 120] }
  static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? { Person(name: "nobody") }
}
