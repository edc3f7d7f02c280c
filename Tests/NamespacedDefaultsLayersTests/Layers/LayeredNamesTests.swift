import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

@Suite struct LayeredNamesTests {
  /// A layer knows a limited number of names.
  @Test func aChangeInALayerIsReadHoweverManyNamesItHas() throws {
    let (person, machine) = (InMemoryStore(), InMemoryStore(["a": 1]))
    let key = DefaultsKey("a", defaultValue: 0, store: LayeredStore([person, machine]))
    for _ in 1...100 { #expect(key.value == 1) }
    for number in 0..<5_000 { _ = DefaultsKey("\(number)", defaultValue: 0, store: machine).value }
    for _ in 1...100 { #expect(key.value == 1) }
    try machine.set(2, forKey: "a")
    #expect(key.value == 2)
  }
}
