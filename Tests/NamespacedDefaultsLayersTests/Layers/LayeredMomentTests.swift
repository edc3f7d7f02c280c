import Foundation
import NamespacedDefaultsLayers
import Testing

@testable import NamespacedDefaults

@Suite struct LayeredMomentTests {
  /// Of stores that change without a word too, the changes that are made through the library count.
  @Test func valuesOfLayersAreThoseOfOneMoment() throws {
    let person = InMemoryStore(["a": 1, "b": 1])
    let machine = DefaultsStoreOfTests()
    let store = LayeredStore([person, machine])
    var reads = 0
    let values = try store.atOneMoment {
      reads += 1
      let a = try store.value(forKey: "a")
      if reads == 1 { try person.apply(["a": 2, "b": 2]) }
      return [a, try store.value(forKey: "b")]
    }
    #expect(values == [2, 2])
  }
}

/// A store that announces nothing but what is written through the library.
private final class DefaultsStoreOfTests: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  func storedValue(forKey name: String) -> PropertyListValue? { nil }
  func storedKeys() -> [String] { [] }
  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() {}
}
