import Foundation
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit

/// Exports and imports of what a program declares, and nothing else.
@Suite(.isolatedDefaults) struct DeclaredExportTests {
  private let count = DefaultsKey("launch.count", defaultValue: 1).renamed(from: "launches").validating(
    .clamped(to: 0...9)
  )
  private let token = DefaultsKey<String?>("token").secret()

  private var audit: NamespaceAudit { NamespaceAudit(keys: [count, token]) }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func onlyDeclaredSettingsAreExported() throws {
    try Defaults.store.set(["launch.count": 3, "NSWindow Frame": "0 0", "launch.counts": 4])
    #expect(try text(audit.export(as: .json)) == "{\n  \"launch.count\" : 3\n}")
  }

  @Test func aSecretIsExportedOnlyIfItIsAskedFor() throws {
    try Defaults.store.set(["token": "hunter2"])
    #expect(try text(audit.export(as: .json)) == "{\n\n}")
    #expect(try text(audit.export(as: .json, includingSecrets: true)) == "{\n  \"token\" : \"hunter2\"\n}")
  }

  @Test func anOldNameIsExportedUnderTheNewOne() throws {
    try Defaults.store.set(["launches": 3])
    #expect(try text(audit.export(as: .json)) == "{\n  \"launch.count\" : 3\n}")
  }

  @Test func settingsOfSeveralStoresAreExportedTogetherAndImportedEachIntoItsOwn() throws {
    let other = InMemoryStore(["size": 2])
    let audit = NamespaceAudit(keys: [count, DefaultsKey("size", defaultValue: 0, store: other)])
    try Defaults.store.set(["launch.count": 3, "size": 5])
    let data = try audit.export(as: .propertyList)
    try Defaults.store.set(["launch.count": nil])
    try other.set(nil, forKey: "size")
    #expect(try audit.import(data, as: .propertyList) == ["launch.count", "size"])
    #expect(other.value(forKey: "size") == 2)
    #expect(try Defaults.store.value(forKey: "launch.count") == 3)
    #expect(try Defaults.store.value(forKey: "size") == 5)
  }

  @Test func namesThatNobodyDeclaresAreLeftOut() throws {
    #expect(try audit.import(Data(#"{"launch.count": 2, "other": 1}"#.utf8), as: .json) == ["launch.count"])
    #expect(try Defaults.store.keys() == ["launch.count"])
  }

  @Test func anOldNameIsImportedUnderTheNewOne() throws {
    try Defaults.store.set(["launches": 3])
    #expect(try audit.import(Data(#"{"launches": 5}"#.utf8), as: .json) == ["launch.count"])
    #expect(try Defaults.store.keys() == ["launch.count"])
    #expect(count.value == 5)
  }

  @Test(arguments: [
    (#""many""#, "takes a whole number from 0 to 9, found a string of 4 bytes"),
    ("50", "takes a whole number from 0 to 9, found an integer, which is not allowed"),
  ])
  func nothingIsImportedIfAValueIsNotAllowed(value: String, reason: String) throws {
    let error = #expect(throws: DefaultsImportError.self) {
      try audit.import(Data(#"{"token": "a", "launch.count": \#(value)}"#.utf8), as: .json)
    }
    #expect(error?.reasons == ["launch.count": reason])
    #expect(try Defaults.store.keys() == [])
  }
}
