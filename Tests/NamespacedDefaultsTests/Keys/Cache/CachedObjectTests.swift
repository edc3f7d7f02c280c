import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What the cache keeps of values that are objects, or hold some.
@Suite struct CachedObjectTests {
  /// An object that a program may change; only one test has it at a time.
  final class Counter: Codable, DefaultsSerializable, @unchecked Sendable {
    var count: Int
    init(count: Int) { self.count = count }
  }

  final class Marker: Sendable {
    let onRelease: @Sendable () -> Void
    init(onRelease: @escaping @Sendable () -> Void = {}) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  struct Secret: Sendable { let marker: Marker }

  /// A weak reference that closures share.
  final class Weak: @unchecked Sendable {  // one thread uses it
    weak var marker: Marker?
  }

  final class KeyHolder: @unchecked Sendable {  // one thread uses it
    var key: DefaultsKey<Secret?>?
  }

  enum Removal: CaseIterable {
    case byTheKey, byAnotherKey, byTheStore, byAll

    func remove(_ key: DefaultsKey<Secret?>, in store: any DefaultsStore) throws {
      switch self {
      case .byTheKey: key.remove()
      case .byAnotherKey: DefaultsAdapter(store: store).remove("secret")
      case .byTheStore: try store.set(nil, forKey: "secret")
      case .byAll: try store.removeAll()
      }
    }
  }

  enum Stored: CaseIterable { case before, later, underThePreviousName }

  @Test(arguments: Removal.allCases, Stored.allCases)
  func nothingOfARemovedValueStaysInMemory(_ removal: Removal, _ stored: Stored) throws {
    let store = InMemoryStore(stored == .later ? [:] : ["secret": true])
    let last = Weak()
    let bridge = DefaultsBridge<Secret> { _ in
      true
    } decode: { _ in
      let marker = Marker()
      last.marker = marker
      return Secret(marker: marker)
    }
    let isPrevious = stored == .underThePreviousName
    let key =
      isPrevious
      ? DefaultsKey<Secret?>("new", bridge: bridge, store: store).renamed(from: "secret")
      : DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    if stored == .later {
      for _ in 0..<3 { #expect(key.value == nil) }
      try store.set(true, forKey: "secret")
    }
    for _ in 0..<3 {
      #expect(key.value != nil)
      #expect(key.bound(to: store).value != nil)
    }
    try removal.remove(key, in: store)
    #expect(last.marker == nil)
  }

  @Test func namesOfKeysThatAreGoneTakeNoRoom() throws {
    let names = (0..<10_000).map(String.init)
    let store = InMemoryStore(Dictionary(uniqueKeysWithValues: names.map { ($0, "text") }))
    for name in names {
      let key = DefaultsKey<String>(name, defaultValue: "", store: store)
      #expect(key.value == "text")
    }
    // Entries whose keys are gone go over to other names.
    #expect(store.context.names.count <= 4_096)
  }

  @Test func nothingOfAValueStaysInMemoryWhenItsFileIsGone() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(true, forKey: "secret")
    let last = Weak()
    let bridge = DefaultsBridge<Secret> { _ in
      true
    } decode: { _ in
      let marker = Marker()
      last.marker = marker
      return Secret(marker: marker)
    }
    let key = DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    for _ in 0..<3 { #expect(key.value != nil) }
    try FileManager.default.removeItem(atPath: directory.file())
    try store.synchronize()
    #expect(last.marker == nil)
  }

  @Test func aValueMayReadItsKeyWhenItIsReleased() throws {
    let store = InMemoryStore(["secret": 0])
    let (holder, reads) = (KeyHolder(), Lockbox(0))
    let bridge = DefaultsBridge<Secret> { _ in
      0
    } decode: { _ in
      Secret(
        marker: Marker {
          // Once, because this read may decode an object too, and release it.
          guard reads.value == 0, let key = holder.key else { return }
          reads.change { $0 += 1 }
          _ = key.value
        }
      )
    }
    let key = DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    for _ in 0..<3 { _ = key.value }
    holder.key = key
    try store.set(1, forKey: "secret")
    for _ in 0..<3 { _ = key.value }
    #expect(reads.value == 1)
    holder.key = nil
  }

  @Test func anObjectIsDecodedForEachReader() throws {
    let store = InMemoryStore()
    let key = DefaultsKey<Counter?>("counter", store: store)
    let keys = DefaultsKey<[String: [Counter]]>("counters", defaultValue: [:], store: store)
    key.value = Counter(count: 1)
    keys.value = ["a": [Counter(count: 1)]]
    for _ in 0..<3 {
      key.value?.count = 1
      #expect((key.value?.count, keys.value["a"]?.first?.count) == (1, 1))
      let (read, all) = (key.value, keys.value)
      read?.count = 9
      all["a"]?.first?.count = 9
    }
    #expect((key.value?.count, keys.value["a"]?.first?.count) == (1, 1))
  }

  @Test func nothingOfAValueStaysInMemoryThatIsRemovedWhileItIsRead() throws {
    let store = InMemoryStore(["secret": true])
    let last = Weak()
    let bridge = DefaultsBridge<Secret> { _ in
      true
    } decode: { _ in
      try store.set(nil, forKey: "secret")
      let marker = Marker()
      last.marker = marker
      return Secret(marker: marker)
    }
    let key = DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    #expect(key.value != nil)
    #expect(last.marker == nil)
  }

  @Test func noKeyKeepsARemovedValueInMemory() throws {
    let store = InMemoryStore(["secret": true])
    let markers = [Weak(), Weak()]
    let keys = markers.map { last in
      let bridge = DefaultsBridge<Secret> { _ in
        true
      } decode: { _ in
        let marker = Marker()
        last.marker = marker
        return Secret(marker: marker)
      }
      return DefaultsKey<Secret?>("secret", bridge: bridge, store: store)
    }
    for key in keys + keys + keys { #expect(key.value != nil) }
    try store.set(nil, forKey: "secret")
    for marker in markers { #expect(marker.marker == nil) }
    withExtendedLifetime(keys) {}
  }
}
