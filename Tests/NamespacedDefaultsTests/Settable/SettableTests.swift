import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit

/// What the settable protocols have beside the members in ``SettableTable``.
@Suite(.isolatedDefaults)
struct SettableTests {
  @Test func anIntegerLiteralUnderADoubleKeyIsADouble() throws {
    Everything.set(3, forKey: .volume)
    #expect(Everything.double(forKey: .volume) == 3)
    #expect(try Defaults.store.value(forKey: "Everything.volume") == .double(3))
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

  @Test func anUntypedDefaultOfAnotherTypeDoesNotCount() {
    #expect(Chosen.object(Int.self, forKey: .profile) == nil)
    #expect(Chosen().object(Int.self, forKey: .profile) == nil)
  }

  @Test func aValueThatIsNotOptionalIsRemovedAndNotSetToNil() throws {
    Typed[.name] += "y"
    #expect(try Defaults.store.value(forKey: "Typed.a.name") == "xy")
    Typed.remove(forKey: .name)
    #expect(try Defaults.store.keys() == [])
    #expect(Typed[.name] == "x")
  }

  @Test func aBoolMayBeNotSaidYet() throws {
    struct Asked: BoolDefaultSettable {
      enum BoolKey: String { case sendsReports }
      static func defaultValue(forKey key: BoolKey) -> Bool? { nil }
    }
    #expect(Asked.bool(forKey: .sendsReports) == nil)
    Asked[.sendsReports] = false
    #expect(Asked.bool(forKey: .sendsReports) == false)
    Asked.set(nil, forKey: .sendsReports)
    #expect(try Defaults.store.keys() == [])
  }

  @Test func elementsAndMembersAreChangedInPlace() throws {
    Typed[.scores].append(3)
    Typed[.limits]["y"] = 2
    Typed()[.profile].age += 1
    let store = Defaults.store
    #expect(try store.value(forKey: "Typed.some.scores") == [7, 3])
    #expect(try store.value(forKey: "Typed.some.limits") == ["x": 7, "y": 2])
    #expect(try store.value(forKey: "Typed.7.a.profile") == .data(Data(#"{"age":8,"name":"x"}"#.utf8)))
  }

  /// A key is kept with the default of its first use, but each change begins with the present one.
  @Test func aChangeBeginsWithThePresentDefault() {
    struct Varying: StringDefaultSettable {
      enum StringKey: String { case host }
      static let host = Lockbox("a")
      static func defaultValue(forKey key: StringKey) -> String { host.value }
    }
    Varying.set("", forKey: .host)
    Varying.remove(forKey: .host)
    Varying.host.change { $0 = "b" }
    Varying[.host] += "c"
    #expect(Varying[.host] == "bc")
  }

  @Test func theAuditHasTheTypesAndTheDefaults() {
    let audit = NamespaceAudit(Typed.self)
    #expect(
      audit.keys.map { "\($0.name) \($0.valueType)" } == [
        "Typed.a.birthday Date", "Typed.a.count Optional<Int>", "Typed.a.gain Optional<Float>",
        "Typed.a.homepage URL", "Typed.a.name String", "Typed.a.profile Person", "Typed.a.volume Optional<Double>",
        "Typed.an.avatar Data", "Typed.is.on Optional<Bool>", "Typed.some.limits Dictionary<String, Int>",
        "Typed.some.scores Array<Int>", "Typed.some.tags Array<String>",
      ]
    )
    #expect(audit.keys.first { $0.name == "Typed.a.name" }?.defaultValue == "x")
  }

  @Test func aLaunchArgumentIsReadByTheTypeOfTheDefault() throws {
    let arguments = LaunchArguments(["-Typed.some.scores", "1, 2", "-Typed.is.on", "NO"])
    try TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
      #expect(Typed.array(forKey: .scores) == [1, 2])
      #expect(Typed.bool(forKey: .isOn) == false)
      let read = try Typed.key(.scores).read()
      #expect(read == [1, 2])
    }
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
