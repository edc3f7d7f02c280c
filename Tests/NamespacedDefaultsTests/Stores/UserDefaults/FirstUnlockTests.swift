#if UserDefaults
  import Foundation
  import NamespacedDefaultsMigration
  import Observation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// Settings that cannot be read yet are not settings that nobody has stored.
  @Suite struct FirstUnlockTests {
    private static let stored: [String: PropertyListValue] = ["count": 7, "theme": "dark"]

    @Test func readsGiveTheDefaultAndReportItOnce() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let count = DefaultsKey("count", defaultValue: 0, store: store)
        let theme = DefaultsKey("theme", defaultValue: "light", store: store)
        let (values, problems) = catchingProblems {
          [count.value == 0, theme.value == "light", count.hasValue, count.value == 0]
        }
        #expect(values == [true, true, false, true])
        #expect(problems.map(\.kind) == [.failedRead])
        #expect((problems.first?.error as? DefaultsError)?.code == .notReadableYet)
        #expect(throws: DefaultsError.self) { try count.read() }
      }
    }

    @Test(arguments: Call.allCases)
    func everyCallThatThrowsThrowsIt(_ call: Call) throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let error = #expect(throws: DefaultsError.self) { try call.make(in: store) }
        #expect(error?.code == .notReadableYet)
        suite.unlock()
        #expect(try store.keys().sorted() == ["count", "theme"])
        #expect(try store.value(forKey: "count") == 7)
      }
    }

    enum Call: CaseIterable {
      case read, keys, value, write, set, update, apply, remove, removeAll, transaction, export, `import`

      func make(in store: UserDefaultsStore) throws {
        let key = DefaultsKey("count", defaultValue: 0, store: store)
        switch self {
        case .read: _ = try key.read()
        case .keys: _ = try store.keys()
        case .value: _ = try store.value(forKey: "count")
        case .write: try key.write(1)
        case .set: try store.set(nil, forKey: "count")
        case .update: try key.update { $0 += 1 }
        case .apply: try store.set(["count": 1, "new": 1])
        case .remove: try store.set(["count": nil])
        case .removeAll: try store.removeAll()
        case .transaction: try store.transaction { try store.set(1, forKey: "count") }
        case .export: _ = try store.export(as: .json)
        case .import: try store.import(Data(#"{"count": 1}"#.utf8), as: .json, replacing: true)
        }
      }
    }

    @Test func theBodyOfATransactionIsNotCalled() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let calls = Lockbox(0)
        #expect(throws: DefaultsError.self) { try store.transaction { calls.change { $0 += 1 } } }
        #expect(calls.value == 0)
      }
    }

    @Test func writesThatDoNotThrowReportItAndLeaveWhatIsStored() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let key = DefaultsKey("count", defaultValue: 0, store: store)
        let ((), problems) = catchingProblems {
          key.value = 1
          key.value += 1
          key.remove()
        }
        #expect(Set(problems.map(\.kind)) == [.failedWrite, .failedRead])
        suite.unlock()
        #expect(try store.value(forKey: "count") == 7)
      }
    }

    @Test func aDefaultThatWasReadDoesNotStick() throws {
      struct Settings {
        @Default var count: Int
      }
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let keys = (1...2).map { _ in DefaultsKey("count", defaultValue: 0, store: store) }
        let settings = Settings(count: Default(keys[0], options: .cached))
        let (before, _) = catchingProblems { [keys[0].value, keys[0].value, settings.count, settings.count] }
        #expect(before == [0, 0, 0, 0])
        suite.unlock()
        for value in [keys[0].value, keys[1].value, settings.count] { #expect(value == 7) }
      }
    }

    @Test func aReportComesAgainAfterTheNextRestart() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let key = DefaultsKey("count", defaultValue: 0, store: suite.makeStore())
        let (_, problems) = catchingProblems {
          _ = key.value
          suite.unlock()
          _ = key.value
          suite.lock()
          _ = DefaultsKey("count", defaultValue: 0, store: suite.makeStore()).value
        }
        #expect(problems.count == 2)
      }
    }

    @Test func aMigrationIsNotRecordedAsDone() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let adapter = DefaultsAdapter(store: store)
        let steps = [DefaultsMigration.rename("count", to: "number")]
        #expect(throws: DefaultsMigrationError.self) { try adapter.migrate(steps) }
        suite.unlock()
        #expect(try store.value(forKey: "number") == nil)
        try adapter.migrate(steps)
        #expect(try store.value(forKey: "number") == 7)
      }
    }

    @Test func aMoveOutOfASourceThatCannotBeReadYetIsNotRecordedAsDone() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let target = InMemoryStore()
        let adapter = DefaultsAdapter(store: target)
        let steps = [DefaultsMigration.move(from: suite.makeStore())]
        let error = #expect(throws: DefaultsMigrationError.self) { try adapter.migrate(steps) }
        #expect((error?.reason as? DefaultsError)?.code == .notReadableYet)
        #expect(target.keys() == [])
        suite.unlock()
        try adapter.migrate(steps)
        #expect(target.value(forKey: "count") == 7)
      }
    }

    @Test(arguments: [true, false])
    func observersAreCalledWhenItOpens(posts: Bool) throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let key = DefaultsKey("count", defaultValue: 0, store: store)
        let heard = Lockbox<[[Int]]>([])
        let (observation, _) = catchingProblems {
          key.observe(initial: true) { change in heard.change { $0.append([change.oldValue, change.newValue]) } }
        }
        #expect(heard.value == [[0, 0]])
        suite.unlock(posts: posts)
        #expect(heard.value.count == (posts ? 2 : 1))
        // Of another name, and twice.
        _ = try store.value(forKey: "theme")
        _ = try store.value(forKey: "theme")
        #expect(heard.value == [[0, 0], [0, 7]])
        observation.cancel()
      }
    }

    @Test func whatIsTrackedChangesWhenItOpens() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let key = DefaultsKey("count", defaultValue: 0, store: suite.makeStore())
        let changes = Lockbox(0)
        let (shown, _) = catchingProblems {
          withObservationTracking {
            key.value
          } onChange: {
            changes.change { $0 += 1 }
          }
        }
        #expect(shown == 0)
        suite.unlock(posts: true)
        #expect(changes.value == 1)
        #expect(key.value == 7)
      }
    }

    @Test func theFileIsOpenedUntilItCouldBeOpened() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let key = DefaultsKey("count", defaultValue: 0, store: suite.makeStore())
        _ = catchingProblems { (key.value, key.value) }
        suite.unlock()
        #expect(key.value == 7)
        let count = suite.device.opened.value.count
        #expect(key.value == 7)
        #expect(DefaultsKey("theme", defaultValue: "", store: key.store).value == "dark")
        #expect(suite.device.opened.value.count == count)
        // It is not locked again.
        suite.device.isLocked.change { $0 = true }
        #expect(DefaultsKey("theme", defaultValue: "", store: key.store).value == "dark")
      }
    }

    @Test func whatOtherCodeHasWrittenSinceMakesNothingReadable() throws {
      let suite = try LockedSuite(Self.stored)
      try suite.onDevice { () throws in
        let store = suite.makeStore()
        let heard = Lockbox(0)
        let observation = store.observe("other") { _ in heard.change { $0 += 1 } }
        suite.defaults.set(1, forKey: "other")
        #expect(throws: DefaultsError.self) { try store.keys() }
        #expect(throws: DefaultsError.self) { try store.value(forKey: "other") }
        #expect(heard.value == 0)
        observation.cancel()
      }
    }

    @Test func theFirstStartMakesTheFileWithTheClassOfPreferences() throws {
      let suite = try LockedSuite([:], isKnownToDevice: false)
      suite.unlock()
      #expect(try suite.onDevice { try suite.makeStore().keys() } == [])
      #expect(try suite.device.fileClass(suite.firstUnlockPath) == 3)
      #expect(try FileStatus(path: suite.firstUnlockPath)?.size == 1)
    }

    // Nobody knows, and a store must not be closed for ever.
    @Test(arguments: ["first-unlock", "missing/first-unlock"])
    func whereThereIsNoFileTheSettingsCountAsReadable(path: String) throws {
      let suite = try LockedSuite([:], isKnownToDevice: false)
      let path = suite.firstUnlockPath.replacing("first-unlock", with: path)
      try suite.onDevice { () throws in
        let domain = UserDefaultsDomain(
          suite.defaults,
          name: nil,
          center: nil,
          notification: nil,
          firstUnlockPath: path
        )
        #expect(throws: Never.self) { try UserDefaultsStore(domain: domain).keys() }
      }
    }

    @Test func aDeviceWithoutDataProtectionIsNotAsked() throws {
      #expect(FirstUnlock.pathOfDevice == nil)
      let device = FakeDevice()
      DataProtection.$ofDevice.withValue(device.protection) {
        #expect(FirstUnlock.pathOfDevice?.hasSuffix("/Library/NamespacedDefaults.first-unlock") == true)
      }
    }
  }
#endif
