import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

/// Every way to read a key fills in what its stored value lacks, and none of them writes it.
@Suite struct FilledKeyTests {
  struct Profile: Codable, Equatable, DefaultsSerializable {
    var name = "Default"
    var age = 18
  }

  struct Server: Codable, Equatable, DefaultsSerializable, DefaultsFallback {
    var host: String
    var port: Int

    static let fallback = Server(host: "named", port: 443)
  }

  struct Settings: ObjectDefaultSettable {
    enum ObjectKey: String, CaseIterable { case profile, server }

    static func defaultValue(forKey key: ObjectKey) -> (any DefaultsSerializable)? {
      switch key {
      case .profile: Profile(name: "Object", age: 40)
      case .server: nil
      }
    }
  }

  static let old: PropertyListValue = .data(Data(#"{"name":"Ada"}"#.utf8))
  static let ada = Profile(name: "Ada", age: 18)

  let store = InMemoryStore(["profile": old])
  var key: DefaultsKey<Profile> { DefaultsKey("profile", defaultValue: Profile(), store: store) }

  private func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(store.value(forKey: "profile") == Self.old, sourceLocation: sourceLocation)
  }

  @Test func readsFillInAndReportNothing() throws {
    let key = key
    var read: [Profile] = []
    let reported = try problems {
      for _ in 0..<3 { read.append(key.value) }
      read += [try key.read(), try key.decode(Self.old), DefaultsAdapter(store: store)[key]]
    }
    #expect(read == Array(repeating: Self.ada, count: 6))
    #expect(reported.isEmpty)
    expectUnchanged()
  }

  @Test func aChangeThatChangesNothingWritesNothing() throws {
    key.value.name += ""
    try key.update { _ in }
    key[\.name].value = "Ada"
    expectUnchanged()
  }

  @Test func aChangeBeginsWithTheFilledValueAndWritesTheWhole() throws {
    key.value.age += 1
    #expect(store.value(forKey: "profile") == .data(Data(#"{"age":19,"name":"Ada"}"#.utf8)))
  }

  @Test func membersReadAndWriteTheFilledValue() throws {
    let (name, age) = (key[\.name], key[\.age])
    #expect(name.value == "Ada")
    #expect(age.value == 18)
    #expect(try age.read() == 18)
    #expect(try age.decode(Self.old) == 18)
    expectUnchanged()
    age.value += 1
    #expect(store.value(forKey: "profile") == .data(Data(#"{"age":19,"name":"Ada"}"#.utf8)))
  }

  @Test func observersGetTheFilledValue() async throws {
    let heard = Lockbox<[Profile]>([])
    let observation = key.observe(initial: true) { change in heard.change { $0.append(change.newValue) } }
    try store.set(.data(Data(#"{"name":"Bob"}"#.utf8)), forKey: "profile")
    withExtendedLifetime(observation) {}
    #expect(heard.value == [Self.ada, Profile(name: "Bob", age: 18)])
    var updates = key.updates(initial: true).makeAsyncIterator()
    #expect(await updates.next() == Profile(name: "Bob", age: 18))
  }

  @Test func anObserverOfAMemberHearsItsOwnChangesOnly() throws {
    let heard = Lockbox<[Int]>([])
    let observation = key[\.age].observe { change in heard.change { $0.append(change.newValue) } }
    try store.set(.data(Data(#"{"name":"Bob"}"#.utf8)), forKey: "profile")
    try store.set(.data(Data(#"{"age":3}"#.utf8)), forKey: "profile")
    withExtendedLifetime(observation) {}
    #expect(heard.value == [3])
  }

  @Test func migrationsReadTheFilledValue() throws {
    let read = Lockbox<Profile?>(nil)
    let (key, adapter) = (key, DefaultsAdapter(store: store))
    try adapter.migrate([
      DefaultsMigration(id: "read") { transaction in
        let profile = try transaction.read(key)
        read.change { $0 = profile }
      }
    ])
    #expect(read.value == Self.ada)
    expectUnchanged()
    try adapter.migrate([.reencode(key)])
    #expect(store.value(forKey: "profile") == .data(Data(#"{"age":18,"name":"Ada"}"#.utf8)))
  }

  @Test func aStepThatRenamesToTheKeyFindsItReadable() throws {
    let key = DefaultsKey("person", defaultValue: Profile(), store: store)
    let adapter = DefaultsAdapter(store: store)
    let reported = try problems { try adapter.migrate([.rename("profile", to: key)]) }
    #expect(reported.isEmpty)
    #expect(key.value == Self.ada)
    #expect(store.value(forKey: "person") == Self.old)
  }

  @Test func anAuditFindsTheValueReadable() throws {
    let audit = NamespaceAudit(keys: [key])
    #expect(audit.keys.map(\.isReadable) == [true])
    #expect(throws: Never.self) { try audit.validate(Self.old, forKey: "profile") }
  }

  @Test func aLaunchArgumentIsFilled() {
    let key = key
    let arguments = LaunchArguments(["-profile", #"{"age":7}"#])
    let value = TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) { key.value }
    #expect(value == Profile(name: "Default", age: 7))
  }

  @Test func aRegisteredValueIsFilled() {
    let key = DefaultsKey("registered", defaultValue: Profile(), store: store)
    DefaultsAdapter(store: store).register(["registered": ["age": 7] as PropertyListValue])
    #expect(key.value == Profile(name: "Default", age: 7))
  }

  @Test func objectsAreFilledFromTheDefaultOfTheirProtocolOrFromTheirType() throws {
    try Defaults.withStore(store) {
      try store.set(Self.old, forKey: "Settings.profile")
      try store.set(#"{"host":"h"}"#, forKey: "Settings.server")
      for _ in 0..<2 {
        #expect(Settings.object(Profile.self, forKey: .profile) == Profile(name: "Ada", age: 40))
        #expect(Settings().object(Profile.self, forKey: .profile) == Profile(name: "Ada", age: 40))
        #expect(Settings.object(Server.self, forKey: .server) == Server(host: "h", port: 443))
        #expect(Settings[.server, as: Server.self] == Server(host: "h", port: 443))
      }
      #expect(store.value(forKey: "Settings.server") == #"{"host":"h"}"#)
    }
  }

  @Test func anOptionalKeyIsFilledFromItsType() throws {
    try store.set(#"{"host":"h"}"#, forKey: "server")
    let server = DefaultsKey<Server?>("server", store: store)
    #expect(server.value == Server(host: "h", port: 443))
    #expect(server[\.port].value == 443)
    server.value?.port += 1
    #expect(store.value(forKey: "server") == .data(Data(#"{"host":"h","port":444}"#.utf8)))
  }

  @Test func anOptionalKeyWithADefaultIsFilledFromIt() {
    let key = DefaultsKey<Profile?>("profile", defaultValue: Profile(name: "Default", age: 50), store: store)
    #expect(key.value == Profile(name: "Ada", age: 50))
  }

  @Test func aDefaultIsNotAskedForAValueThatDecodesAsItIs() throws {
    let count = Lockbox(0)
    let key = DefaultsKey("profile", store: store) { () -> Profile in
      count.change { $0 += 1 }
      return Profile()
    }
    try store.set(#"{"age":1,"name":"Bob"}"#, forKey: "profile")
    #expect(key.value == Profile(name: "Bob", age: 1))
    #expect(try key.read() == Profile(name: "Bob", age: 1))
    #expect(count.value == 0)
    try store.set(Self.old, forKey: "profile")
    #expect(key.value == Self.ada)
    #expect(count.value == 1)
  }

  @Test func whatCannotBeFilledIsReportedAsItIs() throws {
    try store.set(#"{"name":1}"#, forKey: "profile")
    let key = key
    var read: Profile?
    let reported = problems { read = key.value }
    #expect(read == Profile())
    #expect(
      reported.map(\.description) == [
        """
        undecodableValue for "profile": takes a text at name, found 1; the default is used, the stored value stays
        """
      ]
    )
    #expect(store.value(forKey: "profile") == #"{"name":1}"#)
  }

  @Test func aRuleHoldsForTheFilledValue() throws {
    let adult = DefaultsValidation<Profile>("adult") { profile in
      var profile = profile
      profile.age = max(profile.age, 21)
      return profile
    }
    let key = DefaultsKey("profile", defaultValue: Profile(), store: store).validating(adult)
    var read: Profile?
    // The first use reports the default, which breaks the rule too.
    #expect(problems { _ = key.hasValue }.map(\.kind) == [.invalidValue])
    let reported = problems { read = key.value }
    #expect(read == Profile(name: "Ada", age: 21))
    #expect(reported.map(\.kind) == [.invalidValue])
  }
}
