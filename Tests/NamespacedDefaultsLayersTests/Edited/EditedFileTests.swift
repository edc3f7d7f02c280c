import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaultsLayers

/// Stores over files that other programs edit, and that no program writes.
@Suite struct EditedFileTests {
  enum Kind: CaseIterable { case lines, directory, layers }

  @Test(arguments: Kind.allCases, StoreBattery.allCases)
  fileprivate func aStoreThatIsOnlyReadKeepsThePromises(_ kind: Kind, _ promise: StoreBattery) throws {
    let directory = try ValueDirectory(["a": "1=2\n\nb=two=2\n"])
    try promise.check {
      switch kind {
      case .lines: try LinesStore(path: "\(directory.path)/a")
      case .directory: try directory.store()
      case .layers: LayeredStore([EnvironmentStore(prefix: "P", environment: [:]), try directory.store()])
      }
    }
  }

  @Test func whatAnotherProgramSavesIsReadAndAnnounced() throws {
    let directory = try ValueDirectory(["tool": "a=1\nb=1\n"])
    let store = try LinesStore(path: "\(directory.path)/tool")
    let changes = Collector<DefaultsChange>()
    let observation = store.observe { changes.append($0) }
    try directory.replace("tool", by: "a=2\nb=1\n")
    try store.synchronize()
    #expect(try store.value(forKey: "a") == "2")
    try directory.remove("tool")
    #expect(try waitUntil { try store.keys() == [] })
    #expect(waitUntil { changes.all.count == 3 })
    #expect(
      changes.all == [
        DefaultsChange(key: "a", oldValue: "1", newValue: "2"), DefaultsChange(key: "a", oldValue: "2", newValue: nil),
        DefaultsChange(key: "b", oldValue: "1", newValue: nil),
      ]
    )
    withExtendedLifetime(observation) {}
  }

  @Test func aFileThatCannotBeReadKeepsItsValuesAndIsReportedOnce() throws {
    let directory = try ValueDirectory(["tool": "a=1\n"])
    let path = "\(directory.path)/tool"
    let store = try LinesStore(path: path)
    let problems = Collector<DefaultsProblem>()
    try Defaults.withProblemHandler({ problems.append($0) }) {
      try directory.replace("tool", by: "a=1\nb\n")
      for _ in 1...3 {
        let error = #expect(throws: DefaultsError.self) { try store.synchronize() }
        #expect(error?.message == "\(path):2: expected a line name=value")
        #expect(try store.value(forKey: "a") == "1")
      }
    }
    #expect(problems.all.map(\.kind) == [.failedRead])
    #expect(throws: DefaultsError.self) { try LinesStore(path: path) }
  }
}

// A third store, which shows what such a store has to say itself.

private final class LinesStore: DefaultsStore, ReadOnlyStorage {
  private let file: EditedFile<Lines>
  var context: DefaultsStoreContext { file.context }

  init(path: String) throws {
    file = EditedFile(path: path)
    try file.open()
  }

  func synchronize() throws { try file.synchronize() }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try file.current().values[name] }

  func storedKeys() throws -> [String] { try Array(file.current().values.keys) }

  func advice(_ names: [String]) -> String { "a program does not write \(file.path): edit it" }
}

/// The lines `name=value` of a file.
private struct Lines: EditedText {
  private(set) var bytes: [UInt8] = []
  private(set) var values: [String: PropertyListValue] = [:]

  init() {}

  init(_ bytes: [UInt8], of path: String) throws(DefaultsError) {
    self.bytes = bytes
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw DefaultsError(.unreadableFile, "\(path):\(index + 1): expected a line name=value", path: path)
      }
      values[String(parts[0])] = .string(String(parts[1]))
    }
  }

  func changes(since old: Self, in context: DefaultsStoreContext) -> [DefaultsChange] {
    values.changes(since: old.values)
  }
}
