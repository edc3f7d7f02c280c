import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
@testable import NamespacedDefaultsSync

private typealias Account = ManualMirror.Account

/// A mirror between any two stores, such as an app's own and that of its group.
@Suite struct StoreToStoreTests {
  private let clock = Lockbox<Int64>(1000)
  private let local = InMemoryStore()
  private let other = InMemoryStore()

  private func makeMirror() -> ManualMirror {
    let mirror = ManualMirror(local, other, clock: clock)
    mirror.run()
    return mirror
  }

  @Test func aValueIsStoredAsItIsWithTheSameTimeOnBothSides() throws {
    let mirror = makeMirror()
    try local.set(1, forKey: "size")
    mirror.run()
    #expect(other.value(forKey: "size") == 1)
    // The time, and the digest of 1.
    let stamp: PropertyListValue = [1000, 8_184_434_590_310_759_885]
    #expect(local.value(forKey: "NamespacedDefaults.mirror.size") == stamp)
    #expect(other.value(forKey: "NamespacedDefaults.mirror.size") == stamp)
  }

  @Test func whatAProgramWithoutAMirrorWritesIsTaken() throws {
    let mirror = makeMirror()
    try local.set(["size": 1, "Account.theme": 1])
    mirror.run()
    try other.set(["size": 2, "Account.theme": nil, "Account.loginCount": 3])
    mirror.run()
    #expect(try local.settings == ["size": 2, "Account.loginCount": 3])
  }

  @Test func anEmptiedStoreIsFilledAgain() throws {
    let mirror = makeMirror()
    try local.set(1, forKey: "size")
    mirror.run()
    // With the records of the mirror.
    try other.set(Dictionary(uniqueKeysWithValues: other.keys().map { ($0, nil) }))
    mirror.run()
    #expect(try local.settings == ["size": 1])
    #expect(try other.settings == ["size": 1])
  }

  @Test func theTimesAreNoSettings() throws {
    let mirror = makeMirror()
    try local.set(["size": 1, "Account.theme": 1])
    mirror.run()
    let export = String(decoding: try local.export(as: .json), as: UTF8.self)
    #expect(!export.contains("mirror"))
    Defaults.withStore(local) {
      #expect(Account.storedKeys == ["Account.theme"])
      #expect(NamespaceAudit(Account.self).undeclaredKeys == ["size"])
      Defaults.removeAll()
    }
    mirror.run()
    #expect(try other.settings == [:])
    #expect(other.value(forKey: "NamespacedDefaults.mirror.size") != nil)
  }

  @Test func anImportCountsAsNew() throws {
    let mirror = makeMirror()
    try local.set(1, forKey: "size")
    mirror.run()
    let backup = try local.export(as: .json)
    clock.change { $0 = 2000 }
    try local.set(["size": 2, "Account.theme": 3])
    mirror.run()
    clock.change { $0 = 3000 }
    try local.import(backup, as: .json, replacing: true)
    mirror.run()
    #expect(try other.settings == ["size": 1])
  }

  @Test func theWriterDoesNothingButNotice() throws {
    let mirror = makeMirror()
    try local.set(1, forKey: "size")
    #expect(other.keys() == [])
    mirror.run()
    #expect(other.value(forKey: "size") == 1)
  }

  @Test func aThreadOfTheMirrorDoesTheWork() throws {
    let arrived = DispatchSemaphore(value: 0)
    let mirror = Defaults.mirror([], [DefaultsKey<Int?>("size", store: local)], to: other)
    let observation = other.observe("size") { if $0.newValue == 3 { arrived.signal() } }
    try local.set(3, forKey: "size")
    #expect(arrived.wait(timeout: .now() + 60) == .success)
    mirror.cancel()
    observation.cancel()
  }

