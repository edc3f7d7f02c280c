import MemoryModel
import Testing

@testable import NamespacedDefaults

/// Whether who looks into a slot without a lock gets what was recorded together.
@Suite struct KeySlotTests {
  /// A slot of a key, and the names of the store from which it is read.
  private final class World: Sendable {
    let slot = NamedSlot(nil, for: Int.self)
    let names = Names(id: 1, word: nil)

    func raise() { names.raise([DefaultsChange(key: "name", oldValue: nil, newValue: true)]) }

    func record(_ value: Int?, at version: Names.Version) {
      slot.slot.pointee.record(
        value.map { (value: $0, stored: .integer(Int64($0))) },
        forKey: "name",
        at: version,
        register: { _ in }
      )
    }

    /// Whether a look finds no other than one of some results.
    func finds(_ results: [Int?]) -> Bool {
      switch slot.slot.pointee.lookUp(in: names.head) {
      case .word(let bits): results.contains(Int(bits))
      case .nothingStored: results.contains(nil)
      case .unknown: true
      case .object, .inOwnStore: false
      }
    }
  }

  @Test("A former value is not found with the version of the next")
  func formerValue() {
    let violation = MemoryModel.explore {
      let world = World()
      let former = world.names.version(of: "name")
      world.raise()
      let version = world.names.version(of: "name")
      world.record(1, at: former)
      return [
        { world.record(2, at: version) },
        { if !world.finds([2]) { MemoryModel.violate("a former value") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("That nothing is stored is not found with the version of a value")
  func removedValue() {
    let violation = MemoryModel.explore {
      let world = World()
      let version = world.names.version(of: "name")
      world.record(1, at: version)
      return [
        {
          world.raise()
          world.record(nil, at: world.names.version(of: "name"))
        },
        { if !world.finds([1, nil]) { MemoryModel.violate("a value that nobody has stored") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("A value is not found before it is recorded that there is one")
  func firstValue() {
    let violation = MemoryModel.explore {
      let world = World()
      world.record(nil, at: world.names.version(of: "name"))
      return [
        {
          world.raise()
          world.record(7, at: world.names.version(of: "name"))
        },
        { if !world.finds([nil, 7]) { MemoryModel.violate("a value that nobody has stored") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("The value of another store is not found with this store's number")
  func otherStore() {
    let violation = MemoryModel.explore {
      let world = World()
      let other = Names(id: 2, word: nil)
      let version = world.names.version(of: "name")
      world.record(2, at: other.version(of: "name"))
      return [
        { world.record(1, at: version) },
        { if !withExtendedLifetime(other, { world.finds([1]) }) { MemoryModel.violate("the value of another store") } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("A former value is not found with the entry of another store")
  func otherEntry() {
    let violation = MemoryModel.explore {
      let world = World()
      let other = Names(id: 2, word: nil)
      let otherVersion = other.version(of: "name")
      world.record(1, at: world.names.version(of: "name"))
      world.raise()
      return [
        { world.record(2, at: otherVersion) },
        { withExtendedLifetime(other) { if !world.finds([]) { MemoryModel.violate("a former value") } } },
      ]
    }
    #expect(violation == nil)
  }

  @Test("A removed object stays in no slot, whenever it was read")
  func removedObject() {
    // Each execution is looked at when it has ended, so when the next one is prepared.
    var last: KeySlot.Box?
    var kept = 0
    let violation = MemoryModel.explore {
      if let last, last.state.withLock({ $0.object != nil }) { kept += 1 }
      let (slot, names, memory) = (NamedSlot(nil, for: String.self), Names(id: 1, word: nil), Stored())
      last = slot.slot.pointee.box
      return [
        {
          let version = names.version(of: "name")
          guard let value = memory.value.withLock({ $0 }) else { return }
          slot.slot.pointee.record((value: value, stored: .string(value)), forKey: "name", at: version) {
            names.add($0, of: "name")
          }
        },
        {
          memory.value.withLock { value in
            names.raise([DefaultsChange(key: "name", oldValue: "value", newValue: nil)])
            value = nil
          }
        },
      ]
    }
    #expect(violation == nil)
    #expect(kept == 0)
  }

  private final class Stored: Sendable {
    let value = Guarded<String?>("value")
  }
}
