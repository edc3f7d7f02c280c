import Foundation
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// Stores that give back another form of a value than was written, such as an object of a JSON file for a `Codable`'s
/// data.
@Suite struct StoredFormTests {
  private struct Account: Codable { var name = "Ann", since = Date(timeIntervalSinceReferenceDate: 700_000_000.125) }

  /// One value of each kind, and odd ones.
  static let values: [PropertyListValue] = {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)
    let json = try? JSONEncoder().encode(Account())
    return [
      true, 1, .integer(.min), .unsignedInteger(.max), 0.5, -0.0, 1.0, .double(.infinity),
      .double(.leastNonzeroMagnitude), "",
      "a\u{0}é",
      "2026-01-31T15:04:05Z", "{\"a\": 1}", .date(date), .date(.distantPast), .data(Data()), .data(Data([0, 255])),
      .data(json ?? Data()), .data(Data("[1,2]".utf8)), .data(Data("7".utf8)), .data(Data("\"a\"".utf8)), [], [:],
      [1, "a", .date(date), .data(json ?? Data())], ["a": .data(json ?? Data()), "b": [.date(date)], "c.d": -0.0],
      ["$data": "AA=="], ["$date": "1"],
    ]
  }()

  /// A store that has another form of some values.
  enum Other: String, CaseIterable, CustomTestStringConvertible {
    case jsonStore, layersOverJSON, wholeSeconds, wholeSecondsInICloud, wholeSecondsOnThisSide

    var testDescription: String { rawValue }
  }

  /// Two stores, each of which can be opened anew.
  private final class Place {
    let other: Other
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let memory = InMemoryStore()
    private let keyValues = WholeSecondsKeyValues()

    init(_ other: Other) throws {
      self.other = other
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func openLocal() throws -> any DefaultsStore {
      other == .wholeSecondsOnThisSide
        ? WholeSecondsStore(memory) : try FileStore(path: directory.appending(path: "local").path)
    }

    func openOther() throws -> any DefaultsStore {
      let path = directory.appending(path: "other.json").path
      switch other {
      case .jsonStore: return try JSONStore(path: path)
      case .layersOverJSON: return try LayeredStore([JSONStore(path: path), InMemoryStore()])
      case .wholeSeconds: return WholeSecondsStore(memory)
      case .wholeSecondsInICloud: return UbiquitousStore(keyValues)
      case .wholeSecondsOnThisSide: return try FileStore(path: directory.appending(path: "other").path)
      }
    }
  }

  @Test(arguments: Other.allCases)
  func noFormOfTheOtherSideComesBack(_ other: Other) throws {
    for value in Self.values {
      let place = try Place(other)
      let clock = Lockbox<Int64>(1000)
      var written: PropertyListValue?
      var stored: [String: PropertyListValue] = [:]
      // The first start writes, and the others find everything as it was.
      for start in 0..<3 {
        let (local, other) = (try place.openLocal(), try place.openOther())
        let mirror = ManualMirror(local, other, clock: clock)
        if start == 0 { try local.set(value, forKey: "size") }
        if start == 0 { written = try local.value(forKey: "size") }
        mirror.run()
        clock.change { $0 += 1000 }
        let found = try local.value(forKey: "size")
        #expect(found == written, "start \(start) with \(value)")
        let all = try other.keys().reduce(into: [:]) { $0[$1] = try other.value(forKey: $1) }
        if start == 0 { stored = all }
        #expect(all == stored, "start \(start) with \(value)")
      }
      #expect(place.other == .wholeSecondsOnThisSide || written == value)
    }
  }

  // In iCloud, a value without its time is none of a mirror.
  @Test(arguments: Other.allCases.filter { $0 != .wholeSecondsInICloud })
  func aChangeOfTheOtherSideStillTravels(_ other: Other) throws {
    let place = try Place(other)
    let (local, other) = (try place.openLocal(), try place.openOther())
    let mirror = ManualMirror(local, other, clock: Lockbox(1000))
    try local.set(.data(Data("{\"a\":1}".utf8)), forKey: "size")
    mirror.run()
    try other.set("changed", forKey: "size")
    mirror.run()
    #expect(try local.settings == ["size": "changed"])
    try other.set(nil, forKey: "size")
    mirror.run()
    #expect(try local.settings == [:])
  }

  @Test func aSecondStoreTakesTheFormAndSendsNoneBack() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let (first, second, other) = (InMemoryStore(), InMemoryStore(), try JSONStore(path: file.path))
    let data = PropertyListValue.data(Data("{\"a\":1}".utf8))
    try first.set(data, forKey: "size")
    let clock = Lockbox<Int64>(1000)
    for _ in 0..<3 {
      for store in [first, second] { ManualMirror(store, other, clock: clock).run() }
      clock.change { $0 += 1000 }
    }
    #expect(try first.settings == ["size": data])
    #expect(try second.settings == ["size": ["a": 1]])
  }

  @Test func whatARemovalUncoversIsNotTaken() throws {
    let (local, beneath) = (InMemoryStore(), InMemoryStore(["size": "beneath"]))
    let other = LayeredStore([InMemoryStore(), beneath])
    let mirror = ManualMirror(local, other, clock: Lockbox(1000))
    try local.set("above", forKey: "size")
    mirror.run()
    try local.set(nil, forKey: "size")
    mirror.run()
    #expect(try local.settings == [:])
    try other.set("above again", forKey: "size")
    mirror.run()
    #expect(try local.settings == ["size": "above again"])
  }

  @Test(arguments: [DefaultsMirror.ConflictPolicy.takeOther, .keepLocal])
  func aStartValueThatHasAnotherFormThereStays(_ policy: DefaultsMirror.ConflictPolicy) throws {
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.25))
    let (local, memory) = (InMemoryStore(["size": date]), InMemoryStore())
    let found = problems {
      for _ in 0..<3 { ManualMirror(local, WholeSecondsStore(memory), policy: policy, clock: Lockbox(1000)).run() }
    }
    #expect(memory.value(forKey: "size") == .date(Date(timeIntervalSinceReferenceDate: 0)))
    #expect(try local.settings == ["size": date])
    #expect(found.isEmpty)
  }
}

