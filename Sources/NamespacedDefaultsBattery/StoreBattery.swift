public import NamespacedDefaults

/// A test suite for stores: the promises that every store keeps, as checks to run on a store of your own.
///
/// ```swift
/// for promise in StoreBattery.allCases {
///   for failure in promise.failures(reopening: { try MyStore(path) }) {
///     print(promise, failure)
///   }
/// }
/// ```
///
/// In a test use `check(reopening:whileFailing:)` of `NamespacedDefaultsTesting`.
///
/// A store that no program writes throws `readOnlyStore` for each change. Open it over a place that has values, which then stay
/// as they are. Checked are ``keysAreListed``, ``aThrowingUpdateWritesNothing``, ``repetitionsAreNotAnnounced``,
/// ``synchronizingKeepsEverything``, ``valuesOutliveTheStore``, ``aFailedCommitChangesNothing`` and
/// ``storesOfOnePlaceAreOne``. The other promises need a write, and have no failures.
public enum StoreBattery: String, CaseIterable, Sendable {
  /// Values of each kind come back equal, including the extremes of the kind.
  case everyKindComesBack
  /// An odd key is stored like any other or refused with an error, and never changes other keys.
  case oddKeysComeBackOrAreRefused
  /// Values of more than a megabyte come back equal, or are refused as over the quota of the store.
  case largeValuesComeBack
  /// A read returns the last of many written values.
  case theLastWriteWins
  /// A removed value is gone, and no other value is.
  case removalTakesOneKey
  /// Each stored key is listed once, and no removed key is listed.
  case keysAreListed
  /// The removal of all keys that pass a test leaves the others.
  case removeAllTakesWhatPasses
  /// An update begins with the stored value, and writes nothing if its body throws.
  case aThrowingUpdateWritesNothing
  /// All increments from eight threads are counted.
  case updatesAreAtomic
  /// A read returns nothing older than what another reader has reported, or than what the same reader had read before.
  case whatWasToldIsRead
  /// A read, a list and the beginning of an observation wait for no transaction of another thread, and see nothing of it.
  case readsWaitForNoTransaction
  /// A read, a tracked one, and the beginning of an observation wait for no `persist` of another thread, for no first write
  /// and for no `synchronize()`.
  case readsWaitForNoDisk
  /// Several values that are stored at once are never read in part.
  case batchesAreSeenWhole
  /// The body of an update may read and write the store.
  case updatesMayUseTheStore
  /// A transaction reads what it has written, and stores all of it or, if its body throws, nothing.
  case transactionsAreWhole
  /// Each change is announced once, with the old and the new value, and in order.
  case changesAreAnnouncedInOrder
  /// Each change of several that are stored at once is announced once.
  case changesOfABatchAreAnnouncedOnce
  /// A write of the value that is stored already is not announced.
  case repetitionsAreNotAnnounced
  /// An observer may write, and is called for its own write after the current call.
  case observersMayWrite
  /// An observer that was cancelled is not called.
  case cancelledObserversAreNotCalled
  /// All stored values are still there after the store is synchronized.
  case synchronizingKeepsEverything
  /// What was written is there when the store is opened again, and nothing else.
  case valuesOutliveTheStore
  /// A commit that fails throws, and every old value is still stored.
  case aFailedCommitChangesNothing
  /// Two stores of one place see each other's values, and all their updates count.
  case storesOfOnePlaceAreOne
}

extension StoreBattery {
  /// Checks the promise, and returns a sentence for each expectation that does not hold: none, if the store keeps it.
  ///
  /// It needs no test, so an app can run it on a device. In a test use `check(reopening:whileFailing:)` of
  /// `NamespacedDefaultsTesting`, which takes the same parameters.
  ///
  /// Give each check a place of its own, which is empty unless no program writes the store. What a check has stored has to be
  /// there when it has opened the store again.
  ///
  /// - Parameters:
  ///   - open: A function that opens the store, as a program does at its start. It is called up to three times, and two
  ///     stores may be open at once. A store in memory has nothing to open: return the same object each time.
  ///   - whileFailing: A function that calls its parameter while no write can succeed, with the directory of the store
  ///     moved away, say. Without it, ``aFailedCommitChangesNothing`` tries only what many stores refuse: deep and large
  ///     values, and odd names.
  /// - Returns: What came instead of what was expected, each with the line of the check that expected it. The last one is
  ///   the error of a store that throws where it must not.
  public func failures(
    reopening open: () throws -> any DefaultsStore,
    whileFailing: (_ body: () throws -> Void) throws -> Void = { _ in }
  ) -> [String] {
    let expect = Expectations()
    var error: String?
    do {
      try run(reopening: open, whileFailing: whileFailing, expect)
    } catch let thrown {
      error = "an error was thrown: \(thrown)"
    }
    return expect.failures.map { "\($0.fileID):\($0.line): \($0.text)" } + (error.map { [$0] } ?? [])
  }

