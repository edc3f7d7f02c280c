import NamespacedDefaults
import Testing

struct InMemoryStoreTests {
  @Test func holdsWhatItWasMadeWith() {
    #expect(InMemoryStore(["a": .integer(1)]).value(forKey: "a") == .integer(1))
  }
}
