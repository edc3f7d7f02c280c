import Foundation
import Observation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What a store knows of its names: what was read of one stays current until that name changes.
@Suite struct NamesTests {
  /// A store in memory that counts how often it is asked.
  final class CountingStore: DefaultsStore, DefaultsStorage {
    let context = DefaultsStoreContext(announcesEveryChange: true)
    let values = Lockbox<[String: PropertyListValue]>([:])
    let reads = Lockbox(0)

    func storedValue(forKey name: String) -> PropertyListValue? {
      reads.change { $0 += 1 }
      return values.value[name]
    }

    func storedKeys() -> [String] { Array(values.value.keys) }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) {
      values.change { values in for change in changes { values[change.key] = change.newValue } }
    }
    func synchronize() {}
  }

  struct Own: BoolDefaultSettable, StringDefaultSettable {
    enum BoolKey: String { case isOn }
    enum StringKey: String { case text }
    static let counting = CountingStore()
    static let store: any DefaultsStore = counting
  }

  struct Tenant: IntegerDefaultSettable {
    enum IntegerKey: String { case count }
    static let current = Lockbox<any DefaultsStore>(InMemoryStore(["Tenant.count": 1]))
    static var store: any DefaultsStore { current.value }
  }

  /// The number of reads after which every process remembers what it reads; see ``TrackingProbe``.
  private static let reads = 1...100

  @Test func aWriteOfAnotherNameAsksTheStoreForNoOther() throws {
    let store = CountingStore()
    let (number, text) = (
      DefaultsKey("a", defaultValue: 0, store: store), DefaultsKey("b", defaultValue: "", store: store)
    )
    try store.set(["a": 1, "b": "text"])
    for _ in Self.reads { _ = (number.value, text.value) }
    try store.set(2, forKey: "c")
    let reads = store.reads.value
    for _ in Self.reads {
      #expect(number.value == 1)
      #expect(text.value == "text")
    }
    #expect(store.reads.value == reads)
  }

  @Test func whatIsReadFromATypesOwnStoreIsRemembered() {
    Own[.isOn] = true
    Own[.text] = "text"
    let (isOn, text) = (Own.key(.isOn), Own.key(.text))
    for _ in Self.reads { _ = (Own[.isOn], Own[.text], Own()[.isOn], isOn.value, text.value) }
    let reads = Own.counting.reads.value
    for _ in Self.reads {
      #expect(Own[.isOn])
      #expect(Own[.text] == "text")
      #expect(Own()[.isOn])
      #expect(isOn.value)
      #expect(text.value == "text")
    }
    #expect(Own.counting.reads.value == reads)
    Own[.isOn] = false
    #expect(!Own[.isOn])
    #expect(!isOn.value)
  }

  @Test func aTypeMayChangeItsOwnStore() {
    let stores = [Tenant.current.value, InMemoryStore(["Tenant.count": 2])]
    for (store, count) in zip(stores + stores, [1, 2, 1, 2]) {
      Tenant.current.change { $0 = store }
      for _ in Self.reads { #expect(Tenant[.count] == count) }
    }
  }

  @Test func aNameThatHasLostItsEntryIsReadAgain() throws {
    let store = InMemoryStore(["a": 1])
    // The first names that are declared keep theirs.
    for number in 0..<2_048 { _ = DefaultsKey("\(number)", defaultValue: 0, store: store).value }
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    for _ in Self.reads { #expect(key.value == 1) }
    for number in 2_048..<7_000 { _ = DefaultsKey("\(number)", defaultValue: 0, store: store).value }
    try store.set(2, forKey: "a")
    #expect(key.value == 2)
  }

  @Test(arguments: 4_600...4_608)
  func aNameThatLosesItsEntryToItsPreviousNameIsReadAgain(others: Int) throws {
    let store = InMemoryStore()
    func readOthers(_ numbers: Range<Int>) {
      for number in numbers { _ = DefaultsKey("\(number)", defaultValue: 0, store: store).value }
    }
    readOthers(0..<2_048)
    let key = DefaultsKey("new", defaultValue: 0, store: store).renamed(from: "old")
    #expect(key.value == 0)
    // Both names lose their entries to others, and get them again when there is room for one more, or two, or none.
    readOthers(2_048..<2_048 + others)
    #expect(key.value == 0)
    try store.set(5, forKey: "new")
    #expect(key.value == 5)
  }

  @Test func aNameThatWasWrittenBeforeItWasReadIsReadAgain() throws {
    let store = InMemoryStore(["other": 1])
    let (other, key) = (
      DefaultsKey("other", defaultValue: 0, store: store), DefaultsKey("a", defaultValue: 0, store: store)
    )
    for _ in Self.reads { #expect(other.value == 1) }
    try store.set(2, forKey: "a")
    for _ in Self.reads { #expect(key.value == 2) }
    try store.set(3, forKey: "a")
    #expect(key.value == 3)
  }

  /// Each leaves a slot for others, also if its values are numbers, which no removal has to drop.
  @Test func theKeysOfManyNamesReadTheirOwnValues() throws {
    let store = InMemoryStore()
    let numbers = 0..<7_000
    try store.set(Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", .integer(Int64($0))) }))
    let keys = numbers.map { DefaultsKey("\($0)", defaultValue: -1, store: store) }
    for _ in 0..<2 { #expect(keys.map(\.value) == Array(numbers)) }
  }

  @Test func aNameThatIsFollowedKeepsItsObservers() throws {
    let store = InMemoryStore()
    let changes = Lockbox(0)
    let observation = store.observe("observed") { _ in changes.change { $0 += 1 } }
    withObservationTracking {
      _ = DefaultsKey("tracked", defaultValue: 0, store: store).value
    } onChange: {
      changes.change { $0 += 10 }
    }
    for number in 0..<7_000 { _ = DefaultsKey("\(number)", defaultValue: 0, store: store).value }
    try store.set(1, forKey: "observed")
    try store.set(1, forKey: "tracked")
    #expect(changes.value == 11)
    observation.cancel()
  }

  @Test func aChangeUnderAPreviousNameIsRead() throws {
    let store = InMemoryStore(["old": 1])
    let key = DefaultsKey("new", defaultValue: 0, store: store).renamed(from: "old")
    for _ in Self.reads { #expect(key.value == 1) }
    try store.set(2, forKey: "old")
    #expect(key.value == 2)
  }

  /// Each change of a layer is one of the layers, and so is the end of a name's entry.
  @Test func anEntryOfLayersNeverHasAFormerVersionAgain() {
    let inner = Names(id: 2, word: nil, parts: [Names(id: 1, word: nil)])
    let outer = Names(id: 3, word: nil, parts: [inner], leastLimit: 1)
    let first = outer.version(of: "a")
    inner.raise("a")
    let second = outer.version(of: "a")
    let other = outer.version(of: "b")
    #expect(second.entry === first.entry)
    #expect(other.entry === first.entry)
    #expect(first.number < second.number)
    #expect(second.number < other.number)
  }

  /// As in a forked child, where another thread was using the entries of the part.
  @Test func layersWhosePartHasLostItsEntriesAreReadAgain() {
    let part = Names(id: 1, word: nil)
    let whole = Names(id: 2, word: nil, parts: [part])
    let isCurrent = { whole.head.pointee.isCurrent }
    #expect(isCurrent())
    part.head.pointee.forgetReads()
    #expect(!isCurrent())
  }

  /// One thread raises a name, while the other one gives its entry away and takes one for it again.
  @Test func noEntryGoesBack() {
    let names = Names(id: 1, word: nil, leastLimit: 4)
    let wentBack = Lockbox(0)
    names.willRead()
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      guard thread == 0 else {
        for _ in 0..<50_000 { names.raise("a") }
        return
      }
      var known: [UInt: UInt64] = [:]
      for number in 0..<50_000 {
        let version = names.version(of: number.isMultiple(of: 2) ? "a" : "\(number)")
        if version.number < known[version.address] ?? 0 { wentBack.change { $0 += 1 } }
        known[version.address] = version.number
      }
    }
    #expect(wentBack.value == 0)
  }
}
