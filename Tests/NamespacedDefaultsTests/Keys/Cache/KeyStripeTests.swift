import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What threads get that read one key at the same time.
///
/// The tests say which stripe a thread reads, and hold a lock where threads meet, because they seldom do by themselves.
@Suite struct KeyStripeTests {
  struct Profile: Codable, Equatable, DefaultsSerializable {
    var name: String
    var tags: [String]
  }

  static let text = "That brain of mine is more than mortal"

  /// The addresses of what a value has in memory.
  private static func addresses(_ text: String) -> [UInt] {
    [text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0]
  }

  private static func addresses(_ texts: [String]) -> [UInt] {
    [texts.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }] + texts.flatMap(addresses)
  }

  /// Reads a key on a thread of each stripe.
  private func readings<Value>(_ key: DefaultsKey<Value>) -> [Value] {
    (0..<4).compactMap { stripe in onNewThread(ofStripe: stripe) { key.value } }
  }

  /// Expects that no two of four threads share memory of a value, and that each gets its own again.
  private func expectOwnMemory<Value: DefaultsSerializable & Equatable>(
    _ value: Value,
    of store: any DefaultsStore,
    _ addresses: (Value) -> [UInt]
  ) {
    let key = DefaultsKey<Value?>("\(Value.self)", store: store)
    key.value = value
    key.makeStripes()
    let (values, again) = (readings(key).compactMap { $0 }, readings(key).compactMap { $0 })
    #expect(values == [value, value, value, value])
    #expect(again.map(addresses) == values.map(addresses))
    let all = values.flatMap(addresses)
    #expect(Set(all).count == 4 * addresses(value).count, "\(Value.self)")
    #expect(!all.contains(0))
  }

  @Test func threadsThatMeetShareNoMemory() throws {
    let directory = try TemporaryDirectory()
    let texts = [Self.text, Self.text + "."]
    for store in [InMemoryStore(), try FileStore(path: directory.file())] as [any DefaultsStore] {
      expectOwnMemory(Self.text, of: store, Self.addresses)
      expectOwnMemory(texts, of: store, Self.addresses)
      expectOwnMemory(Data(Self.text.utf8), of: store) {
        $0.withUnsafeBytes { [UInt(bitPattern: $0.baseAddress)] }
      }
      expectOwnMemory([texts[0]: texts[1]], of: store) { $0.flatMap { Self.addresses($0) + Self.addresses($1) } }
      expectOwnMemory(Profile(name: texts[0], tags: texts), of: store) {
        Self.addresses($0.name) + Self.addresses($0.tags)
      }
    }
  }

  @Test(arguments: [0, 1, 3])
  func aThreadThatMeetsAnotherReadsTheNextStripe(_ first: Int) throws {
    let store = InMemoryStore(["text": .string(Self.text)])
    let key = DefaultsKey<String?>("text", store: store)
    let named = try #require(key.filledSlot())
    // The head lives as long as the store, and is atomic inside.
    nonisolated(unsafe) let head = store.context.names.head
    if first > 0 { key.makeStripes() }
    let last = named.slot.pointee.withStripe(first) { slot in
      slot.box.state.withLock { _ in
        onNewThread(ofStripe: first) {
          _ = named.slot.pointee.lookUp(in: head)
          return ThreadState.current.pointee.stripe
        }
      }
    }
    #expect(last == (first + 1) % 4)
    let hasStripes = named.slot.pointee.hasStripes
    #expect(hasStripes)
  }

  @Test func aThreadKeepsItsStripe() {
    let store = InMemoryStore(["text": .string(Self.text)])
    let key = DefaultsKey<String?>("text", store: store)
    key.makeStripes()
    for stripe in 0..<4 {
      let last = onNewThread(ofStripe: stripe) {
        for _ in 0..<3 { _ = key.value }
        return ThreadState.current.pointee.stripe
      }
      #expect(last == stripe)
    }
  }

  @Test func theSlotOfThreadsThatDoNotMeetStaysAlone() throws {
    let store = InMemoryStore(["text": .string(Self.text)])
    let key = DefaultsKey<String?>("text", store: store)
    let named = try #require(key.filledSlot())
    let values = readings(key).compactMap { $0 }
    let hasStripes = named.slot.pointee.hasStripes
    #expect(!hasStripes)
    #expect(Set(values.flatMap(Self.addresses)).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func aChangeIsReadInEachStripe(_ kind: StoreKind) throws {
    try kind.with { store in
      let key = DefaultsKey<String?>("text", store: store)
      key.makeStripes()
      #expect(readings(key) == [nil, nil, nil, nil])
      for text in [Self.text, "short", Self.text + "."] {
        key.value = text
        #expect(readings(key) == [text, text, text, text])
        key.remove()
        #expect(readings(key) == [nil, nil, nil, nil])
      }
    }
  }

  final class Marker: Sendable {}
  struct Secret: Sendable { let marker: Marker }

  /// The markers of all values that were decoded.
  final class Markers: @unchecked Sendable {  // one thread at a time uses it
    struct Weak { weak var marker: Marker? }
    var all: [Weak] = []
    var living: Int { all.count { $0.marker != nil } }

    func bridge() -> DefaultsBridge<Secret> {
      DefaultsBridge { _ in
        true
      } decode: { _ in
        let marker = Marker()
        self.all.append(Weak(marker: marker))
        return Secret(marker: marker)
      }
    }
  }

  @Test func nothingOfARemovedValueStaysInAnyStripe() throws {
    let (store, markers) = (InMemoryStore(["secret": 1]), Markers())
    let key = DefaultsKey<Secret?>("secret", bridge: markers.bridge(), store: store)
    key.makeStripes()
    _ = readings(key)
    #expect(markers.living == 4)
    try store.set(nil, forKey: "secret")
    #expect(markers.living == 0)
  }

  @Test func nothingOfAFormerValueStaysInAnyStripe() throws {
    let (store, markers) = (InMemoryStore(["secret": 1]), Markers())
    let key = DefaultsKey<Secret?>("secret", bridge: markers.bridge(), store: store)
    key.makeStripes()
    for (number, stripe) in [(2, 0), (3, 2)] {
      _ = readings(key)
      #expect(markers.living == 4)
      try store.set(.integer(Int64(number)), forKey: "secret")
      _ = onNewThread(ofStripe: stripe) { key.value != nil }
      #expect(markers.living == 1)
    }
  }

  @Test func aStripeDecodesAnUnchangedValueOnce() throws {
    let (store, markers) = (InMemoryStore(["secret": 1, "other": 0]), Markers())
    let key = DefaultsKey<Secret?>("secret", bridge: markers.bridge(), store: store)
    key.makeStripes()
    for number in 1...5 {
      _ = readings(key)
      try store.set(.integer(Int64(number)), forKey: "other")
    }
    // The first stripe has decoded its value before there were others; the first reads of a process decode, too.
    let decoded = markers.all.count
    for number in 6...10 {
      _ = readings(key)
      try store.set(.integer(Int64(number)), forKey: "other")
    }
    #expect(markers.all.count == decoded)
    #expect(markers.living == 4)
  }

  @Test func aValueIsKeptInTheStripeForWhichItWasDecoded() {
    let store = InMemoryStore(["text": .string(Self.text)])
    let count = Lockbox(0)
    // To decode a value may take so long, and read so many keys, that the thread goes over to another stripe.
    let bridge = DefaultsBridge<String> {
      .string($0)
    } decode: { stored in
      count.change { $0 += 1 }
      ThreadState.current.pointee.stripe = 2
      return try String.value(fromPropertyList: stored)
    }
    let key = DefaultsKey<String?>("text", bridge: bridge, store: store)
    key.makeStripes()
    let before = count.value
    for _ in 1...3 { #expect(onNewThread(ofStripe: 1) { key.value } == Self.text) }
    #expect(count.value == before + 1)
  }

  @Test func aValueThatIsTooLargeForCopiesIsKeptOnce() {
    for (size, count) in [(131_072, 4), (131_073, 1)] {
      let store = InMemoryStore()
      let key = DefaultsKey<String?>("text", store: store)
      key.makeStripes()
      for digit in ["1", "2"] {
        key.value = String(repeating: digit, count: size)
        let values = readings(key).compactMap { $0 }
        #expect(values.allSatisfy { $0.utf8.count == size && $0.hasPrefix(digit) })
        #expect(Set(values.flatMap(Self.addresses)).count == count)
      }
    }
  }

  @Test func aValueThatIsTooLargeForCopiesIsDecodedOnce() throws {
    let (store, markers) = (InMemoryStore(), Markers())
    let key = DefaultsKey<Secret?>("secret", bridge: markers.bridge(), store: store)
    key.makeStripes()
    for digit in ["1", "2"] {
      try store.set(.string(String(repeating: digit, count: 200_000)), forKey: "secret")
      let before = markers.all.count
      _ = readings(key) + readings(key)
      #expect(markers.all.count == before + 1)
      #expect(markers.living == 1)
    }
  }

  final class Counter: Codable, DefaultsSerializable, @unchecked Sendable {  // nobody changes it
    let count: Int
    init(count: Int) { self.count = count }
  }

  @Test func anObjectIsDecodedForEachReaderOfAStripe() {
    let store = InMemoryStore()
    let key = DefaultsKey<Counter?>("counter", store: store)
    key.value = Counter(count: 7)
    key.makeStripes()
    let objects = (readings(key) + readings(key)).compactMap { $0 }
    #expect(objects.map(\.count) == [7, 7, 7, 7, 7, 7, 7, 7])
    #expect(Set(objects.map(ObjectIdentifier.init)).count == 8)
  }

  @Test func stripesAreFreedWithTheirSlot() throws {
    weak var last: KeySlot.Box?
    do {
      let store = InMemoryStore(["text": .string(Self.text)])
      let key = DefaultsKey<String?>("text", store: store)
      key.makeStripes()
      let named = try #require(key.filledSlot())
      last = named.slot.pointee.withStripe(3) { $0.box }
      #expect(last != nil)
    }
    #expect(last == nil)
  }

  #if UserDefaults
    @Test func aValueOfAStoreWithoutAVersionIsDecodedOnce() throws {
      let (suite, markers) = (try PostingSuite(), Markers())
      suite.defaults.set(1, forKey: "secret")
      let key = DefaultsKey<Secret?>("secret", bridge: markers.bridge(), store: suite.store)
      key.makeStripes()
      let before = markers.all.count
      for _ in 1...3 { _ = readings(key) }
      #expect(markers.all.count == before)
      #expect(markers.living == 1)
    }
  #endif
}
