import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

/// Members of an object in a JSON file that its type does not have.
struct JSONUnknownMembersTests {
  private struct Reader: Codable, Equatable, DefaultsSerializable {
    var size = 14
    var theme: String?
    var pages: [[String: Int]] = []
  }

  private struct Limits: Codable, Equatable, DefaultsSerializable { var small = 1, large = 2 }

  private let directory: JSONDirectory

  init() throws { directory = try JSONDirectory() }

  private func reader(in store: any DefaultsStore) -> DefaultsKey<Reader> {
    DefaultsKey("reader", defaultValue: Reader(), store: store)
  }

  @Test func aChangeOfAMemberChangesNothingElseInTheFile() throws {
    let rest = #", /* mine */ "font": {"name": "Mono", "ratio": 1.50}, "pages": [] }}"#
    try directory.write(#"{"reader": {"size": 11"# + rest)
    let key = reader(in: try directory.store())
    key.value.size += 1
    #expect(try directory.text() == #"{"reader": {"size": 12"# + rest)
    key.value = Reader(size: 13)
    #expect(try directory.text() == #"{"reader": {"size": 13"# + rest)
  }

  @Test func anEqualWriteLeavesTheFileAlone() throws {
    let text = #"{"reader": {"size": 11, "since": "2026-01-31T15:04:05Z", "pages": []}}"#
    try directory.write(text)
    let key = reader(in: try directory.store())
    try key.write(key.read())
    #expect(try directory.text() == text)
  }

  @Test func anElementOfAListKeepsItsOwn() throws {
    try directory.write(#"{"a": {"limits": [{"small": 1, "large": 2, "x": 3}, {"small": 4, "large": 5}]}}"#)
    let key = DefaultsKey<[Limits]>("a.limits", defaultValue: [], store: try directory.store())
    key.value[0].small = 9
    #expect(try directory.text() == #"{"a": {"limits": [{"small": 9, "large": 2, "x": 3}, {"small": 4, "large": 5}]}}"#)
    key.value.remove(at: 1)
    #expect(try directory.text() == #"{"a": {"limits": [{"small": 9, "large": 2, "x": 3}]}}"#)
  }

  @Test func thoseOfAnotherLayerAreNotCopied() throws {
    try directory.write(#"{"reader": {"size": 12, "pages": [], "mine": 1}}"#)
    let machine = InMemoryStore(["reader": ["size": 11, "machine": 1]])
    reader(in: LayeredStore([Layer(try directory.store()), Layer(machine, isReadOnly: true)])).value.size += 1
    #expect(try directory.text() == #"{"reader": {"size": 13, "pages": [], "mine": 1}}"#)
    try directory.write("{}")
    reader(in: LayeredStore([Layer(try directory.store()), Layer(machine, isReadOnly: true)])).value.size += 1
    #expect(try !directory.text().contains("machine"))
  }

  // MARK: Checks

  private func warnings(_ keys: [DefaultsKeys]) throws -> [String] {
    try NamespaceAudit(keys: keys).validate().map { $0.replacing(directory.path + "/", with: "") }
  }

  @Test func aCheckNamesThemWithTheNearest() throws {
    try directory.write(
      """
      {
        "reader": {"size": 11, "thme": "dark", "sze": 12, "pages": [{"any": 1}]},
        "a": {"limits": [{"small": 1, "large": 2}, {"small": 1, "large": 2, "lrge": 3}]}
      }
      """
    )
    let store = try directory.store()
    let limits = DefaultsKey<[Limits]>("a.limits", defaultValue: [], store: store)
    let found = try warnings([reader(in: store), limits])
    #expect(
      found
        == [
          "tool.json:2:34: reader.thme is no setting",
          "tool.json:2:49: reader.sze is no setting; did you mean reader.size?",
          "tool.json:3:19: a.limits[1].lrge is no setting; did you mean a.limits[1].large?",
        ]
    )
  }

  @Test func aVariableIsCheckedToo() throws {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_READER": #"{"sze": 12, "size": 11, "pages": []}"#])
    #expect(try warnings([reader(in: store)]) == ["TOOL_READER: reader.sze is no setting; did you mean reader.size?"])
  }

  @Test func whatADictionaryHasOrATypeReadsIsKnown() throws {
    struct Renamed: Codable, DefaultsSerializable {
      enum CodingKeys: String, CodingKey { case color, colour }
      var color = ""

      init() {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let old = try container.decodeIfPresent(String.self, forKey: .colour)
        color = try old ?? container.decode(String.self, forKey: .color)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(color, forKey: .color)
      }
    }
    try directory.write(
      #"{"renamed": {"colour": "red"}, "counts": {"a": 1}, "reader": {"theme": "a", "pages": [], "size": 1}}"#
    )
    let store = try directory.store()
    let counts = DefaultsKey<[String: Int]>("counts", defaultValue: [:], store: store)
    let renamed = DefaultsKey("renamed", defaultValue: Renamed(), store: store)
    #expect(try warnings([counts, renamed, reader(in: store)]) == [])
  }
}
