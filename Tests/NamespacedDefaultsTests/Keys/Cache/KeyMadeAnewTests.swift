import Foundation
import Observation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A value that counts how often it is decoded, by its own text.
struct Counted: DefaultsSerializable, Equatable {
  static let decodings = Lockbox<[String: Int]>([:])
  let text: String

  func propertyListValue() -> PropertyListValue? { .string(text) }

  static func value(fromPropertyList stored: PropertyListValue) throws -> Counted {
    let text = try String.value(fromPropertyList: stored)
    decodings.change { $0[text, default: 0] += 1 }
    return Counted(text: text)
  }

  static func takeCount(of text: String) -> Int {
    let count = decodings.value[text] ?? 0
    decodings.change { $0[text] = nil }
    return count
  }
}

extension DefaultsKeys {
  var counted: DefaultsKey<Counted?> { DefaultsKey("counted") }
  fileprivate var namedCounted: DefaultsKey<Counted?> { DefaultsKey("named", bridge: Bridges.named) }
}

private enum Bridges {
  static let named = DefaultsBridge<Counted> {
    .array([.string($0.text)])
  } decode: {
    guard case .array(let elements) = $0, let stored = elements.first else { throw $0.mismatch(Counted.self) }
    return try Counted.value(fromPropertyList: stored)
  }
}

private struct User: ObjectDefaultSettable {
  enum ObjectKey: String { case counted }
  let store: any DefaultsStore
  var namespace: String { "User.7" }
}

private struct Member: IntegerDefaultSettable, StringDefaultSettable, ObjectDefaultSettable {
  enum IntegerKey: String { case first, second }
  enum StringKey: String { case one }
  enum ObjectKey: String { case object }
  let namespace: String
  let store: any DefaultsStore
}

/// Keys that are made anew at each access decode an unchanged value once.
///
/// Some read a hundred times, because the first reads of a process are not cached; see ``TrackingProbe``.
@Suite struct KeyMadeAnewTests {
  fileprivate enum Spelling: CaseIterable {
    case keyPath, dynamicMember, boundKey, newKey, optionalWithDefault, customBridge, builtInBridge, previousName
    case instance, subscriptOfInstance, keyOfInstance

    /// The stored name, and the stored form of a text.
    func stored(_ text: String) -> (name: String, form: PropertyListValue) {
      switch self {
      case .customBridge: ("named", [.string(text)])
      case .builtInBridge: ("raw", .string(text))
      case .previousName: ("old", .string(text))
      case .instance, .subscriptOfInstance, .keyOfInstance: ("User.7.counted", .string(text))
      default: ("counted", .string(text))
      }
    }

    func read(in store: any DefaultsStore) -> String? {
      switch self {
      case .keyPath: DefaultsAdapter(store: store)[\.counted]?.text
      case .dynamicMember: DefaultsAdapter(store: store).counted?.text
      case .boundKey: Defaults.key(\.counted).bound(to: store).value?.text
      case .newKey: DefaultsKey("counted", defaultValue: Counted(text: "default"), store: store).value.text
      case .optionalWithDefault: DefaultsKey<Counted?>("counted", defaultValue: nil, store: store).value?.text
      case .customBridge: DefaultsAdapter(store: store).namedCounted?.text
      case .builtInBridge:
        DefaultsKey<Raw?>("raw", bridge: .rawValue, store: store).value?.rawValue
      case .previousName: DefaultsKey<Counted?>("new", store: store).renamed(from: "old").value?.text
      case .instance: User(store: store).object(Counted.self, forKey: .counted)?.text
      case .subscriptOfInstance: User(store: store)[.counted, as: Counted.self]?.text
      case .keyOfInstance: User(store: store).key(.counted, as: Counted.self).value?.text
      }
    }
  }

  /// The same by a raw value.
  fileprivate struct Raw: RawRepresentable {
    let rawValue: String

    init?(rawValue: String) {
      guard let value = try? Counted.value(fromPropertyList: .string(rawValue)) else { return nil }
      self.rawValue = value.text
    }
  }

  fileprivate enum Place: CaseIterable {
    case memory, file
    #if UserDefaults
      case userDefaults
    #endif

    func with(_ body: (any DefaultsStore) throws -> Void) throws {
      switch self {
      case .memory: try body(InMemoryStore())
      case .file:
        let directory = try TemporaryDirectory()
        try body(FileStore(path: directory.file()))
      #if UserDefaults
        case .userDefaults:
          let suite = try TemporarySuite()
          try withExtendedLifetime(suite) { try body(suite.store) }
      #endif
      }
    }
  }

