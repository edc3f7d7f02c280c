import NamespacedDefaults
import TestSupport
import Testing

/// A key that is written inside of a change of itself.
@Suite struct NestedUpdateTests {
  let store = InMemoryStore(["a": 1])

  private func changes(of body: () throws -> Void) rethrows -> [DefaultsChange] {
    let changes = Lockbox<[DefaultsChange]>([])
    let observation = store.observe("a") { change in changes.change { $0.append(change) } }
    defer { observation.cancel() }
    try body()
    return changes.value
  }

  @Test func eachChangeBeginsWithTheValueBeforeIt() throws {
    let changes = try changes {
      try store.update("a") {
        try store.set(5, forKey: "a")
        $0 = 9
      }
    }
    #expect(
      changes == [
        DefaultsChange(key: "a", oldValue: 1, newValue: 5), DefaultsChange(key: "a", oldValue: 5, newValue: 9),
      ]
    )
  }

  @Test func theValueThatIsLeftInPlaceIsStored() throws {
    let changes = try changes {
      try store.update("a") {
        try store.set(5, forKey: "a")
        $0 = 1
      }
    }
    #expect(store.value(forKey: "a") == 1)
    #expect(changes.last == DefaultsChange(key: "a", oldValue: 5, newValue: 1))
  }

  @Test func theSameHoldsForAKey() throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    try key.update {
      key.value = 5
      $0 = 1
    }
    #expect(store.value(forKey: "a") == 1)
  }

  @Test func anotherKeyThatIsWrittenInsideLeavesAForeignFormat() throws {
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    try store.set("3", forKey: "a")
    try key.update { _ in try? store.set(1, forKey: "b") }
    #expect(store.value(forKey: "a") == "3")
  }
}
