import Foundation
import NamespacedDefaults
import Testing

@testable import SelfTest

/// The rows that need a device with data protection, over facts of a test.
struct ProtectionRowsTests {
  private static let untilFirstUnlock = "NSFileProtectionCompleteUntilFirstUserAuthentication"
  private static let early = EarlyStart(showsMarker: false, isReadable: false)
  private static let normal = EarlyStart(showsMarker: true, isReadable: true)

  @Test func theClassesOfTheFilesAreComparedBeforeAndAfterACompaction() throws {
    let scratch = try Scratch(in: NSTemporaryDirectory())
    var classes = [Self.untilFirstUnlock, Self.untilFirstUnlock, "NSFileProtectionNone", "NSFileProtectionNone"]
    let row = Row.protection(in: scratch) { _ in classes.removeFirst() }
    #expect(row.outcome == .holds("\(Self.untilFirstUnlock) and NSFileProtectionNone"))
    #expect(Row.protection(in: scratch) { _ in Self.untilFirstUnlock }.fails)
    classes = [Self.untilFirstUnlock, "no class"]
    #expect(Row.protection(in: scratch) { _ in classes.removeFirst() }.fails)
  }

  @Test func theFileOfTheFirstUnlockIsLookedAt() {
    #expect(Row.fileOfFirstUnlock { _ in Self.untilFirstUnlock }.outcome == .holds(Self.untilFirstUnlock))
    #expect(Row.fileOfFirstUnlock { _ in "NSFileProtectionComplete" }.fails)
    #expect(Row.fileOfFirstUnlock { _ in throw Failure("there is none") }.outcome == .fails("there is none"))
  }

  @Test(
    arguments: [
      ([early], nil, true), ([early, normal], normal, true),
      ([EarlyStart(showsMarker: true, isReadable: false)], nil, true),
      ([EarlyStart(showsMarker: false, isReadable: true)], nil, false), ([early], early, false),
    ] as [([EarlyStart], EarlyStart?, Bool)]
  )
  func aStoreThatSaysNothingIsNoticed(_ starts: [EarlyStart], _ later: EarlyStart?, holds: Bool) {
    #expect(Row.beforeFirstUnlock(starts, later).fails != holds)
  }

  @Test func withoutSuchAStartThereIsNoAnswer() {
    #expect(Row.beforeFirstUnlock([], nil).result.verdict == "not here")
  }

  @Test func earlyStartsAreRecordedOnceTheMarkerIsThere() throws {
    let log = InMemoryStore()
    let defaults = try #require(UserDefaults(suiteName: "NamespacedDefaultsSelfTest.\(UUID().uuidString)"))
    #expect(try !EarlyStart.record(in: log, Self.early))
    try EarlyStart.leaveMarker(in: log, defaults)
    #expect(EarlyStart.now(in: log, defaults) == Self.normal)
    #expect(try !EarlyStart.record(in: log, Self.normal))
    #expect(try EarlyStart.record(in: log, Self.early))
    #expect(try EarlyStart.recorded(in: log) == [Self.early])
    defaults.removeObject(forKey: "NamespacedDefaultsSelfTest.marker")
    #expect(EarlyStart.now(in: log, defaults) == EarlyStart(showsMarker: false, isReadable: true))
  }

  @Test func theTableSaysWhichSystemItRanOn() {
    let system = Device.facts.first { $0.name == "system" }?.value
    #if os(Linux)
      #expect(system?.hasPrefix("Linux ") == true)
    #elseif os(macOS)
      #expect(system?.hasPrefix("macOS ") == true)
    #endif
  }
}
