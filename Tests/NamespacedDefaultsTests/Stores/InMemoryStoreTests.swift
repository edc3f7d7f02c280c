import NamespacedDefaults
import Testing

struct InMemoryStoreTests {
  @Test func holdsWhatItWasMadeWith() {
    #expect(InMemoryStore(["a": .integer(1)]).value(forKey: "a") == .integer(1))
  }

  @Test func aTransactionReadsItsOwnChanges() throws {
    let store = InMemoryStore(["a": 1, "b": 1])
    try store.transaction {
      try store.set(["a": nil, "b": 2, "c": 3])
      #expect(store.keys().sorted() == ["b", "c"])
      #expect(["a", "b", "c"].map { store.value(forKey: $0) } == [nil, 2, 3])
    }
  }

  @Test func aLockIsAwaitedForHalfAMinute() {
    #expect(InMemoryStore().lockTimeout == .seconds(30))
  }
}
