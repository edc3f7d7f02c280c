#if UserDefaults
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// What other processes write to a suite, as far as they ring.
  @Suite struct UserDefaultsBellTests {
    /// A bell that a test rings, and that counts the calls.
    final class FakeBell: UserDefaultsBell {
      let onRing = Lockbox<(@Sendable () -> Void)?>(nil)
      let atRing = Lockbox<@Sendable () -> Void>({})
      let names = Lockbox<[String]>([])

      func ring() { atRing.value() }
      func start(onRing: @escaping @Sendable () -> Void) { self.onRing.change { $0 = onRing } }
      func listen(to name: String) { names.change { $0.append(name) } }
      func stop() { onRing.change { $0 = nil } }
    }

    @Test func eachCommitRingsOnceAfterItsValuesAreWritten() throws {
      let bell = FakeBell()
      let suite = try PostingSuite(bell: bell)
      let written = Lockbox<[[Int]]>([])
      bell.atRing.change { [suite] in
        $0 = { written.change { $0.append(["a", "b", "c"].map(suite.defaults.integer)) } }
      }
      defer { bell.atRing.change { $0 = {} } }
      try suite.store.apply(["a": 1, "b": 2, "c": 3])
      #expect(written.value == [[1, 2, 3]])
      try suite.store.removeAll()
      #expect(written.value == [[1, 2, 3], [0, 0, 0]])
    }

    @Test func theBellIsNoSetting() throws {
      let suite = try PostingSuite()
      suite.defaults.set(7, forKey: UserDefaultsBellName.bell)
      try suite.store.set(1, forKey: "a")
      #expect(suite.store.keys() == ["a"])
    }

    @Test func theStoreListensWhileItIsObserved() throws {
      let bell = FakeBell()
      let suite = try PostingSuite(bell: bell)
      let observation = suite.store.observe("a") { _ in }
      #expect(bell.onRing.value != nil)
      #expect(bell.names.value == ["a"])
      observation.cancel()
      #expect(bell.onRing.value == nil)
    }

    @Test func keyValueObservationTakesNamesWithoutDotsOnly() {
      #expect(["a", "é", "a b"].filter(UserDefaultsBellName.isPlain) == ["a", "é", "a b"])
      #expect(["", "a.b", "@count", "a@b"].filter(UserDefaultsBellName.isPlain) == [])
    }

    @Test func refreshingAnnouncesWhatNothingAnnounced() throws {
      let suite = try TemporarySuite()
      let raw = try #require(UserDefaults(suiteName: suite.name))
      let heard = Lockbox<[DefaultsChange]>([])
      let observation = suite.store.observe("a") { change in heard.change { $0.append(change) } }
      raw.set(1, forKey: "a")
      suite.store.refresh()
      suite.store.refresh()
      #expect(heard.value == [DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
      observation.cancel()
    }
  }

  #if !canImport(Darwin)
    /// A bell that rings when another process has printed a line.
    private final class PipeBell: UserDefaultsBell {
      private let onRing = Lockbox<(@Sendable () -> Void)?>(nil)

      func ring() {}
      func start(onRing: @escaping @Sendable () -> Void) { self.onRing.change { $0 = onRing } }
      func listen(to name: String) {}
      func stop() { onRing.change { $0 = nil } }
      func hear() { onRing.value?() }
    }

    extension UserDefaultsBellTests {
      @Test func whatAnotherProcessWritesIsAnnouncedWhenItRings() throws {
        let name = "NamespacedDefaultsTests.\(UUID().uuidString)"
        let bell = PipeBell()
        let store = try #require(UserDefaultsStore(suiteName: name, bell: bell))
        defer { try? store.removeAll() }
        let heard = Collector<DefaultsChange>()
        let observation = store.observe("Account.count") { heard.append($0) }
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
          .deletingLastPathComponent().appending(path: "UserDefaultsProcess")
        process.arguments = ["ring", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        // The other process rings after each of its two commits. Foundation reads a file again only when it is told to.
        while !output.fileHandleForReading.availableData.isEmpty {
          _ = UserDefaults(suiteName: name)?.synchronize()
          bell.hear()
        }
        #expect(heard.waitFor { $0.newValue == 2 })
        observation.cancel()
      }
    }
  #endif
#endif
