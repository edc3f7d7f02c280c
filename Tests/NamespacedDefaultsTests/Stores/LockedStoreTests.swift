import NamespacedDefaults
import TestSupport
import Testing

/// A store that can be read and that nobody may write.
@Suite struct LockedStoreTests {
  private struct Refusal: Error {}

  private final class LockedStore: DefaultsStore, DefaultsStorage {
    private let inner = InMemoryStore(["a": 1])
    var context: DefaultsStoreContext { inner.context }

    func storedValue(forKey name: String) -> PropertyListValue? { inner.value(forKey: name) }
    func storedKeys() -> [String] { inner.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) { inner.commit(changes) }
    func synchronize() {}
    func beginWriting() throws { throw Refusal() }
  }

  @Test func aRemovalOfWhatIsNotThereSucceeds() throws {
    let store = LockedStore()
    try store.set(nil, forKey: "b")
    try store.set(["b": nil, "c": nil])
    try store.removeAll { $0 == "b" }
  }

  @Test func aWriteOfWhatIsThereSucceeds() throws {
    let store = LockedStore()
    try store.set(1, forKey: "a")
    try store.set(["a": 1, "b": nil])
    try DefaultsKey("a", defaultValue: 0, store: store).write(1)
    try DefaultsKey("a", defaultValue: 0, store: store).renamed(from: "b").write(1)
  }

  @Test func whatIsUnderThePreviousNameWouldBeMoved() {
    let key = DefaultsKey("b", defaultValue: 0, store: LockedStore()).renamed(from: "a")
    #expect(throws: Refusal.self) { try key.write(1) }
  }

  @Test func everythingElseIsRefused() throws {
    let store = LockedStore()
    #expect(throws: Refusal.self) { try store.set(1, forKey: "b") }
    #expect(throws: Refusal.self) { try store.set(nil, forKey: "a") }
    #expect(throws: Refusal.self) { try store.set(2, forKey: "a") }
    #expect(throws: Refusal.self) { try store.set(["b": 1]) }
    #expect(throws: Refusal.self) { try store.set(["a": 1, "b": 1]) }
    #expect(throws: Refusal.self) { try store.set(["a": nil, "b": nil]) }
    #expect(throws: Refusal.self) { try store.removeAll() }
    #expect(throws: Refusal.self) { try store.update("b") { _ in } }
    #expect(try store.keys() == ["a"])
  }
}
