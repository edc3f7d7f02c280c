#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// What other code of the process writes straight into a `UserDefaults` that posts each change.
  @Suite struct ForeignWriteTests {
    let suite: PostingSuite
    var store: UserDefaultsStore { suite.store }
    var defaults: PostingUserDefaults { suite.defaults }

    init() throws { suite = try PostingSuite() }

    private func write(_ value: Any?, forKey name: String) {
      if let value { defaults.set(value, forKey: name) } else { defaults.removeObject(forKey: name) }
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
      write(1, forKey: "b")
      #expect(heard.value == 1)
      observation.cancel()
    }

    @Test func whatChangedWhileNobodyObservedIsNotNews() {
      store.observe("a") { _ in }.cancel()
      write(1, forKey: "a")
      let heard = Lockbox(0)
      let observation = store.observe("a") { _ in heard.change { $0 += 1 } }
      write(1, forKey: "b")
      #expect(heard.value == 0)
      observation.cancel()
    }

    @Test func aKeyThatIsObservedLaterIsAnnouncedToo() throws {
      let heard = Lockbox<[String]>([])
      let observations = ["a", "b"].map { name in
        write(1, forKey: name)
        return store.observe(name) { change in heard.change { $0.append("\(change.key) \(change.oldValue == 1)") } }
      }
      write(2, forKey: "b")
      write(2, forKey: "a")
      #expect(heard.value == ["b true", "a true"])
      withExtendedLifetime(observations) {}
    }

    @Test(arguments: [10, 1000])
    func aChangeCostsWhatIsObservedAndNotWhatIsStored(_ count: Int) throws {
      try store.set(Dictionary(uniqueKeysWithValues: (0..<count).map { ("stored \($0)", 1) }))
      let observations = ["a", "b"].map { store.observe($0) { _ in } }
      let before = defaults.readCount.value
      write(1, forKey: "c")
      #expect(defaults.readCount.value == before + 2)
      try store.set(1, forKey: "a")
      // Only the old value is read: what the library writes is known.
      #expect(defaults.readCount.value == before + 3)
      try store.set(["a": 2, "b": 2])
      #expect(defaults.readCount.value == before + 5)
      withExtendedLifetime(observations) {}
    }

    @Test func aChangeThatNobodyObservesCostsNothing() {
      store.observe("a") { _ in }.cancel()
      write(1, forKey: "a")
      #expect(defaults.readCount.value == 1)
    }
  }
#endif
