import NamespacedDefaultsTesting
import TestSupport
import Testing

/// Every store of the library keeps the promises of every store.
struct StoreBatteryTests {
  @Test(arguments: StoreKind.allCases.filter { isThorough || !$0.differsInAnnouncements }, StoreBattery.allCases)
  func keepsThePromise(_ kind: StoreKind, _ promise: StoreBattery) throws {
    try kind.withOpening { try promise.check(reopening: $0) }
  }
}
