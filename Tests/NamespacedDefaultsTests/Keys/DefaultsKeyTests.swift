import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

@Suite(.isolatedDefaults)
struct DefaultsKeyTests {
  let launchCount = DefaultsKey<Int>("launchCount", defaultValue: 0)
  let username = DefaultsKey<String?>("username")

  @Test func theValueIsTheDefaultUntilSomethingIsStored() {
    #expect(launchCount.value == 0)
    #expect(username.value == nil)
    launchCount.value = 3
    #expect(launchCount.value == 3)
  }

  @Test func anInPlaceChangeIsWrittenOnce() throws {
    let store = CountingStore()
    let key = DefaultsKey<[Int]>("list", defaultValue: [], store: store)
    key.value.append(contentsOf: [1, 2])
    #expect(store.commits == 1)
    #expect(key.value == [1, 2])
  }

  @Test func anInPlaceChangeToTheSameValueIsNotWritten() throws {
    let store = CountingStore()
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0, store: store)
    key.value += 0
    try key.update { $0 = 0 }
    #expect(store.commits == 0)
  }

  @Test func anInPlaceChangeThatThrowsIsNotWritten() {
    struct Refusal: Error {}
    func change(_ value: inout Int) throws {
      value = 5
      throw Refusal()
    }
    #expect(throws: Refusal.self) { try change(&launchCount.value) }
    #expect(throws: Refusal.self) {
      try launchCount.update { (value: inout Int) throws(Refusal) in
        value = 5
        throw Refusal()
      }
    }
    #expect(!launchCount.hasValue)
    launchCount.value += 1
    #expect(launchCount.value == 1, "the store is unlocked again")
  }

  @Test func theStoreIsReadableAndWritableInsideAnInPlaceChange() throws {
    try launchCount.update { count in
      username.value = "user \(launchCount.value)"
      count += 1
    }
    #expect(launchCount.value == 1)
    #expect(username.value == "user 0")
  }

  @Test func updateReturnsWhatItsBodyReturns() throws {
    let old = try launchCount.update { count in
      defer { count += 1 }
      return count
    }
    #expect(old == 0)
    #expect(launchCount.value == 1)
  }

  @Test func anUntouchedValueKeepsItsForeignFormat() throws {
    let key = DefaultsKey<Int>("launchCount", defaultValue: 0)
    try Defaults.store.set("10", forKey: "launchCount")
    key.value += 0
    #expect(try Defaults.store.value(forKey: "launchCount") == "10")
    key.value += 1
    #expect(try Defaults.store.value(forKey: "launchCount") == 11)
  }

  @Test func aFormIsDecodedAsAStoredOneIsRead() throws {
    #expect(try launchCount.decode("10") == 10)
    #expect(try DefaultsKey<[Int]>("list", defaultValue: []).decode("[80, 443]") == [80, 443])
    #expect(try DefaultsKey<[String: String]?>("names").decode(#"{"a": "b"}"#) == ["a": "b"])
    #expect(throws: DefaultsError.typeMismatch(expected: "a whole number", found: "many")) {
      try launchCount.decode("many")
    }
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aFormIsDecodedByTheKeysOwnFormatAndRule() throws {
    let halves = DefaultsBridge<Int> {
      .integer(Int64($0 / 2))
    } decode: {
      try Int.value(fromPropertyList: $0) * 2
    }
    #expect(try DefaultsKey("halves", defaultValue: 0, bridge: halves).decode(3) == 6)
    #expect(try DefaultsKey("clamped", defaultValue: 4).validating(.clamped(to: 1...12)).decode("400") == 12)
    let required = DefaultsKey("required", defaultValue: 4).validating(.within(1...12))
    let message = "takes a whole number from 1 to 12, found an integer, which is not allowed"
    #expect(throws: DefaultsError(.invalidValue, message)) { try required.decode("400") }
  }

  @Test func aBridgeChoosesTheFormat() throws {
    struct Frog: Codable, Equatable { var name: String }
    let frog = DefaultsKey<Frog?>("frog", bridge: .jsonString)
    frog.value = Frog(name: "Kermit")
    #expect(try Defaults.store.value(forKey: "frog") == #"{"name":"Kermit"}"#)
    frog.value?.name = "Robin"
    #expect(frog.value == Frog(name: "Robin"))
    frog.value = nil
    #expect(!frog.hasValue)
  }
}

/// An in-memory store that counts its commits.
private final class CountingStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  private nonisolated(unsafe) var values: [String: PropertyListValue] = [:]  // guarded by the context's lock
  private nonisolated(unsafe) var count = 0  // guarded by the context's lock

  var commits: Int { context.withLock { count } }

  func storedValue(forKey name: String) -> PropertyListValue? { context.withLock { values[name] } }

  func storedKeys() -> [String] { context.withLock { Array(values.keys) } }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {
    count += 1
    for change in changes { values[change.key] = change.newValue }
  }

  func synchronize() {}
}
