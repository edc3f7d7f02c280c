import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Readings of the process's own store, with what was read before remembered and without.
///
/// Serialized, because the store of the process is one. No other test uses it, unless in a process of its own.
@Suite(.serialized)
struct ReadCacheTests {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable, StringDefaultSettable, ObjectDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn, isAdmin }
    enum IntegerKey: String { case loginCount }
    enum StringKey: String { case name }
    enum ObjectKey: String { case owner }
    static let fallback = Lockbox(false)
    static func defaultValue(forKey key: BoolKey) -> Bool { fallback.value }
  }

  /// A key that is no enum: it has to be built each time.
  struct Dynamic: IntegerDefaultSettable {
    struct IntegerKey: RawRepresentable { let rawValue: String }
  }

  static let flag = DefaultsKey<Bool>("flag", defaultValue: false)
  static let owner = DefaultsKey<Person?>("owner")

  /// Runs a body with a new store of the process.
  private func with(_ store: any DefaultsStore, remembering: Bool, _ body: () throws -> Void) rethrows {
    // The traits of other tests have isolated the process, so this is not a person's.
    Defaults.store = store
    try reading(store, remembering: remembering, body)
  }

  /// Runs a body whose reads of the store of the process are remembered or not.
  private func reading(_ store: any DefaultsStore, remembering: Bool, _ body: () throws -> Void) rethrows {
    // What a task with a store of its own has read is not remembered.
    if remembering { try body() } else { try Defaults.withStore(store, operation: body) }
  }

  private func stores() throws -> (TemporaryDirectory, [any DefaultsStore]) {
    let directory = try TemporaryDirectory()
    let file = try FileStore(path: directory.file())
    // A file that is not there yet tells no version.
    try file.set(1, forKey: "unrelated")
    return (directory, [InMemoryStore(), file])
  }

  @Test(arguments: [true, false])
  func everyChangeIsRead(_ remembering: Bool) throws {
    let (directory, stores) = try stores()
    defer { withExtendedLifetime(directory) {} }
    for store in stores {
      try with(store, remembering: remembering) {
        for round in 1...3 {
          Account.set(true, forKey: .isUserLoggedIn)
          Account.set(round, forKey: .loginCount)
          Account.set("name \(round)", forKey: .name)
          Account.set(Person(name: "Ada", age: round), forKey: .owner)
          Self.flag.value = true
          Self.owner.value = Person(name: "Grace", age: round)
          for _ in 1...3 {
            #expect(Account.bool(forKey: .isUserLoggedIn))
            #expect(!Account.bool(forKey: .isAdmin))
            #expect(Account[.loginCount] == round)
            #expect(Account.string(forKey: .name) == "name \(round)")
            #expect(Account.object(Person.self, forKey: .owner) == Person(name: "Ada", age: round))
            #expect(Self.flag.value)
            #expect(Self.owner.value == Person(name: "Grace", age: round))
          }
          try store.removeAll { $0 != "unrelated" }
          #expect(!Account.bool(forKey: .isUserLoggedIn))
          #expect(Account.string(forKey: .name) == nil)
          #expect(Account.object(Person.self, forKey: .owner) == nil)
          #expect(!Self.flag.value)
          #expect(Self.owner.value == nil)
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func aTransactionReadsWhatItHasWritten(_ remembering: Bool) throws {
    let (directory, stores) = try stores()
    defer { withExtendedLifetime(directory) {} }
    for store in stores {
      try with(store, remembering: remembering) {
        Account.set(1, forKey: .loginCount)
        // A process that has read little takes each read for one inside of a tracking.
        for _ in 1...100 { _ = Account[.loginCount] }
        try store.transaction {
          Account.set(2, forKey: .loginCount)
          #expect(Account[.loginCount] == 2)
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func anotherProcessIsRead(_ remembering: Bool) throws {
    let directory = try TemporaryDirectory()
    try with(FileStore(path: directory.file()), remembering: remembering) {
      for count in 1...5 {
        let answer = try HelperProcess.run("open", directory.file(), "set", "Account.loginCount", "\(count)")
        #expect(answer == ["ok"])
        #expect(Account.integer(forKey: .loginCount) == count)
        #expect(Account.integer(forKey: .loginCount) == count)
      }
    }
  }

  /// The write falls between the read of the store and the end of the reading.
  @Test func aWriteWhileAValueIsDecodedIsReadNext() throws {
    let (directory, stores) = try stores()
    defer { withExtendedLifetime(directory) {} }
    for store in stores {
      let key = DefaultsKey("number", defaultValue: Meddled(number: 0), store: store)
      for number in 1...5 {
        try store.set(Meddled(number: number).propertyListValue(), forKey: "number")
        let next = try Meddled(number: -number).propertyListValue()
        let read = Meddled.$onDecoding.withValue({ try store.set(next, forKey: "number") }) { key.value.number }
        #expect(read == number)
        #expect(key.value.number == -number)
      }
    }
  }

  @Test func theFirstWriteOfAnotherProcessIsReadOnceTheClockHasTicked() throws {
    let directory = try TemporaryDirectory()
    try with(FileStore(path: directory.file()), remembering: true) {
      for _ in 1...100 { #expect(Account.integer(forKey: .loginCount) == 0) }
      let answer = try HelperProcess.run("open", directory.file(), "set", "Account.loginCount", "1")
      #expect(answer == ["ok"])
      let written = CoarseClock.now
      while CoarseClock.now == written {}
      #expect(Account.integer(forKey: .loginCount) == 1)
    }
  }

  @Test func theFirstWriteOfThisProcessIsReadAtOnce() throws {
    for _ in 0..<20 {
      let directory = try TemporaryDirectory()
      try with(FileStore(path: directory.file()), remembering: true) {
        for _ in 1...3 { #expect(Account.integer(forKey: .loginCount) == 0) }
        Account.set(1, forKey: .loginCount)
        #expect(Account.integer(forKey: .loginCount) == 1)
      }
    }
  }

  @Test(arguments: [true, false])
  func anotherStoreIsRead(_ remembering: Bool) {
    for count in 1...3 {
      with(InMemoryStore(["Account.loginCount": .integer(Int64(count))]), remembering: remembering) {
        #expect(Account.integer(forKey: .loginCount) == count)
        #expect(Account.integer(forKey: .loginCount) == count)
        Defaults.withStore(InMemoryStore()) { #expect(Account.integer(forKey: .loginCount) == 0) }
        #expect(Account.integer(forKey: .loginCount) == count)
      }
    }
  }

  #if UserDefaults
    // Both have a validator in place of a version, and have seen as many changes.
    @Test(arguments: [true, false])
    func anotherStoreWithoutAVersionIsRead(_ remembering: Bool) throws {
      let suites = try [PostingSuite(), PostingSuite()]
      let names = ["unrelated", "Account.loginCount"]
      for (suite, name) in zip(suites, names) { DefaultsAdapter(store: suite.store).register([name: 7]) }
      for _ in 1...3 {
        for (suite, count) in zip(suites, [0, 7]) {
          with(suite.store, remembering: remembering) {
            for _ in 1...3 { #expect(Account.integer(forKey: .loginCount) == count) }
          }
        }
      }
    }
  #endif

  @Test(arguments: [true, false])
  func registeredValuesAndChangingDefaultsAreRead(_ remembering: Bool) {
    with(InMemoryStore(), remembering: remembering) {
      #expect(!Account.bool(forKey: .isAdmin))
      Account.fallback.change { $0 = true }
      #expect(Account.bool(forKey: .isAdmin))
      Account.fallback.change { $0 = false }
      #expect(!Account.bool(forKey: .isAdmin))
      Defaults.register(["Account.isAdmin": true])
      #expect(Account.bool(forKey: .isAdmin))
    }
  }

  @Test(arguments: [true, false])
  func aRememberedReadIsTracked(_ remembering: Bool) {
    with(InMemoryStore(), remembering: remembering) {
      for _ in 1...3 {
        _ = Account[.loginCount]
        let fired = Lockbox(0)
        withObservationTracking {
          _ = Account[.loginCount]
        } onChange: {
          fired.change { $0 += 1 }
        }
        Account[.loginCount] += 1
        #expect(fired.value == 1)
      }
    }
  }

  @Test(arguments: [true, false])
  func aKeyThatIsNoEnumIsBuilt(_ remembering: Bool) {
    with(InMemoryStore(), remembering: remembering) {
      for number in 1...300 { Dynamic.set(number, forKey: .init(rawValue: "\(number)")) }
      for number in 1...300 { #expect(Dynamic.integer(forKey: .init(rawValue: "\(number)")) == number) }
    }
  }

  @Test(arguments: [true, false])
  func anUndecodableValueIsReportedOnce(_ remembering: Bool) {
    with(InMemoryStore(["Account.loginCount": "many"]), remembering: remembering) {
      let problems = problems {
        for _ in 1...3 { #expect(Account.integer(forKey: .loginCount) == 0) }
      }
      #expect(problems.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func aReaderNeverSeesHalfAValueOrAnOldOne(_ remembering: Bool) {
    let (store, rounds) = (InMemoryStore(), 20_000)
    with(store, remembering: true) {
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        guard thread > 0 else {
          for number in 1...rounds { Account.set(number | number << 32, forKey: .loginCount) }
          return
        }
        reading(store, remembering: remembering) {
          var last = 0
          while last < rounds {
            let value = Account.integer(forKey: .loginCount)
            let (high, low) = (value >> 32, value & 0xFFFF_FFFF)
            guard high == low, low >= last else {
              Issue.record("read \(high), \(low) after \(last)")
              return
            }
            last = low
          }
        }
      }
    }
  }

  /// As a forked child does, whose parent's thread was using what is in memory.
  @Test func aValueThatIsRemovedAfterTheFileWasForgottenIsNotRead() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(1, forKey: "a")
    let link = directory.file() + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file())
    let observation = store.observe("other") { _ in }
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    // It remembers what it has read by itself.
    let other = DefaultsKey<Int?>("a", store: store)
    for _ in 0..<100 { #expect(key.value == other.value) }
    store.context.withLock { store.file.forget() }
    try FileStore(path: link).set(nil, forKey: "a")
    #expect(key.value == 0)
    // Until it is certain that nobody copies a file over this one, nothing is remembered.
    for _ in 1...3 {
      usleep(60_000)
      #expect(key.value == 0)
    }
    #expect(other.value == nil)
    observation.cancel()
  }

  @Test func aTypeWithItsOwnStoreIsNotConfusedWithTheProcess() throws {
    struct Own: IntegerDefaultSettable {
      static let store: any DefaultsStore = InMemoryStore(["Own.count": 7])
      enum IntegerKey: String { case count }
    }
    with(InMemoryStore(["Own.count": 1]), remembering: true) {
      for _ in 1...3 { #expect(Own.integer(forKey: .count) == 7) }
      Own[.count] += 1
      #expect(Own.integer(forKey: .count) == 8)
    }
  }

  @Test func aValueIsDecodedOnce() throws {
    let decodings = Lockbox(0)
    let bridge = DefaultsBridge<String> {
      .string($0)
    } decode: { stored in
      decodings.change { $0 += 1 }
      return try String.value(fromPropertyList: stored)
    }
    let store = InMemoryStore(["name": "Ada", "other": 1])
    let name = DefaultsKey("name", defaultValue: "", bridge: bridge, store: store)
    for _ in 1...5 { #expect(name.value == "Ada") }
    #expect(decodings.value == 1)
    try store.set(2, forKey: "other")
    #expect(name.value == "Ada")
    #expect(decodings.value == 1, "the same stored form is not decoded again")
  }

  @Test func aValueOfAKeyPathIsDecodedOnce() {
    let text = UUID().uuidString
    with(InMemoryStore(["counted": .string(text)]), remembering: true) {
      for _ in 1...100 {
        #expect(Defaults[\.counted]?.text == text)
        #expect(Defaults.counted?.text == text)
      }
    }
    #expect(Counted.takeCount(of: text) == 1)
  }

  @Test func aValueFromBeforeAChangeIsNotKept() throws {
    let store = InMemoryStore(["name": "Ada"])
    let isFirst = Lockbox(true)
    // Its format writes the value that is being read.
    let bridge = DefaultsBridge<String> {
      .string($0)
    } decode: { stored in
      if isFirst.value {
        isFirst.change { $0 = false }
        try store.set("Grace", forKey: "name")
      }
      return try String.value(fromPropertyList: stored)
    }
    let name = DefaultsKey("name", defaultValue: "", bridge: bridge, store: store)
    // The first reads of a process are not cached; see ``TrackingProbe``.
    isFirst.change { $0 = false }
    for _ in 1...100 { #expect(name.value == "Ada") }
    isFirst.change { $0 = true }
    try store.set("Alan", forKey: "name")
    #expect(name.value == "Alan")
    #expect(name.value == "Grace")
  }

  /// As above, of a value that takes one word.
  @Test func aNumberFromBeforeAChangeIsNotKept() throws {
    let store = InMemoryStore(["number": 1])
    let isFirst = Lockbox(false)
    let bridge = DefaultsBridge<Int> {
      .integer(Int64($0))
    } decode: { stored in
      if isFirst.value {
        isFirst.change { $0 = false }
        try store.set(3, forKey: "number")
      }
      return try Int.value(fromPropertyList: stored)
    }
    let number = DefaultsKey("number", defaultValue: 0, bridge: bridge, store: store)
    for _ in 1...100 { #expect(number.value == 1) }
    isFirst.change { $0 = true }
    try store.set(2, forKey: "number")
    #expect(number.value == 2)
    #expect(number.value == 3)
  }

  @Test func aStoreOfTheProcessKeepsItsHeadWhenItIsReplaced() {
    let store = InMemoryStore()
    // A reader may still use it.
    with(store, remembering: true) { #expect(store.context.names.keepsMemory) }
  }
}

/// A number whose decoding does something else too.
private struct Meddled: Codable, DefaultsSerializable {
  @TaskLocal static var onDecoding: @Sendable () throws -> Void = {}

  var number: Int

  init(number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    try Self.onDecoding()
  }

  private enum CodingKeys: CodingKey { case number }
}