  /// Checks the promise.
  ///
  /// - Throws: The error of a store that throws where it must not.
  package func run(
    reopening open: () throws -> any DefaultsStore,
    whileFailing: (_ body: () throws -> Void) throws -> Void,
    _ expect: Expectations
  ) throws {
    var first: (any DefaultsStore)?
    func opened() throws -> any DefaultsStore {
      let store = try first ?? open()
      first = nil
      // Another one each time would lock one thing and unlock another.
      guard store.context === store.context else {
        throw BrokenPromise(description: "the context is not the same one every time")
      }
      return store
    }
    first = try opened()
    if let store = first, try Self.isReadOnly(store) { return try checkReadOnly(store, reopening: open, expect) }
    switch self {
    case .valuesOutliveTheStore: try Self.checkSecondOpening(opened, expect)
    case .aFailedCommitChangesNothing: try Self.checkFailedCommits(opened, whileFailing, expect)
    case .storesOfOnePlaceAreOne: try Self.checkTwoStores(opened, expect)
    default:
      let stored = try valuesAfterCheck(of: opened(), expect)
      let found = try Self.contents(of: opened())
      let names = Set(stored.keys).union(found.keys).filter { stored[$0] != found[$0] }
      expect(
        names.map { String($0.prefix(40)) },
        equals: [],
        "names whose values have changed when the store was opened again"
      )
    }
  }

  /// Checks a promise of one store, and returns what is stored then.
  private func valuesAfterCheck(
    of store: any DefaultsStore,
    _ expect: Expectations
  ) throws -> [String: PropertyListValue] {
    switch self {
    case .everyKindComesBack: try Self.checkKinds(store, expect)
    case .oddKeysComeBackOrAreRefused: try Self.checkOddKeys(store, expect)
    case .largeValuesComeBack: try Self.checkLargeValues(store, expect)
    case .theLastWriteWins: try Self.checkLastWrite(store, expect)
    case .removalTakesOneKey: try Self.checkRemoval(store, expect)
    case .keysAreListed: try Self.checkKeys(store, expect)
    case .removeAllTakesWhatPasses: try Self.checkRemoveAll(store, expect)
    case .aThrowingUpdateWritesNothing: try Self.checkThrowingUpdate(store, expect)
    case .updatesAreAtomic: try Self.checkAtomicUpdates(store, expect)
    case .whatWasToldIsRead: try Self.checkReaders(store, expect)
    case .readsWaitForNoTransaction: try Self.checkFreeReaders(store, expect)
    case .readsWaitForNoDisk: try Self.checkReadersBesideDisk(store, expect)
    case .batchesAreSeenWhole: try Self.checkBatches(store, expect)
    case .updatesMayUseTheStore: try Self.checkNesting(store, expect)
    case .transactionsAreWhole: try Self.checkTransactions(store, expect)
    case .changesAreAnnouncedInOrder: try Self.checkAnnouncements(store, expect)
    case .changesOfABatchAreAnnouncedOnce: try Self.checkAnnouncedBatches(store, expect)
    case .repetitionsAreNotAnnounced: try Self.checkRepetitions(store, expect)
    case .observersMayWrite: try Self.checkWritingObserver(store, expect)
    case .cancelledObserversAreNotCalled: try Self.checkCancellation(store, expect)
    case .synchronizingKeepsEverything: try Self.checkSynchronizing(store, expect)
    case .valuesOutliveTheStore, .aFailedCommitChangesNothing, .storesOfOnePlaceAreOne: break
    }
    return try Self.contents(of: store)
  }

  static func contents(of store: any DefaultsStore) throws -> [String: PropertyListValue] {
    try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }
}
