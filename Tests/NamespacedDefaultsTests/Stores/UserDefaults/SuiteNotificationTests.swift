#if UserDefaults
  import Foundation
  import Observation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// What other processes write to a suite, as far as they post.
  @Suite struct SuiteNotificationTests {
    /// A notification that a test posts, and that counts the calls.
    final class FakeNotification: SuiteNotification {
      let onPost = Lockbox<(@Sendable () -> Void)?>(nil)
      let atPost = Lockbox<@Sendable () -> Void>({})
      let names = Lockbox<[String]>([])
      let startCount = Lockbox(0)

      func post() -> Bool {
        atPost.value()
        return false
      }

      func start(onPost: @escaping @Sendable () -> Void) {
        startCount.change { $0 += 1 }
        self.onPost.change { $0 = onPost }
      }

      func observe(_ name: String) { names.change { $0.append(name) } }
      func stop() { onPost.change { $0 = nil } }
    }

    @Test func eachCommitPostsOnceAfterItsValuesAreWritten() throws {
      let notification = FakeNotification()
      let suite = try PostingSuite(notification: notification)
      let written = Lockbox<[[Int]]>([])
      notification.atPost.change { [suite] in
        $0 = { written.change { $0.append(["a", "b", "c"].map(suite.defaults.integer)) } }
      }
      defer { notification.atPost.change { $0 = {} } }
      try suite.store.set(["a": 1, "b": 2, "c": 3])
      #expect(written.value == [[1, 2, 3]])
      try suite.store.removeAll()
      #expect(written.value == [[1, 2, 3], [0, 0, 0]])
    }

    @Test func theNotificationIsNoSetting() throws {
      let suite = try PostingSuite()
      suite.defaults.set(7, forKey: SuiteNotificationKey.name)
      // It is not among the values that the suite removes at its end, and Foundation would write it then.
      defer { suite.defaults.removeObject(forKey: SuiteNotificationKey.name) }
      try suite.store.set(1, forKey: "a")
      #expect(try suite.store.keys() == ["a"])
    }

    // The body of a view tracks its keys anew after each change.
    @Test func manyTrackingsOfOneKeyRegisterOnce() throws {
      let notification = FakeNotification()
      let suite = try PostingSuite(notification: notification)
      let key = DefaultsKey("a", defaultValue: 0, store: suite.store)
      for count in 1...1_000 {
        #expect(
          withObservationTracking {
            key.value
          } onChange: {
          } == count - 1
        )
        suite.defaults.set(count, forKey: "a")
      }
      #expect(notification.startCount.value == 1)
      #expect(notification.onPost.value != nil)
    }

    @Test func nothingIsRegisteredBeforeAnObserverIs() throws {
      let notification = FakeNotification()
      let suite = try PostingSuite(notification: notification)
      try suite.store.set(1, forKey: "a")
      #expect(notification.startCount.value == 0)
      let observation = suite.store.observe("a") { _ in }
      #expect(notification.startCount.value == 1)
      #expect(notification.names.value == ["a"])
      observation.cancel()
    }

    @Test func anEventThatNobodyWaitsForReadsNothing() throws {
      let notification = FakeNotification()
      let suite = try PostingSuite(notification: notification)
      suite.store.observe("a") { _ in }.cancel()
      let before = suite.defaults.readCount.value
      suite.defaults.set(1, forKey: "a")
      notification.onPost.value?()
      #expect(suite.defaults.readCount.value == before)
    }

    @Test func whatIsRegisteredGoesWithTheStore() throws {
      let notification = FakeNotification()
      do {
        let suite = try PostingSuite(notification: notification)
        suite.store.observe("a") { _ in }.cancel()
        #expect(notification.onPost.value != nil)
      }
      #expect(notification.onPost.value == nil)
    }

    @Test func keyValueObservationTakesNamesWithoutDotsOnly() {
      #expect(["a", "é", "a b"].filter(SuiteNotificationKey.isPlain) == ["a", "é", "a b"])
      #expect(["", "a.b", "@count", "a@b"].filter(SuiteNotificationKey.isPlain) == [])
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
    /// A notification that is posted when another process has printed a line.
    private final class PipeNotification: SuiteNotification {
      private let onPost = Lockbox<(@Sendable () -> Void)?>(nil)

      func post() -> Bool { false }
      func start(onPost: @escaping @Sendable () -> Void) { self.onPost.change { $0 = onPost } }
      func observe(_ name: String) {}
      func stop() { onPost.change { $0 = nil } }
      func receive() { onPost.value?() }
    }

    extension SuiteNotificationTests {
      @Test func whatAnotherProcessWritesIsAnnouncedWhenItPosts() throws {
        let name = "NamespacedDefaultsTests.\(UUID().uuidString)"
        let notification = PipeNotification()
        let store = try #require(UserDefaultsStore(suiteName: name, notification: notification))
        defer { try? store.removeAll() }
        let heard = Collector<DefaultsChange>()
        let observation = store.observe("Account.count") { heard.append($0) }
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
          .deletingLastPathComponent().appending(path: "UserDefaultsProcess")
        process.arguments = ["post", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        // The other process posts after each of its two commits. Foundation reads a file again only when it is told to.
        while !output.fileHandleForReading.availableData.isEmpty {
          _ = UserDefaults(suiteName: name)?.synchronize()
          notification.receive()
        }
        #expect(heard.waitFor { $0.newValue == 2 })
        observation.cancel()
      }
    }
  #endif
#endif
