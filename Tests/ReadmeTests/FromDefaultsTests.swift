import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Synchronization
import Testing

#if canImport(SwiftUI)
  import NamespacedDefaultsUI
  import SwiftUI
#endif

// What the README of sindresorhus/Defaults shows, spelled as in this library and in its order.

extension DefaultsKeys {
  fileprivate static let shine = DefaultsKey<Double>("shine", defaultValue: 0.8)
  fileprivate static let nickname2 = DefaultsKey<Double?>("name")
  fileprivate static let opened = DefaultsKey<Date>("opened") { Date(timeIntervalSinceReferenceDate: 7) }
  fileprivate static let duration = DefaultsKey<Duration>("defaultDuration", defaultValue: .oneHour)
  fileprivate static let user = DefaultsKey<Member>("user", defaultValue: Member(name: "Hello", age: "24"))
  fileprivate static let bag = DefaultsKey<[Member]>("bag", defaultValue: [])
  fileprivate static let hasUnicorn = DefaultsKey<Bool>("hasUnicorn", defaultValue: false)
  fileprivate static let showsAllDayEvents = DefaultsKey<Bool>("showAllDayEvents", defaultValue: false)
  fileprivate static let isUnicornMode = DefaultsKey<Bool>("isUnicornMode", defaultValue: true)
  fileprivate static let key1 = DefaultsKey<Int>("key1", defaultValue: 0)
  fileprivate static let key2 = DefaultsKey<Int>("key2", defaultValue: 0)
  fileprivate static let isUnicorn = DefaultsKey<Bool>("isUnicorn", defaultValue: true, store: extensionDefaults)
  fileprivate static let inStandard = DefaultsKey<Bool>("FromDefaultsTests.isUnicorn", defaultValue: true)
  fileprivate static let magic = DefaultsKey<[String: PropertyListValue]>("magic", defaultValue: [:])
  fileprivate static let format = DefaultsKey<Format>("format", defaultValue: .json)
  fileprivate static let bridged = DefaultsKey("bridged", defaultValue: Person(name: "-", age: "0"), bridge: .pair)
  fileprivate static let contact = DefaultsKey<Contact>("contact", defaultValue: Contact(name: "Hello", age: "24"))
  fileprivate static let contactSet = DefaultsKey<Set<Contact>>("contactSet", defaultValue: [])
  fileprivate static let contactsByName = DefaultsKey<[String: Contact]>("contactsByName", defaultValue: [:])
  fileprivate static let stringBag = DefaultsKey<Bag<String>>("stringBag", defaultValue: Bag(["Hello", "World!"]))
  fileprivate static let stringSet = DefaultsKey<SetBag<String>>("stringSet", defaultValue: SetBag(["Hello", "You"]))
  fileprivate static let largeData = DefaultsKey<Data>("largeData", defaultValue: Data())
}

private let extensionDefaults = InMemoryStore()

private enum Duration: String, DefaultsSerializable {
  case tenMinutes = "10 Minutes"
  case halfHour = "30 Minutes"
  case oneHour = "1 Hour"
}

/// With `Defaults.PreferRawRepresentable` there.
private enum Format: String, Codable, DefaultsSerializable {
  case json = "application/json"
  case stream = "application/octet-stream"
}

private struct Member: Codable, Equatable, DefaultsSerializable {
  var name: String
  var age: String
}

#if canImport(SwiftUI)
  private struct UnicornView: View {
    @DefaultState(.hasUnicorn) private var hasUnicorn

    var body: some View {
      Text("Has Unicorn: \(hasUnicorn)")
      Toggle("Toggle", isOn: $hasUnicorn)
      Button("Reset") { DefaultsKeys.hasUnicorn.remove() }
      Toggle(key: .hasUnicorn) { Text("Label") }
      Toggle(String(describing: hasUnicorn), key: .hasUnicorn)
      Toggle("Show All-Day Events", key: .showsAllDayEvents)
        .onChange(of: Defaults[.showsAllDayEvents]) { print("Value", $1) }
    }
  }
#endif

@Observable
private final class UnicornManager {
  var hasUnicorn: Bool {
    get { Defaults[.hasUnicorn] }
    set { Defaults[.hasUnicorn] = newValue }
  }
}

/// A type without a stored form of its own.
private struct Person: Sendable, Equatable {
  var name: String
  var age: String
}

extension DefaultsBridge<Person> {
  fileprivate static var pair: Self {
    Self {
      ["name": .string($0.name), "age": .string($0.age)]
    } decode: {
      guard let name: String = $0["name"]?.decoded(), let age: String = $0["age"]?.decoded() else {
        throw DefaultsError.typeMismatch(expected: "Person", found: $0)
      }
      return Person(name: name, age: age)
    }
  }
}

private struct Bag<Element: DefaultsSerializable>: Collection, DefaultsSerializable {
  var items: [Element]
  var startIndex: Int { items.startIndex }
  var endIndex: Int { items.endIndex }

