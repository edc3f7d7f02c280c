import NamespacedDefaults
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// The battery notices each store that no program writes and that breaks one promise.
struct ReadOnlyStoreBatteryTests {
  @Test(arguments: FixedStore.Fault.allCases)
  fileprivate func aBrokenPromiseIsNoticed(_ fault: FixedStore.Fault) {
    #expect(!failures(of: fault.promise, on: fault).isEmpty)
  }

  @Test(arguments: StoreBattery.allCases)
  func theSameStoreKeepsThePromiseWhereItDoesNotBreakIt(_ promise: StoreBattery) {
    #expect(failures(of: promise, on: nil) == [])
  }

  private func failures(of promise: StoreBattery, on fault: FixedStore.Fault?) -> [String] {
    let count = Lockbox(0)
    return promise.failures {
      count.change { $0 += 1 }
      return FixedStore(fault, opening: count.value)
    }
  }
}

/// A store of two values that no program writes.
private final class FixedStore: DefaultsStore, DefaultsStorage {
  enum Fault: CaseIterable {
    case namesAreListedTwice, updatesBeginWithNothing, writesAreAnnounced, synchronizingTakesAll, labelsDiffer
    case valuesDiffer, failedWritesStay, someWritesAreTaken

    var promise: StoreBattery {
      switch self {
      case .namesAreListedTwice: .keysAreListed
      case .updatesBeginWithNothing: .aThrowingUpdateWritesNothing
      case .writesAreAnnounced: .repetitionsAreNotAnnounced
      case .synchronizingTakesAll: .synchronizingKeepsEverything
      case .labelsDiffer: .valuesOutliveTheStore
      case .valuesDiffer: .storesOfOnePlaceAreOne
      case .failedWritesStay, .someWritesAreTaken: .aFailedCommitChangesNothing
      }
    }
  }

  let context = DefaultsStoreContext()
  let label: String
  private let values: Lockbox<[String: PropertyListValue]>
  private let isWriting = Lockbox(false)
  private let fault: Fault?

  init(_ fault: Fault?, opening: Int) {
    self.fault = fault
    label = fault == .labelsDiffer ? "Fixed \(opening)" : "Fixed"
    values = Lockbox(["a": .integer(fault == .valuesDiffer ? Int64(opening) : 1), "b": .string("two")])
  }

  func synchronize() { if fault == .synchronizingTakesAll { values.change { $0 = [:] } } }

  func storedValue(forKey name: String) -> PropertyListValue? {
    fault == .updatesBeginWithNothing && isWriting.value ? nil : values.value[name]
  }

  func storedKeys() -> [String] { values.value.keys.sorted() + (fault == .namesAreListedTwice ? ["a"] : []) }

  func beginWriting() { isWriting.change { $0 = true } }

  func endWriting() {
    isWriting.change { $0 = false }
    guard fault == .writesAreAnnounced else { return }
    context.announce([DefaultsChange(key: "a", oldValue: nil, newValue: .integer(1))])
  }

  func persist(_ changes: [DefaultsChange]) throws {
    if fault == .failedWritesStay { values.change { $0["a"] = changes[0].newValue } }
    if fault == .someWritesAreTaken, changes.contains(where: { $0.oldValue == nil }) { return }
    throw DefaultsError(DefaultsError.Code(rawValue: "readOnlyStore"), "nobody writes it")
  }

  func apply(_ changes: [DefaultsChange]) {}
}
