#if UserDefaults
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// A suite of a test's own on a device that has been started and not been unlocked yet.
  ///
  /// `@unchecked Sendable`: a `UserDefaults` is thread-safe, but corelibs does not declare it Sendable.
  final class LockedSuite: @unchecked Sendable {
    let device = FakeDevice()
    let defaults: HidingUserDefaults
    private let suite: TemporarySuite
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    /// Creates a suite, in which an earlier start of the program has stored values.
    init(_ stored: [String: PropertyListValue], isKnownToDevice: Bool = true) throws {
      suite = try TemporarySuite()
      try suite.store.set(stored)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      defaults = try #require(HidingUserDefaults(suiteName: suite.name))
      if isKnownToDevice { try onDevice { _ = try makeStore().keys() } }
      lock()
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var firstUnlockPath: String { directory.appending(path: "first-unlock").path }

    /// Starts the device again.
    func lock() {
      device.isLocked.change { $0 = true }
      defaults.hides.change { $0 = true }
    }

    /// Unlocks the device, of which UIKit's notification says so if `posts` is true.
    func unlock(posts: Bool = false) {
      device.isLocked.change { $0 = false }
      defaults.hides.change { $0 = false }
      guard posts else { return }
      try? onDevice { defaults.center.post(name: .init("UIApplicationProtectedDataDidBecomeAvailable"), object: nil) }
    }

    /// Returns the store that a start of the program opens.
    func makeStore() -> UserDefaultsStore {
      UserDefaultsStore(
        domain: UserDefaultsDomain(
          defaults,
          name: suite.name,
          center: defaults.center,
          notification: nil,
          firstUnlockPath: firstUnlockPath
        )
      )
    }

    /// Runs a body on the device.
    func onDevice<Result>(_ body: () throws -> Result) throws -> Result {
      try DataProtection.$ofDevice.withValue(device.protection, operation: body)
    }
  }

  /// A `UserDefaults` that shows nothing while it hides what is stored, except what was written since.
  final class HidingUserDefaults: PostingUserDefaults {
    let hides = Lockbox(false)
    private let written = Lockbox<Set<String>>([])

    override func set(_ value: Any?, forKey name: String) {
      if hides.value { written.change { $0.insert(name) } }
      super.set(value, forKey: name)
    }

    override func object(forKey name: String) -> Any? {
      let value = super.object(forKey: name)
      return shows(name) ? value : nil
    }

    override func persistentDomain(forName name: String) -> [String: Any]? {
      super.persistentDomain(forName: name)?.filter { shows($0.key) }
    }

    private func shows(_ name: String) -> Bool { !hides.value || written.value.contains(name) }
  }
#endif