  @Test func observersRunUnderNoLockOfEitherStore() throws {
    let (local, other) = (local, other)
    let ended = Lockbox<[Bool]>([])
    let observation = local.observe("size") { _ in
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for store in [local, other] { try? store.set(1, forKey: "seen") }
        end.signal()
      }
      let isEnd = end.wait(timeout: .now() + 60) == .success
      ended.change { $0.append(isEnd) }
    }
    let mirror = makeMirror()
    try other.set(5, forKey: "size")
    mirror.run()
    #expect(ended.value == [true])
    observation.cancel()
  }

  @Test func whatIsWrittenWhileTheMirrorLooksIsNotOverwritten() throws {
    let (local, other) = (local, other)
    let mirror = makeMirror()
    let observation = local.observe("size") { change in
      if change.newValue == 5 { #expect(throws: Never.self) { try other.set(6, forKey: "size") } }
    }
    try other.set(5, forKey: "size")
    mirror.run()
    #expect(try local.settings == ["size": 6])
    #expect(try other.settings == ["size": 6])
    observation.cancel()
  }

  @Test func afterItIsCancelledNothingTravels() throws {
    let mirror = makeMirror()
    mirror.mirror.cancel()
    try local.set(1, forKey: "size")
    try other.set(2, forKey: "Account.theme")
    mirror.run()
    #expect(try local.settings == ["size": 1])
    #expect(try other.settings == ["Account.theme": 2])
  }

  @Test func aReleasedMirrorEnds() {
    var mirror: ManualMirror? = makeMirror()
    #expect(local.context.changes.isObserved)
    mirror = nil
    #expect(mirror == nil)
    #expect(!local.context.changes.isObserved)
    #expect(!other.context.changes.isObserved)
  }

  @Test func aTypedKeyOfANamespaceIsMirroredWithIt() throws {
    enum Key: String { case zoom }
    let mirror = makeMirror()
    Defaults.withStore(local) { DefaultsKey<Int>(Key.zoom, in: Account.self, defaultValue: 1).value = 3 }
    mirror.run()
    #expect(try other.settings == ["Account.zoom": 3])
  }

  #if UserDefaults
    @Test func whatRawCodeWritesToUserDefaultsCostsWhatIsListedAndNotWhatIsStored() throws {
      let suite = try PostingSuite()
      try suite.store.set(Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 1) }))
      let mirror = ManualMirror(suite.store, other, clock: clock)
      mirror.run()
      let before = suite.defaults.readCount.value
      suite.defaults.set(7, forKey: "Account.theme")
      #expect(suite.defaults.readCount.value - before < 20)
      mirror.run()
      #expect(try other.settings == ["Account.theme": 7])
    }
  #endif

  @Test func synchronizingDoesItNow() throws {
    let mirror = ManualMirror(local, other, clock: clock)
    try local.set(1, forKey: "size")
    try mirror.mirror.synchronize()
    #expect(other.value(forKey: "size") == 1)
  }

  @Test func eachSettingIsMirroredFromItsOwnStore() throws {
    let (first, second) = (InMemoryStore(), InMemoryStore())
    let keys = [("a", first), ("b", second), ("c", other)].map { DefaultsKey<Int?>($0, store: $1) }
    let mirror = Defaults.mirror([], keys, to: other)
    for store in [first, second] { try store.set(["a": 1, "b": 2, "c": 3]) }
    try other.set(4, forKey: "c")
    try mirror.synchronize()
    #expect(try other.settings == ["a": 1, "b": 2, "c": 4])
    #expect(try first.settings == ["a": 1, "b": 2, "c": 3])
  }

  // MARK: Errors

  @Test func whatTheOtherStoreRefusesIsReportedOnceAndHoldsUpNothing() throws {
    let device = FakeKeyValues()
    let cloud = UbiquitousStore(device)
    let found = try problems {
      let mirror = ManualMirror(local, cloud, clock: clock)
      let long = PropertyListValue.data(Data(count: 2_000_000))
      try local.set(["size": long, "Account.theme": 1])
      mirror.run()
      try local.set(2, forKey: "Account.theme")
      mirror.run()
      #expect(local.value(forKey: "size") == long)
    }
    #expect(found.map(\.kind) == [.failedWrite])
    #expect(found.map(\.key) == ["size"])
    #expect(try cloud.keys() == ["Account.theme"])
    #expect(try cloud.value(forKey: "Account.theme") == record(1001, 2))
  }

  @Test func refusalsOfOneKindAreOneReport() throws {
    let cloud = UbiquitousStore(FakeKeyValues())
    let found = try problems {
      let mirror = ManualMirror(local, cloud, clock: clock)
      let tail = String(repeating: "x", count: 60)
      try local.set(["Account.a\(tail)": 1, "Account.b\(tail)": 1, "Account.c\(tail)": 1, "size": 1])
      mirror.run()
      try local.set(2, forKey: "size")
      mirror.run()
    }
    let tail = String(repeating: "x", count: 60)
    #expect(
      found.map(\.description) == [
        """
        failedWrite for "Account.a\(tail)": iCloud's key-value storage does not hold this: the name "Account.a\(tail)" \
        has 69 bytes of 64; the same goes for "Account.b\(tail)" and "Account.c\(tail)"; the old value stays
        """
      ]
    )
    #expect((found.first?.error as? DefaultsError)?.code == .exceededQuota)
  }

  @Test func whatCouldNotBeWrittenIsTriedAgainAtTheNextChange() throws {
    let other = UnreliableStore()
    let found = try problems {
      let mirror = ManualMirror(local, other, clock: clock)
      mirror.run()
      other.fails.change { $0 = true }
      try local.set(1, forKey: "size")
      mirror.run()
      #expect(other.values.value(forKey: "size") == nil)
      other.fails.change { $0 = false }
      try local.set(2, forKey: "Account.theme")
      mirror.run()
    }
    #expect(try other.values.settings == ["size": 1, "Account.theme": 2])
    #expect(found.map(\.kind) == [.failedRead])
  }

  @Test func aValueThatWasRefusedIsTriedAgainAtTheNextChange() throws {
    let other = UnreliableStore()
    let found = try problems {
      let mirror = ManualMirror(local, other, clock: clock)
      mirror.run()
      other.failsWrites.change { $0 = true }
      try local.set(1, forKey: "size")
      mirror.run()
      #expect(try other.values.settings == [:])
      other.failsWrites.change { $0 = false }
      try local.set(2, forKey: "Account.theme")
      mirror.run()
    }
    #expect(try other.values.settings == ["size": 1, "Account.theme": 2])
    #expect(found.map(\.kind) == [.failedWrite])
  }

  @Test func aThreadThatCouldNotBeStartedIsStartedAtTheNextChange() throws {
    let starts = Lockbox(0)
    let bodies = Lockbox<[@Sendable () -> Void]>([])
    let part = DefaultsMirror.Part(local, other, MirroredNames([], ["size"]), .takeOther) {
      1000
    } start: { body in
      starts.change { $0 += 1 }
      guard starts.value > 1 else { return false }
      bodies.change { $0.append(body) }
      return true
    }
    #expect(starts.value == 1, "for the first comparison")
    try local.set(1, forKey: "size")
    #expect(starts.value == 2)
    for body in bodies.value { body() }
    #expect(try other.settings == ["size": 1])
    withExtendedLifetime(part) {}
  }

  @Test func aMirrorThatIsReleasedBeforeItsThreadRunsDoesNothing() throws {
    let bodies = Lockbox<[@Sendable () -> Void]>([])
    var mirror: DefaultsMirror? = DefaultsMirror([
      DefaultsMirror.Part(local, other, MirroredNames([], ["size"]), .takeOther) {
        1000
      } start: { body in
        bodies.change { $0.append(body) }
        return true
      }
    ])
    try local.set(1, forKey: "size")
    withExtendedLifetime(mirror) {}
    mirror = nil
    for body in bodies.value { body() }
    #expect(bodies.value.count == 1)
    #expect(try other.settings == [:])
  }

  @Test func synchronizingSynchronizesBothStores() throws {
    let stores = [UnreliableStore(), UnreliableStore()]
    let mirror = ManualMirror(stores[0], stores[1], clock: clock)
    try mirror.mirror.synchronize()
    #expect(stores.map(\.synchronizations.value) == [1, 1])
  }

  @Test func theClockCountsMillisecondsSinceTheBeginningOf2001() throws {
    let size = DefaultsKey<Int?>("size", store: local)
    let before = Date()
    let mirror = Defaults.mirror(size, to: other)
    size.value = 1
    try mirror.synchronize()
    let after = Date()
    guard case .array(let stamp)? = local.value(forKey: "NamespacedDefaults.mirror.size"),
      case .integer(let time)? = stamp.first
    else {
      Issue.record("no time is stored")
      return
    }
    let written = Date(timeIntervalSinceReferenceDate: Double(time) / 1000)
    // The time is rounded down to a millisecond, and up if the clock stood still between two writes.
    #expect(written > before - 0.002 && written < after + 0.002)
  }

  @Test func aWriteHasItsTimeWhileTheOtherStoreCannotBeRead() throws {
    let other = UnreliableStore()
    try other.values.set(7, forKey: "size")
    let found = try problems {
      other.fails.change { $0 = true }
      let mirror = ManualMirror(local, other, clock: clock)
      try local.set(1, forKey: "size")
      mirror.run()
      #expect(local.value(forKey: "NamespacedDefaults.mirror.size") == [1000, 8_184_434_590_310_759_885])
    }
    #expect(found.map(\.kind) == [.failedRead])
  }

  @Test func synchronizingThrowsIfAStoreFails() {
    let other = UnreliableStore()
    other.fails.change { $0 = true }
    let found = problems {
      let mirror = ManualMirror(local, other, clock: clock)
      let error = #expect(throws: DefaultsError.self) { try mirror.mirror.synchronize() }
      #expect(error?.code == .incompleteMirror)
    }
    #expect(found.map(\.kind) == [.failedRead])
  }
}

/// A store that fails as long as a test wants it to.
private final class UnreliableStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  let values = InMemoryStore()
  let fails = Lockbox(false)
  let failsWrites = Lockbox(false)
  let synchronizations = Lockbox(0)

  func storedValue(forKey name: String) throws -> PropertyListValue? { try check { values.value(forKey: name) } }

  func storedKeys() throws -> [String] { try check { values.keys() } }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {
    if failsWrites.value { throw FailingStore.Failure(description: "refused") }
    try check { values.commit(changes) }
  }

  func synchronize() throws {
    synchronizations.change { $0 += 1 }
    try check {}
  }

  private func check<Result>(_ body: () -> Result) throws -> Result {
    if fails.value { throw FailingStore.Failure(description: "unreachable") }
    return body()
  }
}
