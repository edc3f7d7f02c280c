import Dispatch
public import NamespacedDefaults
import Testing

/// What every store promises, as checks to run on a store of your own.
///
///     @Test(arguments: StoreBattery.allCases)
///     func keepsThePromises(_ promise: StoreBattery) throws { try promise.check(MyStore()) }
public enum StoreBattery: String, CaseIterable, Sendable {
  /// A value of each kind comes back equal, the extremes of its kind among them.
  case everyKindComesBack
  /// An odd key is stored like any other, or refused with an error; it never disturbs its neighbours.
  case oddKeysComeBackOrAreRefused
  /// Values of several megabytes come back equal.
  case largeValuesComeBack
  /// The last of many writes is what is read.
  case theLastWriteWins
  /// A removed value is gone, and only that.
  case removalTakesOneKey
  /// All keys are listed, none twice, and none that was removed.
  case keysAreListed
  /// Removing all that pass a test leaves the others.
  case removeAllTakesWhatPasses
  /// An update sees the stored value, and nothing is written where its body throws.
  case aThrowingUpdateWritesNothing
  /// Increments from eight threads are all counted.
  case updatesAreAtomic
  /// Several values stored at once are never seen by halves.
  case batchesAreSeenWhole
  /// The body of an update may read and write the store.
  case updatesMayUseTheStore
  /// Each change is announced once, with the old and the new value, and in order.
  case changesAreAnnouncedInOrder
  /// Storing what is stored already announces nothing.
  case repetitionsAreNotAnnounced
  /// An observer may write, and hears of its own write after the one it was called for.
  case observersMayWrite
  /// Nothing is announced to an observer that was cancelled.
  case cancelledObserversAreNotCalled
  /// Synchronizing keeps what is stored.
  case synchronizingKeepsEverything
}

extension StoreBattery {
  /// Checks the promise, recording what does not hold as an issue of the running test.
  ///
  /// - Parameter store: An empty store, for this check alone.
  /// - Throws: What the store throws where it should not.
  public func check(_ store: any DefaultsStore) throws {
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
    case .changesAreAnnouncedInOrder: try Self.checkAnnouncements(store)
    case .repetitionsAreNotAnnounced: try Self.checkRepetitions(store)
    case .observersMayWrite: try Self.checkWritingObserver(store)
    case .cancelledObserversAreNotCalled: try Self.checkCancellation(store)
    case .synchronizingKeepsEverything: try Self.checkSynchronizing(store)
    }
  }
}
