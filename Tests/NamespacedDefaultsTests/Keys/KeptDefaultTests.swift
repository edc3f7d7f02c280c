import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// A value that is stored where nothing is: `key ?= value`.
@Suite struct KeptDefaultTests {
  private let store = InMemoryStore()
  private var id: DefaultsKey<String> { DefaultsKey("id", store: store) { "computed" } }

  @Test func whereNothingIsStoredItIs() {
    #expect((id ?= "first") == "first")
    #expect(store.value(forKey: "id") == "first")
  }

  @Test func whatIsStoredStays() throws {
    try store.set("old", forKey: "id")
    #expect((id ?= "new") == "old")
    #expect(store.value(forKey: "id") == "old")
  }

  @Test func whatIsStoredUnderThePreviousNameStays() throws {
    try store.set("old", forKey: "ID")
    #expect((id.renamed(from: "ID") ?= "new") == "old")
    #expect(store.value(forKey: "id") == nil)
  }

  @Test func aValueIsComputedOnlyWhereItIsStored() {
    func value() -> String {
      Issue.record("computed")
      return ""
    }
    id.value = "old"
    id ?= value()
  }

  @Test func whatCannotBeReadStays() throws {
    let number = DefaultsKey("id", defaultValue: 1, store: store)
    try store.set("many", forKey: "id")
    #expect((number ?= 2) == 1)
    #expect(store.value(forKey: "id") == "many")
  }

  @Test func anOptionalGetsAValue() {
    let name = DefaultsKey<String?>("name", store: store)
    #expect((name ?= "Ann") == "Ann")
    #expect(store.value(forKey: "name") == "Ann")
  }

  @Test func whatCannotBeStoredIsReturnedAndReported() throws {
    let store = FailingCommits(onCommits: [1])
    let key = DefaultsKey("id", store: store) { "computed" }
    let (value, problems) = catchingProblems { key ?= "new" }
    #expect(value == "new")
    #expect(problems.map(\.kind) == [.failedWrite])
    #expect(store.storedValue(forKey: "id") == nil)
  }

  @Test func allProcessesGetTheFirstOne() throws {
    let directory = try TemporaryDirectory()
    let processes = try (0..<8).map { _ in try HelperProcess(["open", directory.file(), "keep", "id"]) }
    let ids = try processes.map { try $0.finish().last }
    #expect(Set(ids).count == 1)
    #expect(try FileStore(path: directory.file()).value(forKey: "id") == ids[0].map { .string($0) })
  }
}
