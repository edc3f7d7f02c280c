import MemoryModel
import Testing

@testable import NamespacedDefaults

/// Whether what one thread makes is there for who finds its address.
@Suite struct PublishingTests {
  @Test("The slots of the settable protocols' keys")
  func slotTable() {
    // A key of each execution's own; the table grows meanwhile.
    var bits: UInt = 0
    let violation = MemoryModel.explore(rounds: 1_200) {
      bits += 1
      let new = KeyIdentity(namespace: Self.self, keys: Int.self, value: Bool.self, bits: bits)
      let known = KeyIdentity(namespace: Self.self, keys: Int.self, value: Bool.self, bits: 1)
      let hint = Hint()
      return [
        {
          _ = KeySlotTable.slot(of: new, for: Bool.self).pointee.isRecorded
          hint.isGiven.store(true, ordering: .relaxed)
        },
        { _ = KeySlotTable.slot(of: new, for: Bool.self).pointee.isRecorded },
        {
          // To make a larger table takes long. Who waits for it so knows nothing of it.
          for _ in 0..<20_000 where hint.isGiven.load(ordering: .relaxed) { break }
          for _ in 0..<3 { _ = KeySlotTable.slot(of: known, for: Bool.self).pointee.isRecorded }
        },
      ]
    }
    #expect(violation == nil)
  }

  private final class Hint: Sendable {
    let isGiven = Atomic(false)
  }

  @Test("The key that a slot keeps")
  func keyOfASlot() {
    let violation = MemoryModel.explore {
      let slot = NamedSlot(nil, for: Int.self)
      let look: @Sendable () -> Void = {
        let key = slot.slot.pointee.key { MemoryModel.born(DefaultsKey("name", defaultValue: 0)) }
        _ = key.checkedContext.load(ordering: .relaxed)
      }
      return [look, look]
    }
    #expect(violation == nil)
  }

  @Test("The stripes of a slot")
  func stripes() {
    let violation = MemoryModel.explore {
      let slot = NamedSlot(nil, for: Int.self)
      return [
        { slot.slot.pointee.makeStripes() },
        { slot.slot.pointee.makeStripes() },
        { slot.slot.pointee.withStripe(1) { _ = $0.isRecorded } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("The slot that a typed key takes")
  func slotOfAKey() {
    let violation = MemoryModel.explore {
      let key = DefaultsKey("name", defaultValue: 0, store: InMemoryStore())
      return [{ _ = key.value }, { _ = key.value }]
    }
    #expect(violation == nil)
  }

  @Test("The store of the process")
  func storeOfTheProcess() {
    let violation = MemoryModel.explore {
      [
        { Defaults.store = InMemoryStore() },
        { _ = CurrentStore.head?.pointee.isCurrent },
      ]
    }
    #expect(violation == nil)
  }

  @Test("The validator of a store of the process")
  func validatorOfTheProcess() {
    let violation = MemoryModel.explore {
      [
        { Defaults.store = ValidatedStore() },
        {
          let head = CurrentStore.head
          _ = head?.pointee.validator?._withUnsafeGuaranteedRef { $0.holds(nil, forKey: "name") }
        },
      ]
    }
    #expect(violation == nil)
  }

  /// A store that is asked at each read.
  private final class ValidatedStore: DefaultsStore, DefaultsStorage {
    let context: DefaultsStoreContext

    init() {
      let validator = MemoryModel.born(
        CacheValidator { _, _ in
          false
        } canCheck: { _ in
          false
        }
      )
      context = DefaultsStoreContext(validator: validator, changeSource: nil)
    }

    func storedValue(forKey name: String) -> PropertyListValue? { nil }
    func storedKeys() -> [String] { [] }
    func persist(_ changes: [DefaultsChange]) {}
    func apply(_ changes: [DefaultsChange]) {}
    func synchronize() {}
  }
}
