import Foundation
import NamespacedDefaults
import NamespacedDefaultsBattery
import NamespacedDefaultsSync
import Testing

/// The store over iCloud's key-value storage, of which a program has one.
@Suite(.serialized) struct UbiquitousTests {
  private let cloud = NSUbiquitousKeyValueStore.default
  private let store = UbiquitousStore.default

  @Test func itAsksForWhatHasArrivedBeforeItWasThere() {
    #expect(cloud.synchronizationCount > 0)
  }

  @Test(arguments: StoreBattery.allCases)
  func itKeepsThePromises(_ promise: StoreBattery) throws {
    try store.removeAll()
    #expect(try promise.failures(reopening: { store }) == [])
    try store.removeAll()
  }

  @Test func theProgramLacksTheEntitlement() throws {
    try store.synchronize()
    cloud.isEntitled = false
    defer { cloud.isEntitled = true }
    let error = #expect(throws: DefaultsError.self) { try store.synchronize() }
    #expect(error?.code == .missingEntitlement)
  }

  @Test func whatComesFromElsewhereHasItsReasonAndItsNames() throws {
    let heard = Lockbox<[UbiquitousStore.ExternalChange]>([])
    let changes = Lockbox<[DefaultsChange]>([])
    let observations = [
      store.observeExternalChanges { change in heard.change { $0.append(change) } },
      store.observe("theme") { change in changes.change { $0.append(change) } },
    ]
    cloud.receive("dark", forKey: "theme", reason: 0)
    cloud.receive(nil, forKey: "theme", reason: 3)
    // Without a reason something has changed.
    cloud.post(nil)
    // Of another storage.
    NotificationCenter.default.post(
      name: NSUbiquitousKeyValueStore.didChangeExternallyNotification,
      object: NSUbiquitousKeyValueStore()
    )
    #expect(
      heard.value == [
        UbiquitousStore.ExternalChange(reason: .serverChange, keys: ["theme"]),
        UbiquitousStore.ExternalChange(reason: .accountChange, keys: ["theme"]),
        UbiquitousStore.ExternalChange(reason: .serverChange, keys: nil),
      ]
    )
    #expect(changes.value.map(\.newValue) == ["dark", nil])
    for observation in observations { observation.cancel() }
  }
}
