import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// Every read inside `withObservationTracking` registers exactly its key, on every store.
@Suite struct TrackingTests {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case isUserLoggedIn, isAdmin }
    enum IntegerKey: String { case loginCount }
  }

  struct Screen {
    @Default(.launchCount) var launchCount
  }

  @Observable final class Model {
    var isUserLoggedIn: Bool {
      get { Account.bool(forKey: .isUserLoggedIn) }
      set { Account.set(newValue, forKey: .isUserLoggedIn) }
    }
  }

  /// How often a tracked read fires.
  private func fires(_ read: () -> Void, after change: () throws -> Void) rethrows -> Int {
    let count = Lockbox(0)
    withObservationTracking(read) { count.change { $0 += 1 } }
    try change()
    return count.value
  }

  @Test(arguments: StoreKind.allCases)
  func everyReadIsTracked(_ kind: StoreKind) throws {
    let screen = Screen()
    let reads: [@Sendable () -> Void] = [
      { _ = Defaults.launches }, { _ = Defaults[.launchCount] }, { _ = Defaults[\.launches] },
      { _ = Defaults[key: .launchCount] }, { _ = DefaultsKeys.launchCount.value },
      { _ = try? DefaultsKeys.launchCount.read() }, { _ = Defaults["launchCount"].int },
      { _ = Defaults["launchCount"].exists }, { _ = Defaults.hasKey(.launchCount) }, { _ = screen.launchCount },
    ]
    try kind.with { store in
      for (index, read) in reads.enumerated() {
        #expect(fires(read) { Defaults[.launchCount] += 1 } == 1, "read \(index)")
        #expect(fires(read) { Defaults.theme = Defaults.theme == .dark ? .system : .dark } == 0, "read \(index)")
      }
      #expect(
        fires {
          _ = DefaultsAdapter(store: store).launches
        } after: {
          Defaults[.launchCount] += 1
        } == 1
      )
    }
  }

  @Test(arguments: StoreKind.allCases)
  func settablesAreTrackedByKey(_ kind: StoreKind) throws {
    try kind.with { _ in
      let read = { _ = Account.bool(forKey: .isUserLoggedIn) }
      #expect(fires(read) { Account.set(true, forKey: .isUserLoggedIn) } == 1)
      #expect(fires(read) { Account.set(true, forKey: .isAdmin) } == 0)
      #expect(fires(read) { Account[.loginCount] += 1 } == 0)
      #expect(
        fires {
          _ = Account[.loginCount]
        } after: {
          Account[.loginCount] += 1
        } == 1
      )
      #expect(
        fires {
          _ = Account.key(.isAdmin).hasValue
        } after: {
          Account.remove(forKey: .isAdmin)
        } == 1
      )
    }
  }

  @Test(arguments: StoreKind.allCases)
  func everyWayToChangeFires(_ kind: StoreKind) throws {
    try kind.with { store in
      let read = { _ = Account.bool(forKey: .isUserLoggedIn) }
      let changes: [() throws -> Void] = [
        { Account.set(true, forKey: .isUserLoggedIn) }, { Account[.isUserLoggedIn].toggle() },
        { Defaults["Account.isUserLoggedIn"] = true }, { try Account.key(.isUserLoggedIn).update { $0 = false } },
        { try store.set(["Account.isUserLoggedIn": true]) }, { Account.removeAll() },
        { Account.set(true, forKey: .isUserLoggedIn) }, { Defaults.removeAll() },
        { Account.set(true, forKey: .isUserLoggedIn) },
        { try Defaults.migrate([.renameNamespace("Account", to: "A")]) },
      ]
      for (index, change) in changes.enumerated() {
        let count = try fires(read, after: change)
        #expect(count == 1, "change \(index)")
      }
      #expect(fires(read) { Account.remove(forKey: .isUserLoggedIn) } == 0, "nothing was stored")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aTrackingFiresOnce(_ kind: StoreKind) throws {
    try kind.with { _ in
      let count = fires {
        _ = Defaults[.launchCount]
        _ = Defaults[.launchCount]
      } after: {
        Defaults[.launchCount] += 1
        Defaults[.launchCount] += 1
      }
      #expect(count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func everyTrackingOfAKeyFires(_ kind: StoreKind) throws {
    try kind.withOpening { open in
      let key = DefaultsKey<Int>("a", defaultValue: 0, store: try open())
      for round in 1...3 {
        let count = Lockbox(0)
        for tracking in 0..<4 {
          // From then on the value comes from the cache. The way there is another one where the last read was tracked.
          if tracking.isMultiple(of: 2) { for _ in 0..<4 { _ = key.value } }
          withObservationTracking {
            _ = key.value
          } onChange: {
            count.change { $0 += 1 }
          }
        }
        key.value = round
        #expect(count.value == 4, "round \(round)")
      }
    }
  }

  @Test func aTrackedReadComesFromTheCache() {
    let store = CountingStore()
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    withObservationTracking {
      for _ in 0..<3 { _ = key.value }
      let reads = store.reads.value
      for _ in 0..<100 { _ = key.value }
      #expect(store.reads.value == reads)
    } onChange: {
    }
  }

  @Test func aTrackingIsOfTheStoreOfTheProcess() async {
    await #expect(processExitsWith: .success) {
      let read = { for _ in 0..<100 { _ = Account.bool(forKey: .isAdmin) } }
      let former = InMemoryStore()
      Defaults.store = former
      // It stays registered with the first store.
      withObservationTracking(read) {}
      Defaults.store = InMemoryStore()
      // From now on the value of the second store is cached.
      read()
      withObservationTracking(read) { exit(EXIT_SUCCESS) }
      Account.set(true, forKey: .isAdmin)
      withExtendedLifetime(former) {}
      exit(EXIT_FAILURE)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aTrackedReadMayWrite(_ kind: StoreKind) throws {
    try kind.with { _ in
      let count = fires {
        Account.set(true, forKey: .isAdmin)
        _ = Account.bool(forKey: .isUserLoggedIn)
      } after: {
        Account.set(true, forKey: .isUserLoggedIn)
      }
      #expect(count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aChangeOnAnotherThreadFires(_ kind: StoreKind) throws {
    try kind.with { store in
      let fired = fires {
        _ = Defaults[.launchCount]
      } after: {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { DefaultsAdapter(store: store)[.launchCount] += 1 }
        group.wait()
      }
      #expect(fired == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whoReadsWhenFiredSeesTheNewValue(_ kind: StoreKind) throws {
    try kind.with { store in
      let key = DefaultsKeys.launchCount.bound(to: store)
      let seen = Lockbox(-1)
      withObservationTracking {
        _ = key.value
      } onChange: {
        let value = key.value
        seen.change { $0 = value }
      }
      key.value = 5
      #expect(seen.value == 5)
    }
  }

  @Test func anObservableModelNeedsNoFurtherCode() {
    Defaults.withStore(InMemoryStore()) {
      let model = Model()
      #expect(
        fires {
          _ = model.isUserLoggedIn
        } after: {
          Account.set(true, forKey: .isUserLoggedIn)
        } == 1
      )
      #expect(
        fires {
          _ = model.isUserLoggedIn
        } after: {
          model.isUserLoggedIn = false
        } == 1
      )
    }
  }

  /// What the handler captures is released with the store, also if reads were remembered.
  @Test(arguments: StoreKind.allCases.filter { !$0.differsInAnnouncements }, [1, 100])
  func aTrackingEndsWithItsStore(kind: StoreKind, readCount: Int) throws {
    final class Captured: Sendable {}
    weak var (ofKey, ofSettable): (Captured?, Captured?) = (nil, nil)
    try kind.with { store in
      for isSettable in [false, true] {
        let key = DefaultsKey("text", defaultValue: "", store: store)
        let captured = Captured()
        if isSettable { ofSettable = captured } else { ofKey = captured }
        withObservationTracking {
          for _ in 1...readCount { _ = isSettable ? Account.integer(forKey: .loginCount) : key.value.count }
        } onChange: {
          withExtendedLifetime(captured) {}
        }
      }
      #expect(ofKey != nil)
      #expect(ofSettable != nil)
    }
    // The domain of a suite is never released.
    guard !kind.rewritesEverything else { return }
    // Another thread may look at the stores that there are.
    while ofKey != nil || ofSettable != nil { usleep(1_000) }
    #expect(ofKey == nil)
    #expect(ofSettable == nil)
  }

  @Test func trackingsOfManyThreadsAreAllFired() {
    let store = InMemoryStore()
    // Not how often they fire: Observation fires one twice that is told of a change while it is being installed, as
    // here of the thread's previous change, which another thread delivers.
    let fired = Lockbox(Set<Int>())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let own = DefaultsKey<Int>("own \(thread)", defaultValue: 0, store: store)
      for turn in 0..<200 {
        withObservationTracking {
          _ = own.value
        } onChange: {
          fired.change { _ = $0.insert(200 * thread + turn) }
        }
        own.value += 1
      }
    }
    // A thread may leave its last change to another one, which may still deliver when all have written.
    let deadline = Date(timeIntervalSinceNow: 60)
    while fired.value.count < 1_600, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(fired.value.count == 1_600)
  }

  @Test func readsOutsideOfATrackingRegisterNothing() {
    let store = InMemoryStore()
    _ = DefaultsKeys.launchCount.bound(to: store).value
    #expect(!store.context.changes.isObserved)
  }

  @Test func readsAreCachedInAProcessThatTracksNothing() async {
    // Its first reads count as tracked, until there are so many that a test of the probe costs less.
    await #expect(processExitsWith: .success) {
      let store = CountingStore()
      let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
      for _ in 0..<100 { _ = key.value }
      exit(store.reads.value < 100 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func readsAreCachedAlthoughTheFirstOneWasTracked() async {
    // A process of its own, because the first reads of a process find out whether trackings can be noticed.
    await #expect(processExitsWith: .success) {
      let store = CountingStore()
      let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
      withObservationTracking {
        _ = key.value
      } onChange: {
      }
      _ = (key.value, key.value)
      let reads = store.reads.value
      _ = key.value
      exit(store.reads.value == reads ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func readsAreCachedWhileAnotherThreadTracks() {
    let store = CountingStore()
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let other = DefaultsKey<Int>("b", defaultValue: 0, store: InMemoryStore())
    let isDone = Atomic(false)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isDone.load(ordering: .relaxed) {
        withObservationTracking {
          _ = other.value
        } onChange: {
        }
      }
      end.signal()
    }
    // The first reads of a process are not cached.
    for _ in 0..<100 { _ = key.value }
    let reads = store.reads.value
    for _ in 0..<100_000 { _ = key.value }
    #expect(store.reads.value == reads)
    isDone.store(true, ordering: .relaxed)
    end.wait()
  }

  @Test func aTrackingIsThereUntilItHasFired() {
    let store = InMemoryStore()
    let key = DefaultsKeys.launchCount.bound(to: store)
    let fired = Lockbox(false)
    withObservationTracking {
      _ = key.value
    } onChange: {
      fired.change { $0 = true }
    }
    #expect(store.context.changes.isObserved)
    key.value = 1
    #expect(fired.value)
    #expect(!store.context.changes.isObserved)
  }

  @Test func aTrackingOfManyKeysEndsForAllOfThem() {
    let store = InMemoryStore()
    let keys = (0..<1000).map { DefaultsKey<Int>("\($0)", defaultValue: 0, store: store) }
    withObservationTracking {
      for key in keys { _ = key.value }
    } onChange: {
    }
    #expect(store.context.changes.observedKeys?.count == 1000)
    keys[500].value = 1
    #expect(store.context.changes.observedKeys == [])
    #expect(!store.context.changes.isObserved)
  }

  @Test func aChangeWhileATrackedReadIsRunningLosesNoLaterOne() {
    let store = InMemoryStore()
    let key = DefaultsKeys.launchCount.bound(to: store)
    let count = fires {
      _ = key.value
      // Nothing is registered before the read has ended, so this one is missed, as Observation misses it everywhere.
      DispatchQueue.global().sync { key.value += 1 }
    } after: {
      key.value += 1
    }
    #expect(count == 1)
  }

  /// Whether a read looks for a tracking, or registers first, depends on what the last read has found.
  @Test(arguments: [false, true]) func aKeyThatIsNewToTrackingsFiresBesideOneThatIsNot(readsBetween: Bool) {
    let store = InMemoryStore()
    let known = DefaultsKey("known", defaultValue: 0, store: store)
    for number in 0..<100 {
      let new = DefaultsKey("new \(number)", defaultValue: 0, store: store)
      let count = Atomic(0)
      // Cached, and not tracked.
      for _ in 0..<2 { _ = new.value }
      withObservationTracking {
        _ = known.value
        if readsBetween { readOnAnotherThread(known) }
        _ = new.value
      } onChange: {
        count.add(1, ordering: .relaxed)
      }
      new.value = 1
      #expect(count.load(ordering: .relaxed) == 1)
    }
  }

  private func readOnAnotherThread(_ key: DefaultsKey<Int>) {
    let thread = Thread { _ = key.value }
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.0001) }
  }

  @Test func namesThatAreNoLongerTrackedTakeNoRoom() {
    let store = InMemoryStore()
    let keys = (0..<10_000).map { DefaultsKey<Int>("\($0)", defaultValue: 0, store: store) }
    withObservationTracking {
      for key in keys { _ = key.value }
    } onChange: {
    }
    let tracked = store.context.names.state.withLock { $0.followed.capacity }
    keys[500].value = 1
    let left = store.context.names.state.withLock { $0.followed.capacity }
    #expect(tracked >= 10_000)
    #expect(left <= 64)
  }

  @Test func namesThatAreNoLongerObservedTakeNoRoom() {
    let store = InMemoryStore()
    let observations = (0..<10_000).map { store.observe("\($0)") { _ in } }
    let observed = store.context.names.state.withLock { $0.followed.capacity }
    for observation in observations { observation.cancel() }
    let left = store.context.names.state.withLock { $0.followed.capacity }
    #expect(observed >= 10_000)
    #expect(left <= 64)
  }
}

/// A store in memory that counts how often it is asked.
private final class CountingStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext(announcesEveryChange: true)
  let reads = Lockbox(0)

  func storedValue(forKey name: String) -> PropertyListValue? {
    reads.change { $0 += 1 }
    return nil
  }

  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() {}
}