  @Test(arguments: Spelling.allCases, Place.allCases)
  fileprivate func anUnchangedValueIsDecodedOnce(_ spelling: Spelling, _ place: Place) throws {
    try place.with { store in
      for _ in 1...3 {
        let text = UUID().uuidString
        let (name, form) = spelling.stored(text)
        try store.set(form, forKey: name)
        for _ in 1...100 { #expect(spelling.read(in: store) == text) }
        #expect(Counted.takeCount(of: text) == 1)
      }
    }
  }

  // As in the body of a view, of which each update is a tracking of its own.
  @Test(arguments: Spelling.allCases, Place.allCases)
  fileprivate func anUnchangedValueIsDecodedOnceByManyTrackings(_ spelling: Spelling, _ place: Place) throws {
    try place.with { store in
      let text = UUID().uuidString
      let (name, form) = spelling.stored(text)
      try store.set(form, forKey: name)
      let changes = Lockbox(0)
      for _ in 1...100 {
        let read = withObservationTracking {
          spelling.read(in: store)
        } onChange: {
          changes.change { $0 += 1 }
        }
        #expect(read == text)
      }
      #expect(Counted.takeCount(of: text) == 1)
      try store.set(nil, forKey: name)
      #expect(changes.value == 100)
    }
  }

  @Test func keysOfOneNameWithOtherBridgesReadTheirOwnValues() {
    let store = InMemoryStore(["size": 3])
    let bridges = [1, 10, 100].map { factor in
      DefaultsBridge<Int> {
        .integer(Int64($0 / factor))
      } decode: {
        try Int.value(fromPropertyList: $0) * factor
      }
    }
    for _ in 1...100 {
      let values = bridges.map { DefaultsKey("size", defaultValue: 0, bridge: $0, store: store).value }
      #expect(values == [3, 30, 300])
    }
  }

  @Test func aRuleThatIsMadeAnewHoldsAtOnce() {
    let store = InMemoryStore(["size": 50])
    for limit in [100, 40, 60, 30] {
      var value = 0
      // A value that breaks the rule is reported.
      _ = problems { value = size(upTo: limit, in: store) }
      #expect(value == min(50, limit))
    }
  }

  private func size(upTo limit: Int, in store: any DefaultsStore) -> Int {
    DefaultsKey("size", defaultValue: 0, store: store).validating(.clamped(to: 0...limit)).value
  }

  @Test func keysOfOneNameWithAnotherPreviousNameReadTheirOwnValues() {
    let store = InMemoryStore(["old": 1, "older": 2])
    for _ in 1...100 {
      let values = [nil, "old", "older"].map { (previous: String?) in
        let key = DefaultsKey("new", defaultValue: 0, store: store)
        return (previous.map(key.renamed(from:)) ?? key).value
      }
      #expect(values == [0, 1, 2])
    }
  }

  @Test func keysOfOneNameWithOtherTypesReadTheirOwnValues() {
    let store = InMemoryStore(["number": 1])
    for _ in 1...100 {
      #expect(DefaultsKey("number", defaultValue: 0, store: store).value == 1)
      #expect(DefaultsKey("number", defaultValue: 0.5, store: store).value.description == "1.0")
      #expect(DefaultsKey("number", defaultValue: false, store: store).value)
      #expect(DefaultsKey<Int?>("number", store: store).value == 1)
    }
  }

  @Test func eachKeyFillsInItsOwnDefault() throws {
    let store = InMemoryStore(["profile": .data(Data(#"{"name":"Ada"}"#.utf8))])
    struct Profile: Codable, DefaultsSerializable {
      var name: String
      var age: Int
    }
    let keys = [18, 36].map { age in
      DefaultsKey<Profile>("profile", store: store) { Profile(name: "", age: age) }
    }
    for _ in 1...3 {
      for (key, age) in zip(keys, [18, 36]) {
        #expect(key.value.age == age)
        #expect(DefaultsKey<Profile>("profile", store: store) { Profile(name: "", age: age + 1) }.value.age == age + 1)
      }
    }
    try store.set(["profile": .data(Data(#"{"age":1,"name":"Ada"}"#.utf8))])
    for key in keys + keys { #expect(key.value.age == 1) }
    try store.set(["profile": .data(Data(#"{"name":"Ada"}"#.utf8))])
    for (key, age) in zip(keys + keys, [18, 36, 18, 36]) { #expect(key.value.age == age) }
  }

  @Test func eachKeyHasItsOwnDefault() {
    let store = InMemoryStore()
    for number in 1...3 {
      #expect(DefaultsKey("number", store: store) { number }.value == number)
    }
  }

  @Test func whatKeysLeaveDoesNotKeepTheStore() {
    weak var weakStore: InMemoryStore?
    weak var weakContext: DefaultsStoreContext?
    do {
      let store = InMemoryStore(["counted": "text"])
      (weakStore, weakContext) = (store, store.context)
      for _ in 1...3 { #expect(DefaultsAdapter(store: store).counted?.text == "text") }
      withObservationTracking {
        _ = DefaultsAdapter(store: store).counted
      } onChange: {
      }
    }
    #expect(weakStore == nil)
    #expect(weakContext == nil)
  }

  /// The memory that readers use without a lock stays, if the store was the one of the process.
  @Test func whatKeysLeaveEndsWithAStoreWhoseMemoryStays() {
    weak var left: AnyObject?
    weak var tracked: TrackedKey?
    do {
      let store = InMemoryStore(["counted": "text"])
      store.context.names.keepMemory()
      withObservationTracking {
        for _ in 1...100 { _ = DefaultsAdapter(store: store).counted }
      } onChange: {
      }
      left = store.context.names.kept(of: "counted") { _ in true }
      tracked = store.context.names.trackedKey("counted")
      #expect(left != nil)
      #expect(tracked != nil)
    }
    #expect(left == nil)
    #expect(tracked == nil)
  }

  @Test func whatKeysLeaveEndsWithTheStoreBesideAnObservation() {
    weak var left: AnyObject?
    let observation: DefaultsObservation
    do {
      let store = InMemoryStore(["counted": "text"])
      observation = store.observe("other") { _ in }
      for _ in 1...100 { _ = DefaultsAdapter(store: store).counted }
      left = store.context.names.kept(of: "counted") { _ in true }
      #expect(left != nil)
    }
    #expect(left == nil)
    withExtendedLifetime(observation) {}
  }

  @Test func whatKeysLeaveIsLimited() throws {
    let store = InMemoryStore()
    try store.set(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("\($0)", "text") }))
    weak var first: NamedSlot?
    for number in 0..<5_000 {
      #expect(DefaultsKey("\(number)", defaultValue: "", store: store).value == "text")
      if number == 0 { first = store.context.names.kept(of: "0") { _ in true } as? NamedSlot }
    }
    #expect(first == nil)
  }

  @Test func whatInstancesLeaveIsLimited() throws {
    let store = InMemoryStore()
    weak var first: AnyObject?
    for number in 0..<5_000 {
      let member = Member(namespace: "Member.\(number)", store: store)
      member.set(number, forKey: .first)
      #expect(member.integer(forKey: .first) == number)
      // What was kept under the built name alone is dropped too, so only the parts could keep it.
      if number == 0 { first = store.context.names.kept(of: "Member.0.first") { _ in true } }
    }
    #expect(first == nil)
  }

  /// Two of them differ in one part only: the namespace, the case, the key enum, or the type of the value.
  @Test func theKeysOfInstancesAreToldApart() throws {
    let store = InMemoryStore([
      "a.first": 1, "a.second": 2, "b.first": 3, "a.one": "text", "a.object": "of an object",
    ])
    let (a, b) = (Member(namespace: "a", store: store), Member(namespace: "b", store: store))
    for _ in 0..<100 {
      #expect(a.integer(forKey: .first) == 1)
      #expect(a.integer(forKey: .second) == 2)
      #expect(b.integer(forKey: .first) == 3)
      #expect(a.string(forKey: .one) == "text")
      #expect(a.object(String.self, forKey: .object) == "of an object")
      #expect(a.object(PropertyListValue.self, forKey: .object) == "of an object")
    }
  }

  // Each bridge that is made anew leaves a slot.
  @Test func whatKeysOfOneNameLeaveIsLimited() {
    let store = InMemoryStore(["name": "text"])
    weak var first: NamedSlot?
    for number in 0..<10 {
      let bridge = DefaultsBridge<String> {
        .string($0)
      } decode: {
        try String.value(fromPropertyList: $0)
      }
      #expect(DefaultsKey("name", defaultValue: "", bridge: bridge, store: store).value == "text")
      if number == 0 { first = store.context.names.kept(of: "name") { _ in true } as? NamedSlot }
    }
    #expect(first == nil)
  }

  @Test func manyThreadsTakeAndLeaveSlots() {
    let store = InMemoryStore(["counted": "0"])
    let key = Defaults.key(\.counted).bound(to: store)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<5_000 {
        if thread == 0 { key.value = Counted(text: "\(number)") }
        let texts = [key.value?.text, DefaultsAdapter(store: store).counted?.text].compactMap { $0.flatMap { Int($0) } }
        // Later reads are not older.
        if texts.count != 2 || texts[0] > texts[1] { Issue.record("\(texts)") }
      }
    }
    #expect(DefaultsAdapter(store: store).counted?.text == "4999")
  }
}
