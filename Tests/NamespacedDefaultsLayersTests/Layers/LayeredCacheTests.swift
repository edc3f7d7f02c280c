import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What was read through layers is remembered, and asks no layer again.
@Suite struct LayeredCacheTests {
  /// A store in memory that counts how often it is asked.
  private final class CountingStore: DefaultsStore, DefaultsStorage {
    let context = DefaultsStoreContext(announcesEveryChange: true)
    let values = InMemoryStore()
    let count = Lockbox(0)

    func storedValue(forKey name: String) -> PropertyListValue? {
      count.change { $0 += 1 }
      return values.value(forKey: name)
    }

    func storedKeys() -> [String] { values.keys() }
    func persist(_ changes: [DefaultsChange]) {}

    func apply(_ changes: [DefaultsChange]) throws { values.commit(changes) }
    func synchronize() {}
  }

  @Test func aRememberedReadAsksNoLayer() throws {
    let (person, machine) = (CountingStore(), CountingStore())
    let key = DefaultsKey<String>("a", defaultValue: "", store: LayeredStore([person, machine]))
    try machine.set("text", forKey: "a")
    // The second one finds the layers as the first one has left them. And a process that has read little takes each read for
    // one inside of a tracking.
    for _ in 1...100 { _ = key.value }
    let counts = [person.count.value, machine.count.value]
    for _ in 1...100 { #expect(key.value == "text") }
    #expect([person.count.value, machine.count.value] == counts)
  }

  /// The write itself asks the layer for its former value.
  @Test func aWriteOfAnotherNameAsksNoLayerForThisOne() throws {
    let (person, machine) = (CountingStore(), CountingStore())
    let key = DefaultsKey<String>("a", defaultValue: "", store: LayeredStore([person, machine]))
    try machine.set("text", forKey: "a")
    for _ in 1...100 { _ = key.value }
    try person.set("other", forKey: "b")
    let counts = [person.count.value, machine.count.value]
    for _ in 1...100 { #expect(key.value == "text") }
    #expect([person.count.value, machine.count.value] == counts)
    try person.set("nearer", forKey: "a")
    #expect(key.value == "nearer")
  }

  /// While the machine has no file, which is found out at each tick of the clock, and by nothing but a look.
  @Test(arguments: ["machine.defaults", "machine.json"])
  func aReadIsRememberedWhileAFileIsNotThere(name: String) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID().uuidString)")
    let path = directory.appending(path: name).path
    let person = CountingStore()
    try person.set("text", forKey: "a")
    let machine: any DefaultsStore = name.hasSuffix("json") ? try JSONStore(path: path) : try FileStore(path: path)
    let key = DefaultsKey<String>("a", defaultValue: "", store: LayeredStore([person, machine]))
    // Later than the tick of the clock at which the file was looked for when the store was created.
    usleep(20_000)
    let isRemembered = (1...1000).contains { _ in
      for _ in 1...3 { _ = key.value }
      let count = person.count.value
      return key.value == "text" && person.count.value == count
    }
    #expect(isRemembered)
  }

  @Test func theStoreOfTheProcessIsKeptWithItsLayers() throws {
    let version = try #require(
      { () -> (UnsafePointer<StoreHead>, Names.Version)? in
        let store = LayeredStore([InMemoryStore(), InMemoryStore()])
        store.context.names.keepMemory()
        return store.context.head.map { ($0, store.context.names.version(of: "a")) }
      }()
    )
    // A reader that does not retain the store may still ask, and is told to read anew.
    #expect(!version.1.isInMemory || !version.0.pointee.isCurrent)
  }

  @Test func layersThatAreGoneHoldNoNames() {
    let part = InMemoryStore()
    do {
      let store = LayeredStore([part, InMemoryStore()])
      // As the store of the process.
      store.context.names.keepMemory()
      for number in 0..<4_000 { _ = store.context.names.version(of: "\(number)") }
    }
    for number in 4_000..<14_000 { _ = part.context.names.version(of: "\(number)") }
    #expect(part.context.names.count <= 4_096)
  }
}
