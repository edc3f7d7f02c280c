import Foundation
import Testing

@testable import NamespacedDefaults

/// What other code of the process writes straight into a `UserDefaults`, as Apple platforms tell of it: by a
/// notification, which these tests post themselves.
@Suite struct ForeignWriteTests {
  let suite: TemporarySuite
  let center = NotificationCenter()
  let defaults: UserDefaults
  let store: UserDefaultsStore

  init() throws {
    suite = try TemporarySuite()
    defaults = try #require(UserDefaults(suiteName: suite.name))
    store = UserDefaultsStore(domain: UserDefaultsDomain(defaults, name: suite.name, center: center))
  }

  private func write(_ value: Any?, forKey name: String) {
    defaults.set(value, forKey: name)
    center.post(name: UserDefaults.didChangeNotification, object: defaults)
  }

  @Test func anObservedKeyIsAnnounced() {
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe("Account.count") { change in heard.change { $0.append(change) } }
    write(1, forKey: "Account.count")
    write(2, forKey: "Account.count")
    write(nil, forKey: "Account.count")
    #expect(
      heard.value == [
        DefaultsChange(key: "Account.count", oldValue: nil, newValue: 1),
        DefaultsChange(key: "Account.count", oldValue: 1, newValue: 2),
        DefaultsChange(key: "Account.count", oldValue: 2, newValue: nil),
      ]
    )
    observation.cancel()
  }

  @Test func otherKeysAndEqualValuesAreNot() {
    write(1, forKey: "a")
    let heard = Lockbox(0)
    let observation = store.observe("a") { _ in heard.change { $0 += 1 } }
    write(1, forKey: "a")
    write(1, forKey: "b")
    #expect(heard.value == 0)
    observation.cancel()
  }

  @Test func theLibrarysOwnWritesAreAnnouncedOnce() throws {
    let heard = Lockbox(0)
    let observation = store.observe("a") { _ in heard.change { $0 += 1 } }
    try store.set(1, forKey: "a")
    center.post(name: UserDefaults.didChangeNotification, object: defaults)
    #expect(heard.value == 1)
    observation.cancel()
  }

  @Test func whatChangedWhileNobodyObservedIsNotNews() {
    store.observe("a") { _ in }.cancel()
    write(1, forKey: "a")
    let heard = Lockbox(0)
    let observation = store.observe("a") { _ in heard.change { $0 += 1 } }
    center.post(name: UserDefaults.didChangeNotification, object: defaults)
    #expect(heard.value == 0)
    observation.cancel()
  }
}
