import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

struct InMemoryStoreTests {
  @Test(arguments: StoreBattery.allCases)
  func keepsThePromises(_ promise: StoreBattery) throws {
    try promise.check(InMemoryStore())
  }

  @Test func holdsWhatItWasMadeWith() {
    #expect(InMemoryStore(["a": .integer(1)]).value(forKey: "a") == .integer(1))
  }
}
