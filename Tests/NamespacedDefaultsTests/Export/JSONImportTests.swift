import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import Testing

/// What an import of JSON refuses, though a decoder would take it.
struct JSONImportTests {
  private func refusal(of json: [UInt8]) -> String? {
    let store = InMemoryStore()
    let error = #expect(throws: DefaultsImportError.self) { try store.import(Data(json), as: .json) }
    #expect(store.keys() == [])
    return error?.description
  }

  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, "a"), (#"{"a": 1, "\u0061": 1}"#, "a"), (#"{"x": [0, {"b c": {}, "b c": {}}]}"#, "b c"),
    (#"{"a": {"b": 1}, "c": "a:", "a" : []}"#, "a"), (#"{"e\"\\": 1, "e\"\\": 2}"#, #"e\"\\"#),
    ("{\"\u{e9}\": 1, \"e\u{301}\": 2}", "e\u{301}"),
    // More members than are compared one by one.
    ("{\"a\": {" + (0..<20).map { "\"\($0)\": 1, " }.joined() + "\"7\": 2}}", "7"),
  ])
  func aNameThatStandsTwiceInAnObjectIsRefused(json: String, name: String) {
    #expect(
      refusal(of: Array(json.utf8))
        == "nothing was imported: line 1 of the JSON: \"\(name)\" is there already, in line 1"
    )
  }

  @Test func namesOfDifferentObjectsAndTextsAreNoRepetitions() throws {
    let store = InMemoryStore()
    let json = #"{"a": {"a": ["a", {"a": "\"a\": 1"}, {"a": ":"}]}, "b": {"a": "{"}, "c": "\\", "d": "\ud83d\udc22"}"#
    try store.import(Data(json.utf8), as: .json)
    #expect(
      try settings(in: store)
        == ["a": ["a": ["a", ["a": "\"a\": 1"], ["a": ":"]]], "b": ["a": "{"], "c": "\\", "d": "🐢"]
    )
  }

  @Test(arguments: [#""\ud800""#, #""\ud800\ud800\udc00""#, #""x\udc22""#, #""\ud83d\n""#, #"{"\udc22": 1}"#])
  func halfASurrogatePairIsRefused(value: String) {
    #expect(
      refusal(of: Array("{\"a\":\n\(value)}".utf8))
        == "nothing was imported: line 2 of the JSON: half a surrogate pair"
    )
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x31, 0x00]])
  func whatIsNotUTF8IsRefused(value: [UInt8]) {
    let json = Array(#"{"a": "#.utf8) + value + Array("}".utf8)
    #expect(refusal(of: json) == "nothing was imported: the JSON is not UTF-8")
  }

  @Test(arguments: ["NamespacedDefaults.mirror", "NamespacedDefaults.mirror.a"])
  func aNameThatAMirrorKeepsIsRefused(name: String) {
    #expect(
      refusal(of: Array(#"{"a": 1, "\#(name)": 1}"#.utf8)) == """
        nothing was imported, because of
          "\(name)": the library keeps this name for what a mirror records of its own store
        """
    )
  }

  @Test func theRecordOfAMigrationStepIsImported() throws {
    let store = InMemoryStore()
    #expect(try store.import(Data(#"{"NamespacedDefaults.migration.a": 1, "b": 2}"#.utf8), as: .json) == ["b"])
    #expect(store.value(forKey: "NamespacedDefaults.migration.a") == 1)
  }

  @Test func otherEncodingsAreRefused() throws {
    let json = try #require(#"{"a": 1}"#.data(using: .utf16LittleEndian))
    #expect(refusal(of: Array(json)) == "nothing was imported: the JSON is not UTF-8")
  }
}