  init(_ elements: [Element]) { items = elements }

  func propertyListValue() throws -> PropertyListValue? { try items.propertyListValue() }
  static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try [Element].value(fromPropertyList: stored))
  }

  mutating func insert(_ element: Element, at index: Int) { items.insert(element, at: index) }
  func index(after index: Int) -> Int { items.index(after: index) }
  subscript(position: Int) -> Element { items[position] }
}

private struct SetBag<Element: DefaultsSerializable & Hashable>: SetAlgebra, DefaultsSerializable {
  var elements: Set<Element> = []

  init() {}
  init(_ elements: Set<Element>) { self.elements = elements }

  func propertyListValue() throws -> PropertyListValue? { try elements.propertyListValue() }
  static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    Self(try Set<Element>.value(fromPropertyList: stored))
  }

  func contains(_ member: Element) -> Bool { elements.contains(member) }
  func union(_ other: Self) -> Self { Self(elements.union(other.elements)) }
  func intersection(_ other: Self) -> Self { Self(elements.intersection(other.elements)) }
  func symmetricDifference(_ other: Self) -> Self { Self(elements.symmetricDifference(other.elements)) }
  @discardableResult mutating func insert(_ member: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    elements.insert(member)
  }
  mutating func remove(_ member: Element) -> Element? { elements.remove(member) }
  mutating func update(with member: Element) -> Element? { elements.update(with: member) }
  mutating func formUnion(_ other: Self) { elements.formUnion(other.elements) }
  mutating func formIntersection(_ other: Self) { elements.formIntersection(other.elements) }
  mutating func formSymmetricDifference(_ other: Self) { elements.formSymmetricDifference(other.elements) }
}

@Suite(.isolatedDefaults)
struct FromDefaultsTests {
  @Test func usage() {
    #expect(Defaults[.shine] == 0.8)
    Defaults[.shine] = 0.5
    Defaults[.shine] += 0.1
    #expect(Defaults[.shine] == 0.6)
    if let name = Defaults[.nickname2] { Issue.record("nothing is stored, not \(name)") }
    #expect(Defaults[.opened] == Date(timeIntervalSinceReferenceDate: 7))
  }

  @Test func enums() {
    #expect(Defaults[.duration].rawValue == "1 Hour")
    Defaults[.duration] = .halfHour
    #expect(Defaults["defaultDuration"].string == "30 Minutes")
  }

  @Test func codables() {
    #expect(Defaults[.user].name == "Hello")
    Defaults[.user].name = "World"
    Defaults[.bag].append(Defaults[.user])
    #expect(Defaults[.bag] == [Member(name: "World", age: "24")])
  }

  @Test func ownKeysAndLocalKeys() {
    let local = DefaultsKey<Bool>("isUnicorn", defaultValue: true)
    Defaults[key: local] = false
    #expect(Defaults[local] == false)
    #expect(Defaults[.isUnicorn])
  }

