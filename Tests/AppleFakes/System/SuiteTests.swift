import Foundation
import NamespacedDefaults
import Testing

/// Suites of `UserDefaults` that post, are observed and are shared, as Apple's.
@Suite struct SuiteTests {
  /// A suite of a test's own, whose file goes with it.
  private final class SharedSuite: Sendable {
    let name = "AppleFakes.\(UUID().uuidString)"

    /// A store as a process has it, over an object of its own.
    func makeStore(inOtherProcess isElsewhere: Bool = false) throws -> UserDefaultsStore {
      UserDefaultsStore(domain: UserDefaultsDomain(try defaults(inOtherProcess: isElsewhere), name: name))
    }

    func defaults(inOtherProcess isElsewhere: Bool = false) throws -> ObservedDefaults {
      try #require(ObservedDefaults(of: name, inOtherProcess: isElsewhere))
    }

    deinit {
      UserDefaults.standard.removePersistentDomain(forName: name)
      UserDefaults.standard.synchronize()
    }
  }

  private typealias Heard = Lockbox<[DefaultsChange]>

  private let suite = SharedSuite()

  private func observe(_ store: UserDefaultsStore, _ name: String, _ heard: Heard) -> DefaultsObservation {
    store.observe(name) { change in heard.change { $0.append(change) } }
  }

  @Test func aProgramThatSetsNoStoreHasTheSettingsOfTheProgram() {
    #expect((makeDefaultStore() as? UserDefaultsStore) === UserDefaultsStore.standard)
  }

  @Test func whatAnotherProcessCommitsIsAnnouncedWhateverTheName() throws {
    let (own, other, heard) = (try suite.makeStore(), try suite.makeStore(inOtherProcess: true), Heard([]))
    let observation = observe(own, "Account.name", heard)
    try other.set("a", forKey: "Account.name")
    #expect(heard.value == [DefaultsChange(key: "Account.name", oldValue: nil, newValue: "a")])
    // Each commit, and not only the first.
    try other.set("b", forKey: "Account.name")
    try other.set(nil, forKey: "Account.name")
    #expect(heard.value.map(\.newValue) == ["a", "b", nil])
    observation.cancel()
  }

  @Test func whatAnotherProcessWritesWithoutTheLibraryIsAnnouncedIfTheNameIsAKey() throws {
    let (own, raw, heard) = (try suite.makeStore(), try suite.defaults(inOtherProcess: true), Heard([]))
    let observations = ["name", "Account.name"].map { observe(own, $0, heard) }
    raw.set("a", forKey: "Account.name")
    #expect(heard.value == [])
    raw.set("a", forKey: "name")
    #expect(heard.value.contains(DefaultsChange(key: "name", oldValue: nil, newValue: "a")))
    for observation in observations { observation.cancel() }
  }

  @Test func whatOtherCodeOfTheProcessWritesIsAnnounced() throws {
    let (own, raw, heard) = (try suite.makeStore(), try suite.defaults(), Heard([]))
    let observation = observe(own, "Account.name", heard)
    raw.set("a", forKey: "Account.name")
    #expect(heard.value == [DefaultsChange(key: "Account.name", oldValue: nil, newValue: "a")])
    observation.cancel()
  }

  @Test func itsOwnWritesAreAnnouncedOnce() throws {
    let (own, heard) = (try suite.makeStore(), Heard([]))
    let observations = ["name", "Account.name"].map { observe(own, $0, heard) }
    try own.set("a", forKey: "name")
    try own.set("b", forKey: "Account.name")
    #expect(heard.value.map(\.newValue) == ["a", "b"])
    for observation in observations { observation.cancel() }
  }

  @Test func itsOwnWritesAreNotSearchedFor() throws {
    // The notification is one of the values that were set.
    let notification = KeyValueNotification(try suite.defaults())
    #expect(notification.post())
    let contents = UserDefaultsContents(UserDefaultsReader(defaults: try suite.defaults(), name: suite.name))
    contents.commit([DefaultsChange(key: "a", oldValue: nil, newValue: 1)])
    let token = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: contents.reader.defaults,
      queue: nil
    ) { _ in
      #expect(contents.countEvent())
    }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(!contents.write(["a"]) { KeyValueNotification(contents.reader.defaults).post() ? 1 : 0 })
  }

  @Test func theNotificationIsNoSetting() throws {
    let store = try suite.makeStore()
    try store.set(1, forKey: "a")
    #expect(try suite.defaults().object(forKey: SuiteNotificationKey.name) != nil)
    #expect(try store.keys() == ["a"])
  }

  @Test func nobodyObservesAfterTheEndOfTheStore() throws {
    do {
      let store = try suite.makeStore()
      for name in ["name", "other", "name"] { store.observe(name) { _ in }.cancel() }
      #expect(KeyValueObservation.paths(of: suite.name) == [SuiteNotificationKey.name, "name", "other"])
    }
    // A notification of another test, which every store hears, may have the store for a moment.
    let end = Date(timeIntervalSinceNow: 60)
    while KeyValueObservation.paths(of: suite.name) != [], Date() < end { usleep(1_000) }
    #expect(KeyValueObservation.paths(of: suite.name) == [])
    // An observer that is gone would end the program here.
    try suite.defaults().set(1, forKey: "name")
  }

  @Test func aNotificationThatIsReleasedObservesNothing() throws {
    let notification = Lockbox<KeyValueNotification?>(KeyValueNotification(try suite.defaults()))
    notification.value?.start {}
    #expect(KeyValueObservation.paths(of: suite.name) == [SuiteNotificationKey.name])
    notification.change { $0 = nil }
    #expect(KeyValueObservation.paths(of: suite.name) == [])
  }

  @Test func namesThatAreNoKeysAreNotObserved() throws {
    let notification = KeyValueNotification(try suite.defaults())
    for name in ["a.b", "@count", "a@b", "", "a"] { notification.observe(name) }
    #expect(KeyValueObservation.paths(of: suite.name) == ["a"])
    notification.stop()
    #expect(KeyValueObservation.paths(of: suite.name) == [])
  }

  @Test func nothingIsPostedToTheProgramsOwnSettings() {
    // It may be there from a run that failed.
    UserDefaults.standard.removeObject(forKey: SuiteNotificationKey.name)
    let notification = KeyValueNotification(.standard)
    notification.start {}
    #expect(!notification.post())
    #expect(UserDefaults.standard.object(forKey: SuiteNotificationKey.name) == nil)
  }

  @Test func datesKeepTheirFractions() throws {
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(UserDefaultsDomain(try suite.defaults(), name: suite.name).storedForm(of: date) == date)
  }

  @Test func anAppGroupIsOneThatTheProgramIsEntitledTo() {
    #expect(UserDefaultsRules.hasContainer(FileManager.entitledGroup))
    #expect(!UserDefaultsRules.hasContainer("group.other"))
  }
}
