import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// A store of one's own gets all its tests for this.
@Test(arguments: StoreBattery.allCases)
func keepsThePromises(_ promise: StoreBattery) throws {
  let store = OwnStore()
  try promise.check { store }
}

@Suite(.isolatedDefaults)
struct IsolatedTests {
  @Test(.isolatedDefaults { InMemoryStore(["count": 7]) })
  func aStoreOfOnesChoice() { #expect(Defaults[.count] == 7) }

  @Test func aStoreOfTheTests() { #expect(Defaults[.count] == 0) }

  @Test func observersAreWaitedFor() async {
    await Defaults.waitForObservers()
    await Defaults.waitForObservers(of: Defaults.store)
  }
}

func traits(_ trait: IsolatedDefaults, _ test: Test) async throws -> Bool {
  IsolatedDefaults.setUp()
  try await trait.provideScope(for: test, testCase: nil) {}
  return trait.isRecursive
}

func promises(_ promise: StoreBattery) throws {
  try promise.check(reopening: { InMemoryStore() }, whileFailing: { body in try body() })
  let failures: [String] = promise.failures(reopening: { InMemoryStore() }, whileFailing: { body in try body() })
  print(failures)
  print(StoreBattery(rawValue: promise.rawValue) as Any)
  switch promise {
  case .everyKindComesBack, .oddKeysComeBackOrAreRefused, .largeValuesComeBack, .theLastWriteWins: break
  case .removalTakesOneKey, .keysAreListed, .removeAllTakesWhatPasses, .aThrowingUpdateWritesNothing: break
  case .updatesAreAtomic, .whatWasToldIsRead, .readsWaitForNoTransaction, .readsWaitForNoDisk, .batchesAreSeenWhole,
    .updatesMayUseTheStore,
    .transactionsAreWhole,
    .changesAreAnnouncedInOrder:
    break
  case .changesOfABatchAreAnnouncedOnce, .repetitionsAreNotAnnounced, .observersMayWrite: break
  case .cancelledObserversAreNotCalled, .synchronizingKeepsEverything: break
  case .valuesOutliveTheStore, .aFailedCommitChangesNothing, .storesOfOnePlaceAreOne: break
  }
}