/// A store that keeps dates in whole seconds.
private final class WholeSecondsStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  private let values: InMemoryStore

  init(_ values: InMemoryStore) { self.values = values }

  func storedValue(forKey name: String) -> PropertyListValue? { values.value(forKey: name) }

  func storedKeys() -> [String] { values.keys() }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {
    try values.set(changes.reduce(into: [:]) { $0[$1.key] = .some($1.newValue?.inWholeSeconds) })
  }

  func synchronize() {}
}

/// The storage of iCloud, if it kept dates in whole seconds.
private final class WholeSecondsKeyValues: UbiquitousKeyValues {
  private let values = InMemoryStore()

  var dictionaryRepresentation: [String: Any] {
    values.keys().reduce(into: [:]) { $0[$1] = object(forKey: $1) }
  }

  func object(forKey name: String) -> Any? { values.value(forKey: name)?.propertyList }

  func set(_ object: Any?, forKey name: String) {
    let value = object.flatMap { try? PropertyListValue(propertyList: $0) }
    try? values.set(value?.inWholeSeconds, forKey: name)
  }

  func removeObject(forKey name: String) { set(nil, forKey: name) }

  func synchronize() -> Bool { true }

  func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void) {}
}

extension PropertyListValue {
  fileprivate var inWholeSeconds: PropertyListValue {
    switch self {
    case .date(let date):
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .array(let elements): .array(elements.map(\.inWholeSeconds))
    case .dictionary(let members): .dictionary(members.mapValues(\.inWholeSeconds))
    default: self
    }
  }
}
