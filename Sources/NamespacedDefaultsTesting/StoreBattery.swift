public import NamespacedDefaults
import Testing

/// The promises that every store keeps, as checks to run on a store of your own.
///
///     @Test(arguments: StoreBattery.allCases)
///     func keepsThePromises(_ promise: StoreBattery) throws { try promise.check { try MyStore(path) } }
public enum StoreBattery: String, CaseIterable, Sendable {
  /// Values of each kind come back equal, including the extremes of the kind.
  case everyKindComesBack
  /// An odd key is stored like any other or refused with an error, and never changes other keys.
  case oddKeysComeBackOrAreRefused
  /// Values of several megabytes come back equal, or are refused as over the quota of the store.
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
  /// Checks the promise, and records each failure as an issue of the running test.
  ///
  /// Give each check a place of its own, which is empty. What a check has stored has to be there when it has opened the
  /// store again.
  ///
  /// - Parameters:
  ///   - open: A function that opens the store, as a program does at its start. It is called up to three times, and two stores may be open at once. A store in
  ///     memory has nothing to open: return the same object each time.
  ///   - whileFailing: A function that calls its parameter while no write can succeed, with the directory of the store
  ///     moved away, say. Without it, ``aFailedCommitChangesNothing`` tries only what many stores refuse: deep and large
  ///     values, and odd names.
  /// - Throws: The error of a store that throws where it must not.
  public func check(
    reopening open: () throws -> any DefaultsStore,
    whileFailing: (_ body: () throws -> Void) throws -> Void = { _ in }
  ) throws {
    func opened() throws -> any DefaultsStore {
      let store = try open()
      // Another one each time would lock one thing and unlock another.
      try #require(store.context === store.context, "the context is the same one every time")
      return store
    }
    switch self {
    case .valuesOutliveTheStore: try Self.checkSecondOpening(opened)
    case .aFailedCommitChangesNothing: try Self.checkFailedCommits(opened, whileFailing)
    case .storesOfOnePlaceAreOne: try Self.checkTwoStores(opened)
    default:
      let stored = try valuesAfterCheck(of: opened())
      let found = try Self.contents(of: opened())
      let names = Set(stored.keys).union(found.keys).filter { stored[$0] != found[$0] }
      #expect(
        names.map { String($0.prefix(40)) } == [],
        "names whose values have changed when the store was opened again"
      )
    }
  }

  /// Checks a promise of one store, and returns what is stored then.
  private func valuesAfterCheck(of store: any DefaultsStore) throws -> [String: PropertyListValue] {
    switch self {
    case .everyKindComesBack: try Self.checkKinds(store)
    case .oddKeysComeBackOrAreRefused: try Self.checkOddKeys(store)
    case .largeValuesComeBack: try Self.checkLargeValues(store)
    case .theLastWriteWins: try Self.checkLastWrite(store)
    case .removalTakesOneKey: try Self.checkRemoval(store)
    case .keysAreListed: try Self.checkKeys(store)
    case .removeAllTakesWhatPasses: try Self.checkRemoveAll(store)
    case .aThrowingUpdateWritesNothing: try Self.checkThrowingUpdate(store)
    case .updatesAreAtomic: try Self.checkAtomicUpdates(store)
    case .batchesAreSeenWhole: try Self.checkBatches(store)
    case .updatesMayUseTheStore: try Self.checkNesting(store)
    case .transactionsAreWhole: try Self.checkTransactions(store)
    case .changesAreAnnouncedInOrder: try Self.checkAnnouncements(store)
    case .changesOfABatchAreAnnouncedOnce: try Self.checkAnnouncedBatches(store)
    case .repetitionsAreNotAnnounced: try Self.checkRepetitions(store)
    case .observersMayWrite: try Self.checkWritingObserver(store)
    case .cancelledObserversAreNotCalled: try Self.checkCancellation(store)
    case .synchronizingKeepsEverything: try Self.checkSynchronizing(store)
    case .valuesOutliveTheStore, .aFailedCommitChangesNothing, .storesOfOnePlaceAreOne: break
    }
    return try Self.contents(of: store)
  }

  static func contents(of store: any DefaultsStore) throws -> [String: PropertyListValue] {
    try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }
}
