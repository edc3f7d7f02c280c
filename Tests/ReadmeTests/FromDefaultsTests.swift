import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

// What the README of sindresorhus/Defaults shows, spelled as in this library and in its order.

extension DefaultsKeys {
  fileprivate static let shine = DefaultsKey<Double>("shine", defaultValue: 0.8)
  fileprivate static let nickname2 = DefaultsKey<Double?>("name")
  fileprivate static let duration = DefaultsKey<Duration>("defaultDuration", defaultValue: .oneHour)
  fileprivate static let user = DefaultsKey<Member>("user", defaultValue: Member(name: "Hello", age: "24"))
  fileprivate static let isUnicornMode = DefaultsKey<Bool>("isUnicornMode", defaultValue: true)
  fileprivate static let isUnicorn = DefaultsKey<Bool>("isUnicorn", defaultValue: true, store: extensionDefaults)
  fileprivate static let opened = DefaultsKey<Date>("opened") { Date(timeIntervalSinceReferenceDate: 7) }
  fileprivate static let magic = DefaultsKey<[String: PropertyListValue]>("magic", defaultValue: [:])
  fileprivate static let bag = DefaultsKey<[Member]>("bag", defaultValue: [])
  fileprivate static let bridged = DefaultsKey("bridged", defaultValue: Person(name: "-", age: "0"), bridge: .pair)
}

private let extensionDefaults = InMemoryStore()

private enum Duration: String, DefaultsSerializable {
  case tenMinutes = "10 Minutes"
  case halfHour = "30 Minutes"
  case oneHour = "1 Hour"
}

private struct Member: Codable, Equatable, DefaultsSerializable {
  var name: String
  var age: String
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
      guard let name = $0["name"]?.string, let age = $0["age"]?.string else {
        throw DefaultsError.typeMismatch(expected: "Person", found: $0)
      }
      return Person(name: name, age: age)
    }
  }
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

  @Test func sequences() async {
    let waiting = Task { await Defaults.updates(.isUnicornMode).first { !$0 } }
    Defaults[.isUnicornMode] = false
    #expect(await waiting.value == false)
    var signals = Defaults.updates([.isUnicornMode, .shine], initial: false).makeAsyncIterator()
    Defaults[.shine] = 0.1
    #expect(await signals.next() != nil)
  }

  @Test func observers() {
    let observation = Defaults.observe(.shine) { change in
      Defaults.withoutPropagation { Defaults[.shine] = change.newValue.rounded() }
    }
    Defaults[.shine] = 2.7
    #expect(Defaults[.shine] == 3)
    observation.cancel()
  }

  @Test func resetting() {
    Defaults[.isUnicornMode] = false
    Defaults[.shine] = 0
    Defaults.reset(.isUnicornMode, .shine)
    #expect(Defaults[.isUnicornMode])
    #expect(DefaultsKeys.shine.isDefaultValue)
  }

  @Test func ownSuites() {
    DefaultsAdapter(store: extensionDefaults)[.isUnicorn] = false
    #expect(!Defaults[.isUnicorn])
    Defaults.remove(.isUnicorn)
    #expect(Defaults[.isUnicorn])
  }

  @Test func anySerializable() throws {
    Defaults[.magic]["unicorn"] = "🦄"
    Defaults[.magic]["number"] = 3
    Defaults[.magic]["bool"] = true
    Defaults[.magic]["enum"] = try PropertyListValue(Duration.tenMinutes)
    if let text: String = Defaults[.magic]["unicorn"]?.get() { #expect(text == "🦄") }
    #expect(Defaults[.magic]["number"]?.int == 3)
    #expect(Defaults[.magic]["enum"]?.get(Duration.self) == .tenMinutes)
  }

  @Test func bridges() {
    Defaults[.bridged] = Person(name: "Ann", age: "7")
    #expect(Defaults[.bridged] == Person(name: "Ann", age: "7"))
    #expect(Defaults["bridged"].dictionary == ["name": "Ann", "age": "7"])
  }

  @Test func storedValuesStay() throws {
    try Defaults.store.apply([
      "user": #"{"age":"7","name":"Ann"}"#, "bag": [#"{"age":"7","name":"Ann"}"#], "defaultDuration": "10 Minutes",
    ])
    #expect(Defaults[.user] == Member(name: "Ann", age: "7"))
    #expect(Defaults[.bag] == [Member(name: "Ann", age: "7")])
    #expect(Defaults[.duration] == .tenMinutes)
  }
}
