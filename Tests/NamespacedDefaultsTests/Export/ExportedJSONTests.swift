import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import Testing

/// Data that are JSON, as those of a Codable are, in an export as JSON.
struct ExportedJSONTests {
  private struct Profile: Codable, DefaultsSerializable {
    var name = "Ada/\"żółw\""
    var sizes = [0.1, 3, -1e300]
    var seen = Date(timeIntervalSinceReferenceDate: 1.5)
    var token = Data([0, 255])
    var tags: [String: [UInt64]] = ["$date": [.max], "": []]
  }

  private func export(_ data: Data) throws -> String {
    String(decoding: try InMemoryStore(["a": .data(data)]).export(as: .json), as: UTF8.self)
  }

  /// What an export and an import of it make of data.
  private func copy(of data: Data) throws -> PropertyListValue? {
    let copy = InMemoryStore()
    try copy.import(InMemoryStore(["a": .data(data)]).export(as: .json), as: .json)
    return copy.value(forKey: "a")
  }

  @Test func aCodableIsTheJSONThatItIs() throws {
    guard case .data(let data)? = try Profile().propertyListValue() else { throw CancellationError() }
    #expect(
      try export(data) == #"""
        {
          "a" : {
            "$json" : {
              "name" : "Ada/\"żółw\"",
              "seen" : 1.5,
              "sizes" : [
                0.1,
                3,
                -1e+300
              ],
              "tags" : {
                "" : [

                ],
                "$date" : [
                  18446744073709551615
                ]
              },
              "token" : "AP8="
            }
          }
        }
        """#
    )
    #expect(try copy(of: data) == .data(data))
  }

  @Test(arguments: [
    #"{ "a":1}"#, #"{"b":1,"a":1}"#, #"{"a":1,"a":1}"#, #"{"a":1.0}"#, #"{"a":"\u0062"}"#, #"{"a":"b/c"}"#, #"[null]"#,
    "[1", "{", "[123456789012345678901234567890]", "{\"a\":1}\n", #"["\ud800"]"#,
    String(repeating: "[", count: 102) + String(repeating: "]", count: 102),
    "[\"" + String(repeating: "a", count: 1 << 20) + "\"]",
  ])
  func whatWouldNotComeBackByteForByteIsBase64(json: String) throws {
    let data = Data(json.utf8)
    #expect(try export(data) == "{\n  \"a\" : {\n    \"$data\" : \"\(data.base64EncodedString())\"\n  }\n}")
    #expect(try copy(of: data) == .data(data))
  }

  @Test(arguments: ["1", "0.5", "true", "\"text\""]) func aNumberATextAndABooleanAreJSONToo(json: String) throws {
    let data = Data(json.utf8)
    #expect(try export(data) == "{\n  \"a\" : {\n    \"$json\" : \(json)\n  }\n}")
    #expect(try copy(of: data) == .data(data))
  }

  @Test func whatLooksLikeANotationInsideIsPartOfTheJSON() throws {
    let data = Data(#"{"$date":"2001-01-01T00:00:00Z"}"#.utf8)
    #expect(try copy(of: data) == .data(data))
    let store = InMemoryStore()
    #expect(throws: DefaultsImportError.self) { try store.import(Data(#"{"a": {"$json": null}}"#.utf8), as: .json) }
  }
}