  @Test func observableModels() {
    let manager = UnicornManager()
    let fired = Atomic(false)
    withObservationTracking {
      _ = manager.hasUnicorn
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    manager.hasUnicorn = true
    let hasFired = fired.load(ordering: .relaxed)
    #expect(hasFired)
    DefaultsKeys.hasUnicorn.remove()
    #expect(!manager.hasUnicorn)
  }

  @Test func sequences() async {
    let waiting = Task { await Defaults.updates(.isUnicornMode).first { !$0 } }
    Defaults[.isUnicornMode] = false
    #expect(await waiting.value == false)
    var signals = Defaults.updates([.isUnicornMode, .shine], initial: false).makeAsyncIterator()
    Defaults[.shine] = 0.1
    #expect(await signals.next() != nil)
  }

  @Test func resetting() {
    Defaults[.isUnicornMode] = false
    Defaults[.shine] = 0
    Defaults.remove(.isUnicornMode, .shine)
    #expect(Defaults[.isUnicornMode])
    #expect(DefaultsKeys.shine.value == DefaultsKeys.shine.defaultValue)
    Defaults[.shine] = 0
    Defaults.remove("shine")
    #expect(DefaultsKeys.shine.value == DefaultsKeys.shine.defaultValue)
  }

  @Test func propagation() {
    let calls = Mutex<[String]>([])
    let other = Defaults.observe(.key1) { change in calls.withLock { $0.append("other \(change.newValue)") } }
    let observer = Defaults.observe([.key1, .key2]) {
      calls.withLock { $0.append("both") }
      Defaults.withoutPropagation { Defaults[.key1] = 11 }
      Defaults[.hasUnicorn] = true
    }
    Defaults[.key2] = 5
    Defaults.withoutPropagation { Defaults[.key2] = 6 }
    #expect(calls.withLock { $0 } == ["both", "other 11", "both"])
    #expect(Defaults[.key1] == 11)
    #expect(Defaults[.hasUnicorn])
    observer.cancel()
    other.cancel()
  }

  #if UserDefaults
    @Test func ownSuites() {
      #expect(DefaultsAdapter(store: UserDefaultsStore.standard)[.inStandard])
      let group = DefaultsAdapter(store: extensionDefaults)
      // The key of an isolated test has the suite only where it is set.
      Defaults.withStore(extensionDefaults) {
        group[.isUnicorn] = false
        #expect(!Defaults[.isUnicorn])
        group.removeAll()
        #expect(Defaults[.isUnicorn])
      }
    }
  #endif

  @Test func registeredDefaults() {
    UserDefaults.standard.register(defaults: [DefaultsKeys.inStandard.name: true])
    #expect(UserDefaults.standard.bool(forKey: DefaultsKeys.inStandard.name))
  }

  @Test func customTypes() {
    #expect(Defaults[.contact].name == "Hello")
    Defaults[.contacts] = [Contact(name: "Ann", age: "7")]
    Defaults[.contactSet].insert(Contact(name: "Bo", age: "8"))
    Defaults[.contactsByName]["user"] = Contact(name: "Cy", age: "9")
    #expect(Defaults[.contacts][0].name == "Ann")
    #expect(Defaults[.contactSet].first?.name == "Bo")
    #expect(Defaults[.contactsByName]["user"]?.name == "Cy")
    #expect(Defaults["contacts"].array == [["name": "Ann", "age": "7"]])
  }

  @Test func bridges() {
    Defaults[.bridged] = Person(name: "Ann", age: "7")
    #expect(Defaults[.bridged] == Person(name: "Ann", age: "7"))
    #expect(Defaults["bridged"].dictionary == ["name": "Ann", "age": "7"])
  }

  @Test func anySerializable() throws {
    let any = DefaultsKey<PropertyListValue>("anyKey", defaultValue: 1)
    #expect(Defaults[any].decoded() == 1)
    Defaults[any] = "🦄"
    Defaults[any] = try PropertyListValue(Format.stream)
    if let format: Format = Defaults[any].decoded() { #expect(format == .stream) }
    // `try!`: an enum with raw values always has a stored form.
    let typed = DefaultsKey<PropertyListValue>("typedAnyKey", defaultValue: try! PropertyListValue(Format.json))
    #expect(Defaults[typed].decoded(as: Format.self) == .json)
    Defaults[.magic]["unicorn"] = "🦄"
    Defaults[.magic]["number"] = 3
    Defaults[.magic]["bool"] = true
    Defaults[.magic]["enum"] = try PropertyListValue(Duration.tenMinutes)
    if let text: String = Defaults[.magic]["unicorn"]?.decoded() { #expect(text == "🦄") }
    #expect(Defaults[.magic]["number"]?.decoded() == 3)
    #expect(Defaults[.magic]["enum"]?.decoded(as: Duration.self) == .tenMinutes)
  }

  @Test func ambiguousTypes() {
    Defaults[.format] = .stream
    #expect(Defaults["format"].string == "application/octet-stream")
  }

  @Test func collections() {
    #expect(Defaults[.stringBag][0] == "Hello")
    Defaults[.stringBag].insert("y", at: 1)
    #expect(Defaults["stringBag"].array == ["Hello", "y", "World!"])
    #expect(Defaults[.stringSet].contains("You"))
    Defaults[.stringSet].insert("A")
    #expect(Defaults["stringSet"].array == ["A", "Hello", "You"])
  }

  @Test func observers() {
    let seen = Mutex<[[Bool]]>([])
    let observation = Defaults.observe(.hasUnicorn, initial: true) { change in
      seen.withLock { $0.append([change.oldValue, change.newValue]) }
    }
    Defaults[.hasUnicorn] = true
    observation.cancel()
    Defaults[.hasUnicorn] = false
    #expect(seen.withLock { $0 } == [[false, false], [false, true]])
  }

  @Test func storedValuesStay() throws {
    try Defaults.store.set([
      "user": #"{"age":"7","name":"Ann"}"#, "bag": [#"{"age":"7","name":"Ann"}"#], "defaultDuration": "10 Minutes",
      "contacts": [["name": "Ann", "age": "7"]],
    ])
    #expect(Defaults[.user] == Member(name: "Ann", age: "7"))
    #expect(Defaults[.bag] == [Member(name: "Ann", age: "7")])
    #expect(Defaults[.duration] == .tenMinutes)
    #expect(Defaults[.contacts] == [Contact(name: "Ann", age: "7")])
  }

  @Test func externalStorageIsNotRead() throws {
    try Defaults.store.set(["largeData": "5F4DCC3B-5AA7-4B1C-9A32-1F6E3D2C1B0A"])
    let kinds = Mutex<[DefaultsProblem.Kind]>([])
    Defaults.withProblemHandler { problem in
      kinds.withLock { $0.append(problem.kind) }
    } operation: {
      #expect(Defaults[.largeData] == Data())
    }
    #expect(kinds.withLock { $0 } == [.undecodableValue])
  }
}
