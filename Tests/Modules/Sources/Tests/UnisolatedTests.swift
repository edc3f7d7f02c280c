import NamespacedDefaults
import Testing

/// A test without the trait that the others have.
struct UnisolatedTests {
  @Test func whicheverTestRunsFirstASettingStaysInMemory() {
    #expect(Defaults.store is InMemoryStore)
  }
}
