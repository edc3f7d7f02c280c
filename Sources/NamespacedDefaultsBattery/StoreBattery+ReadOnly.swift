import NamespacedDefaults
import Synchronization

// What holds of a store that no program writes.
extension StoreBattery {
  /// Returns whether a store has values, and takes no other.
  static func isReadOnly(_ store: any DefaultsStore) throws -> Bool {
    guard try !store.keys().isEmpty else { return false }
    do {
      try store.set(.bool(true), forKey: neverStored)
    } catch let error as DefaultsError where error.code == DefaultsError.Code(rawValue: "readOnlyStore") {
      return true
    }
    try store.set(nil, forKey: neverStored)
    return false
  }

  private static let neverStored = "never stored"

  /// Checks the promise as far as it needs no write.
  func checkReadOnly(
    _ store: any DefaultsStore,
    reopening open: () throws -> any DefaultsStore,
    _ expect: Expectations
  ) throws {
    struct Refusal: Error {}
    let (names, values) = (try store.keys(), try Self.contents(of: store))
    let calls = Mutex(0)
    let observation = store.observe { _ in calls.withLock { $0 += 1 } }
    switch self {
    case .keysAreListed: expect(names.sorted(), equals: values.keys.sorted())
    case .aThrowingUpdateWritesNothing:
      for (name, value) in values {
        // A store may refuse it before it begins.
        expect(throws: (any Error).self) {
          try store.update(name) {
            expect($0, equals: value)
            $0 = nil
            throw Refusal()
          }
        }
      }
    // A store may refuse it, too.
    case .repetitionsAreNotAnnounced: try? store.set(values.mapValues(Optional.some))
    case .synchronizingKeepsEverything: for _ in 1...2 { try store.synchronize() }
    case .valuesOutliveTheStore, .storesOfOnePlaceAreOne:
      let second = try open()
      expect(try Self.contents(of: second), equals: values)
      expect(second.label, equals: store.label, "the label is the same in every run")
    case .aFailedCommitChangesNothing:
      for name in names + [Self.neverStored] {
        expect(throws: DefaultsError.self) { try store.set(.array([]), forKey: name) }
        expect(throws: DefaultsError.self) { try store.update(name) { $0 = .array([]) } }
        expect(throws: DefaultsError.self) { try store.transaction { try store.set(.array([]), forKey: name) } }
      }
      expect(try Self.contents(of: store), equals: values)
      // A store may have nothing of its own to remove.
      try? store.removeAll()
    default: return
    }
    expect(try Self.contents(of: store), equals: values)
    expect(calls.withLock { $0 }, equals: 0, "what was not changed is not announced")
    withExtendedLifetime(observation) {}
  }
}
