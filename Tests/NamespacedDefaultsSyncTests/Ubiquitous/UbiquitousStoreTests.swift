import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// A store over a key-value storage that behaves as Apple documents iCloud's.
@Suite struct UbiquitousStoreTests {
  private let cloud = FakeCloud()
  private let device: FakeKeyValues
  private let store: UbiquitousStore

  init() {
    device = FakeKeyValues(cloud)
    device.download()
    store = UbiquitousStore(device)
    device.deliver()
  }

  @Test(arguments: StoreBattery.allCases)
  func keepsThePromises(_ promise: StoreBattery) throws { try promise.check { store } }

  @Test func aReadWaitsForNoSynchronization() async {
    let slow = SlowKeyValues()
    let store = UbiquitousStore(slow)
    slow.isSlow.change { $0 = true }
    async let isSynchronized = onOwnThread { (try? store.synchronize()) != nil }
    async let isRead = onOwnThread { slow.hasBegun.wait(timeout: .now() + 60) == .success && (try? store.keys()) == [] }
    #expect(await [isSynchronized, isRead] == [true, true])
  }

  @Test func whatIsWrittenIsThereOnOtherDevices() throws {
    let other = FakeKeyValues(cloud)
    try store.set("dark", forKey: "theme")
    #expect(cloud.values.value == [:])
    device.upload()
    other.download()
    #expect(try UbiquitousStore(other).value(forKey: "theme") == "dark")
  }

  @Test func whatAnotherDeviceChangesIsAnnouncedOnceHoweverOftenTheSystemSaysSo() {
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe("theme") { change in heard.change { $0.append(change) } }
    cloud.values.change { $0 = ["theme": "dark", "other": 1] }
    device.download()
    cloud.values.change { $0["theme"] = "light" }
    device.download()
    var generator: SeededGenerator? = SeededGenerator(3)
    device.deliver(&generator)
    device.deliver(&generator)
    #expect(heard.value == [DefaultsChange(key: "theme", oldValue: nil, newValue: "light")])
    observation.cancel()
  }

