import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets
import TestSupport
import Testing

/// The way from one key to the next.
@Suite struct ResealTests {
  private let first = TestSeal("first", key: 1)
  private let second = TestSeal("second", key: 2)
  private let base = InMemoryStore()

  private func sealedByFirst() throws {
    try SealedStore(over: base, seal: first).set(["a": "one", "b": "two"])
  }

  /// Whether data name a key.
  private func names(_ id: String) throws -> [String] {
    try base.keys().filter { try base.data($0).range(of: Data(id.utf8)) != nil }.sorted()
  }

  @Test func theNewestKeySealsAndAllOpen() throws {
    try sealedByFirst()
    let store = SealedStore(over: base, seal: second, opening: [first])
    try store.set("three", forKey: "c")
    #expect(try ["a", "b", "c"].map { try store.value(forKey: $0) } == ["one", "two", "three"])
    #expect(try names("second") == ["c"])
    #expect(try names("first") == ["NamespacedDefaults.seal", "a", "b"])
    // A program that has the older key alone opens what that has sealed.
    let older = SealedStore(over: base, seal: first)
    #expect(try older.value(forKey: "a") == "one")
    #expect(code { _ = try older.value(forKey: "c") } == .unknownSeal)
  }

  @Test func afterwardsTheNewestKeyAloneOpensEverything() throws {
    try sealedByFirst()
    try SealedStore(over: base, seal: second, opening: [first]).reseal()
    #expect(try names("second") == ["NamespacedDefaults.seal", "a", "b"])
    let store = SealedStore(over: base, seal: second)
    #expect(try store.value(forKey: "a") == "one")
    #expect(try store.value(forKey: "b") == "two")
    #expect(code { _ = try SealedStore(over: base, seal: first).value(forKey: "a") } == .unknownSeal)
    #expect(code { try SealedStore(over: base, seal: first).set("new", forKey: "new") } == .unknownSeal)
  }

  @Test func oneValueThatDoesNotOpenLeavesAllAsTheyWere() throws {
    try sealedByFirst()
    try base.set(.data(base.data("b").dropLast()), forKey: "b")
    let before = try base.keys().map { try base.data($0) }
    #expect(code { try SealedStore(over: base, seal: second, opening: [first]).reseal() } != nil)
    #expect(try base.keys().map { try base.data($0) } == before)
  }

  @Test func whatIsSealedAlreadyIsNotWrittenAgain() throws {
    try sealedByFirst()
    let before = try base.data("a")
    let observed = Collector<DefaultsChange>()
    let observation = base.observe { observed.append($0) }
    try SealedStore(over: base, seal: first).reseal()
    #expect(try base.data("a") == before)
    #expect(observed.all == [])
    withExtendedLifetime(observation) {}
  }

  @Test func noObserverIsCalled() throws {
    try sealedByFirst()
    let store = SealedStore(over: base, seal: second, opening: [first])
    let observed = Collector<DefaultsChange>()
    let observations = [store.observe { observed.append($0) }, store.observe("a") { observed.append($0) }]
    try store.reseal()
    #expect(observed.all == [])
    try store.set("new", forKey: "a")
    let change = DefaultsChange(key: "a", oldValue: "one", newValue: "new")
    #expect(observed.all == [change, change])
    withExtendedLifetime(observations) {}
  }

  @Test func itIsOneCommit() throws {
    let base = CountingStore()
    try SealedStore(over: base, seal: first).set(["a": "one", "b": "two"])
    try SealedStore(over: base, seal: second, opening: [first]).reseal()
    #expect(base.commits.value.map(\.count) == [3, 3])
  }

  @Test(arguments: ["defaults", "json", "layers"]) func aKillLosesNoValueAndMixesNoKeys(kind: String) throws {
    let directory = try SecretsDirectory()
    let path = "\(directory.path)/secrets.\(kind)"
    _ = try SecretsProcess(path, "fill", "9").finish()
    let values = (0..<9).map { "value\($0): \"\($0)\"" }.joined(separator: ", ")
    for round in 1...15 {
      try SecretsProcess(path, "resealing").kill(afterBytes: 3 * round)
      let found = try SecretsProcess(path, "values").finish()
      #expect([values + ", first\n", values + ", second\n"].contains(found))
    }
  }

  @Test func valuesCanBeWrittenMeanwhile() throws {
    let directory = try SecretsDirectory()
    let processes = try [("count", "300"), ("reseal", "300"), ("count", "300"), ("reseal", "300")].map {
      try SecretsProcess(directory.file, $0, $1)
    }
    #expect(processes.map { $0.finish() } == ["", "", "", ""])
    let store = SealedStore(over: try FileStore(path: directory.file), seal: first, opening: [second])
    #expect(try store.value(forKey: "counter") == 600)
  }
}

/// A store in memory that counts its commits, each with its changes.
private final class CountingStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  let commits = Lockbox<[[DefaultsChange]]>([])
  private let values = Lockbox<[String: PropertyListValue]>([:])

  func storedValue(forKey name: String) -> PropertyListValue? { values.value[name] }

  func storedKeys() -> [String] { Array(values.value.keys) }

  func persist(_ changes: [DefaultsChange]) { commits.change { $0.append(changes) } }

  func apply(_ changes: [DefaultsChange]) {
    values.change { values in for change in changes { values[change.key] = change.newValue } }
  }

  func synchronize() {}
}
