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

  @Test func aStoreThatIsSetInAnOverrideBelongsToIt() {
    let (outer, inner) = (InMemoryStore(), InMemoryStore())
    Defaults.withStore(outer) {
      Defaults.withStore(InMemoryStore()) {
        Defaults.store = inner
        #expect(Defaults.store === inner)
      }
      #expect(Defaults.store === outer)
    }
  }

  @Test func anAccessOutsideOfAnIsolationStaysInMemory() throws {
    let home = try TemporaryDirectory()
    let lines = try HelperProcess.run("isolate", environment: ["HOME": home.path])
    #expect(lines == ["true false", "false true"])
    #expect(try home.names() == [])
  }

  @Test func anAccessOutsideOfAnIsolationIsReportedOnce() throws {
    let settings = try HelperProcess.problems("isolate", environment: ["HOME": TemporaryDirectory().path])
    #expect(
      settings == [
        """
        NamespacedDefaults: unisolatedAccess: a setting was used outside of any isolation, by a detached task, a thread \
        or a test without the trait .isolatedDefaults; such accesses share a store in memory
        """
      ]
    )
  }

  @Test func aProblemHandlerKeepsTheStoreOfTheTask() {
    let store = InMemoryStore()
    Defaults.withStore(store) {
      Defaults.withProblemHandler({ _ in }) { #expect(Defaults.store === store) }
    }
  }
}