  @Test func itsOwnWritesAreAnnouncedOnce() throws {
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe { change in heard.change { $0.append(change) } }
    try store.set(1, forKey: "a")
    cloud.values.change { $0["b"] = 2 }
    device.download()
    device.deliver()
    #expect(
      heard.value == [
        DefaultsChange(key: "a", oldValue: nil, newValue: 1), DefaultsChange(key: "b", oldValue: nil, newValue: 2),
      ]
    )
    observation.cancel()
  }

  @Test func externalChangesComeWithTheirReason() {
    let heard = Lockbox<[UbiquitousStore.ExternalChange]>([])
    let observation = store.observeExternalChanges { change in heard.change { $0.append(change) } }
    cloud.values.change { $0 = ["a": 1, "b": 2] }
    device.download()
    device.change(to: FakeCloud())
    device.change(to: nil)
    device.deliver()
    #expect(
      heard.value == [
        UbiquitousStore.ExternalChange(reason: .serverChange, keys: ["a", "b"]),
        UbiquitousStore.ExternalChange(reason: .accountChange, keys: ["a", "b"]),
        UbiquitousStore.ExternalChange(reason: .accountChange, keys: []),
      ]
    )
    observation.cancel()
    device.change(to: cloud)
    device.deliver()
    #expect(heard.value.count == 3)
  }

  @Test func theReasonComesBeforeTheChanges() {
    let heard = Lockbox<[String]>([])
    let observations = [
      store.observe("a") { _ in heard.change { $0.append("change") } },
      store.observeExternalChanges { _ in heard.change { $0.append("reason") } },
    ]
    cloud.values.change { $0 = ["a": 1] }
    device.download()
    device.deliver()
    #expect(heard.value == ["reason", "change"])
    withExtendedLifetime(observations) {}
  }

  @Test func theReasonsHaveApplesNumbers() {
    let reasons: [UbiquitousStore.Reason] = [.serverChange, .initialSync, .quotaViolation, .accountChange]
    #expect(reasons.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func aFirstDownloadDiscardsWhatWasWrittenAndIsAnnounced() throws {
    let new = FakeKeyValues(cloud)
    let store = UbiquitousStore(new)
    cloud.values.change { $0 = ["theme": "dark"] }
    try store.set(["theme": "light", "size": 3])
    let (reasons, heard) = (Lockbox<[UbiquitousStore.Reason]>([]), Lockbox<[DefaultsChange]>([]))
    let observations = [
      store.observeExternalChanges { change in reasons.change { $0.append(change.reason) } },
      store.observe { change in heard.change { $0.append(change) } },
    ]
    new.download()
    new.deliver()
    #expect(reasons.value == [.initialSync])
    #expect(
      heard.value == [
        DefaultsChange(key: "size", oldValue: 3, newValue: nil),
        DefaultsChange(key: "theme", oldValue: "light", newValue: "dark"),
      ]
    )
    withExtendedLifetime(observations) {}
  }

  @Test func signedOutItWorksOnThisDevice() throws {
    let store = UbiquitousStore(FakeKeyValues())
    try store.set("dark", forKey: "theme")
    #expect(try store.value(forKey: "theme") == "dark")
    #expect(try store.keys() == ["theme"])
  }

  @Test func itAsksForWhatHasArrivedWhenItListens() {
    #expect(device.synchronizationCount == 1)
  }

  @Test func withoutTheEntitlementSynchronizingThrows() {
    device.isEntitled = false
    let error = #expect(throws: DefaultsError.self) { try store.synchronize() }
    #expect(error?.code == .missingEntitlement)
  }

  @Test func withoutTheEntitlementTheStartReportsIt() throws {
    device.isEntitled = false
    let found = problems { _ = UbiquitousStore(device) }
    #expect(found.map { ($0.error as? DefaultsError)?.code } == [.missingEntitlement])
  }

  @Test func whatOtherCodeHasWrittenIsRead() throws {
    let key = DefaultsKey<String?>("theme", store: store)
    #expect(key.value == nil)
    device.setBehindTheStore("dark", forKey: "theme")
    #expect(key.value == "dark")
  }

  // MARK: Limits

  private func refusal(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: DefaultsError.self) { try body() }
    #expect(error?.code == .exceededQuota)
    return error?.message
  }

  @Test func aNameOfMoreThan64BytesIsRefused() throws {
    try store.set(1, forKey: String(repeating: "ż", count: 32))
    let name = String(repeating: "ż", count: 32) + "x"
    let message = refusal { try store.set(["a": 1, name: 1]) }
    #expect(message?.contains("has 65 bytes of 64") == true)
    #expect(try store.value(forKey: name) == nil)
    #expect(try store.value(forKey: "a") == nil)
  }

  @Test func moreThan1024KeysAreRefused() throws {
    try store.set(Dictionary(uniqueKeysWithValues: (0..<1024).map { ("\($0)", 1) }))
    #expect(refusal { try store.set(1, forKey: "one more") }?.contains("1025 keys of 1024") == true)
    try store.set(["0": nil, "one more": 1])
    #expect(try store.keys().count == 1024)
  }

  @Test func moreThanAMegabyteIsRefusedAlone() throws {
    try store.set(.data(Data(count: 999_000)), forKey: "a")
    _ = refusal { try store.set(.data(Data(count: 1_000_000)), forKey: "a") }
    #expect(try store.value(forKey: "a") == .data(Data(count: 999_000)))
  }

  @Test func moreThanAMegabyteIsRefusedTogether() throws {
    try store.set(.data(Data(count: 600_000)), forKey: "a")
    _ = refusal { try store.set(.data(Data(count: 600_000)), forKey: "b") }
    #expect(try store.keys() == ["a"])
  }

  @Test func whatExceedsALimitAlreadyCanBeMadeSmaller() throws {
    for name in ["a", "b"] { device.setBehindTheStore(.data(Data(count: 800_000)), forKey: name) }
    try store.set(.data(Data(count: 700_000)), forKey: "a")
    _ = refusal { try store.set(.data(Data(count: 700_001)), forKey: "a") }
    try store.removeAll()
    #expect(try store.keys() == [])
  }

  @Test func aRefusalThatComesLateIsReportedOnce() {
    let found = problems {
      device.refuse()
      device.deliver()
      device.refuse()
      device.deliver()
    }
    #expect(found.map(\.kind) == [.failedWrite])
    #expect(found.map { ($0.error as? DefaultsError)?.code } == [.exceededQuota])
  }
}

/// A storage whose synchronization ends when another thread has read, and fails if it does not.
private final class SlowKeyValues: UbiquitousKeyValues {
  let isSlow = Lockbox(false)
  let hasBegun = DispatchSemaphore(value: 0)
  private let isRead = DispatchSemaphore(value: 0)

  var dictionaryRepresentation: [String: Any] {
    if isSlow.value { isRead.signal() }
    return [:]
  }

  func object(forKey name: String) -> Any? { nil }
  func set(_ object: Any?, forKey name: String) {}
  func removeObject(forKey name: String) {}
  func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void) {}

  func synchronize() -> Bool {
    guard isSlow.value else { return true }
    hasBegun.signal()
    return isRead.wait(timeout: .now() + 20) == .success
  }
}
