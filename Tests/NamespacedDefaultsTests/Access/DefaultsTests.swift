import NamespacedDefaults
import Testing

struct DefaultsTests {
  @Test func withStoreReachesChildTasks() async {
    let store = InMemoryStore()
    await Defaults.withStore(store) {
      async let inChild = Defaults.store === store
      #expect(await inChild)
    }
    #expect(Defaults.store !== store)
  }

  @Test func withStoresNest() {
    let (outer, inner) = (InMemoryStore(), InMemoryStore())
    Defaults.withStore(outer) {
      Defaults.withStore(inner) { #expect(Defaults.store === inner) }
      #expect(Defaults.store === outer)
    }
  }

  @Test func aProblemHandlerKeepsTheStoreOfTheTask() {
    let store = InMemoryStore()
    Defaults.withStore(store) {
      Defaults.withProblemHandler({ _ in }) { #expect(Defaults.store === store) }
    }
  }
}
