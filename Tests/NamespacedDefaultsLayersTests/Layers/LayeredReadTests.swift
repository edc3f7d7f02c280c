import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Each way to read a setting gets what the layers show, remembered or not.
@Suite struct LayeredReadTests {
  struct Account: IntegerDefaultSettable {
    enum IntegerKey: String, CaseIterable { case count }
    var namespace = "Account"
  }

  enum Spelling: CaseIterable {
    case getter, subscripting, key, instance, instanceSubscript, read, proxy, wrapper, adapter, member, value
  }

  struct Wrapped {
    @Default(Account.key(.count)) var count
  }

  private func read(_ spelling: Spelling, _ store: any DefaultsStore) throws -> Int {
    let adapter = DefaultsAdapter(store: store)
    return switch spelling {
    case .getter: Account.integer(forKey: .count)
    case .subscripting: Account[.count]
    case .key: Account.key(.count).value
    case .instance: Account().integer(forKey: .count)
    case .instanceSubscript: Account()[.count]
    case .read: try Account.key(.count).read()
    case .proxy: Defaults["Account.count"].int ?? 0
    case .wrapper: Wrapped().count
    case .adapter: adapter[Account.key(.count)]
    case .member: Account.key(.count).bound(to: store).value
    case .value: try store.value(forKey: "Account.count").map { try Account.key(.count).decode($0) } ?? 0
    }
  }

  /// Each step changes another layer, and each way to read is asked twice.
  @Test(arguments: Spelling.allCases) func eachReadGetsWhatShows(spelling: Spelling) throws {
    let (upper, person, machine) = (InMemoryStore(), InMemoryStore(), InMemoryStore())
    let store = LayeredStore([Layer(upper, isReadOnly: true), Layer(person), Layer(machine)])
    func expect(_ value: Int, _ line: SourceLocation = #_sourceLocation) throws {
      for _ in 1...2 { #expect(try read(spelling, store) == value, sourceLocation: line) }
    }
    try Defaults.withStore(store) {
      try expect(0)
      try machine.set(1, forKey: "Account.count")
      try expect(1)
      Account.set(2, forKey: .count)
      try expect(2)
      try machine.set(3, forKey: "Account.count")
      try expect(2)
      try upper.set(4, forKey: "Account.count")
      try expect(4)
      Account[.count] += 1
      try expect(4)
      #expect(person.value(forKey: "Account.count") == 5)
      try upper.set(nil, forKey: "Account.count")
      try expect(5)
      Account.remove(forKey: .count)
      try expect(3)
      try machine.removeAll()
      try expect(0)
    }
  }

  @Test func aProcessesStoreIsRememberedAndNeverStale() throws {
    // Two layers whose changes would cancel each other out in a sum.
    let (first, second) = (InMemoryStore(["a": 1]), InMemoryStore(["b": 1]))
    let store = LayeredStore([first, second])
    let (a, b) = (
      DefaultsKey<Int>("a", defaultValue: 0, store: store), DefaultsKey<Int>("b", defaultValue: 0, store: store)
    )
    for count in 2...100 {
      try first.set(.int(count), forKey: "a")
      #expect((a.value, b.value) == (count, count - 1))
      try second.set(.int(count), forKey: "b")
      #expect((a.value, b.value) == (count, count))
    }
  }

  @Test func anArgumentComesBeforeTheEnvironment() {
    let store = LayeredStore([EnvironmentStore(prefix: "T", environment: ["T_ACCOUNT_COUNT": "1"]), InMemoryStore()])
    Defaults.withStore(store) {
      let arguments = LaunchArguments(["-Account.count", "2"])
      TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) { #expect(Account[.count] == 2) }
      #expect(Account[.count] == 1)
    }
  }

  /// A store that changes without a word, as `UserDefaults` does.
  @Test func aLayerWithoutAnnouncementsIsAsked() throws {
    let silent = SilentStore()
    let store = LayeredStore([InMemoryStore(), silent])
    let name = DefaultsKey<String>("name", defaultValue: "", store: store)
    silent.values.change { $0["name"] = "a" }
    #expect((name.value, name.value) == ("a", "a"))
    silent.values.change { $0["name"] = "b" }
    #expect(name.value == "b")
    silent.values.change { $0 = [:] }
    #expect(name.value == "")
    name.value = "c"
    #expect(name.value == "c")
  }

  final class Marker: Sendable {}

  struct Secret: Sendable { let marker: Marker }

  /// A weak reference that a closure shares with the test.
  final class Weak: @unchecked Sendable {  // one thread uses it
    weak var marker: Marker?
  }

  @Test(arguments: [true, false]) func nothingOfAValueStaysInMemoryThatALayerRemoves(isNested: Bool) throws {
    let person = InMemoryStore(["secret": true])
    let last = Weak()
    let bridge = DefaultsBridge<Secret> { _ in
      true
    } decode: { _ in
      let marker = Marker()
      last.marker = marker
      return Secret(marker: marker)
    }
    let layers = LayeredStore([person, InMemoryStore()])
    let store = isNested ? LayeredStore([layers]) : layers
    let key = DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    for _ in 0..<3 { #expect(key.value != nil) }
    #expect(last.marker != nil)
    try person.set(nil, forKey: "secret")
    #expect(last.marker == nil)
  }

  @Test func readersSeeTheChangesOfOtherThreads() async throws {
    let (person, machine) = (InMemoryStore(), InMemoryStore())
    let store = LayeredStore([person, machine])
    await withTaskGroup(of: Void.self) { group in
      for (layer, name) in [(person, "a"), (machine, "b")] {
        group.addTask {
          let key = DefaultsKey<Int>(name, defaultValue: 0, store: store)
          for count in 1...2000 {
            try? layer.set(.int(count), forKey: name)
            #expect(key.value == count)
          }
        }
      }
    }
  }
}

/// A store whose values change without an announcement.
final class SilentStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  let values = Lockbox<[String: PropertyListValue]>([:])

  func storedValue(forKey name: String) -> PropertyListValue? { values.value[name] }
  func storedKeys() -> [String] { Array(values.value.keys) }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) {
    values.change { values in for change in changes { values[change.key] = change.newValue } }
  }

  func synchronize() {}
}
