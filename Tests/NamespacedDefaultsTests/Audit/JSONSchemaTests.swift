import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults

/// The JSON Schema of what a program declares, which `Tests/Schema/check` holds against a validator.
@Suite(.isolatedDefaults) struct JSONSchemaTests {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info }
  enum Size: Int, CaseIterable, Codable, DefaultsSerializable { case small = 1, large = 9 }

  struct Angle: RawRepresentable, CaseIterable, DefaultsSerializable {
    static let allCases = [Self(rawValue: 0), Self(rawValue: 90)]
    let rawValue: Int
  }

  struct Options: OptionSet, DefaultsSerializable { let rawValue: UInt8 }
  struct Point: DefaultsSerializable {
    var x = 0.0
    func propertyListValue() -> PropertyListValue? { .double(x) }
    static func value(fromPropertyList stored: PropertyListValue) -> Self { Self() }
  }

  struct Limits: Codable, Hashable { var count = 3 }

  struct Server: Codable, DefaultsSerializable {
    var host = "a"
    var port: UInt16 = 80
    var isOn = true
    var load = 1.0
    var size = Size.small
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var tags = ["a"]
    var all = [Limits()]
    var limits = Limits()
    var renamed = 1
    var user: String?
    enum CodingKeys: String, CodingKey {
      case host, port, isOn, load, size, since, tags, all, limits, user
      case renamed = "new-name"
    }
  }

  struct Fallback: Codable, DefaultsSerializable, DefaultsFallback {
    var count: Int
    static let fallback = Self(count: 1)
  }

  struct Account: BoolDefaultSettable, ObjectDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum ObjectKey: String, CaseIterable { case anything }
  }

  static let text = #""title":"a text","type":"string""#
  static let number = #""title":"a whole number","type":"integer""#
  static let members = #"""
    {"properties":{"all":{"type":"array"},"host":{\#(text)},"isOn":{"title":"true or false","type":"boolean"},\#
    "limits":{"properties":{"count":{\#(number)}},"type":"object"},"load":{"type":"number"},\#
    "new-name":{"type":"number"},\#
    "port":{"maximum":65535,"minimum":0,"title":"a whole number from 0 to 65535","type":"integer"},"since":{},\#
    "size":{"enum":[1,9],"title":"1 or 9"},\#
    "tags":{"items":{\#(text)},"title":"an array such as [\"a\", \"b\"]","type":"array"},"user":{"title":"a text","type":["string","null"]}},"title":"Server",\#
    "type":"object"}
    """#

  /// The schemas of values in the object `n`, without their defaults.
  static let schemas: [(DefaultsKeys, String)] = [
    (DefaultsKey("n.a", defaultValue: false), #"{"title":"true or false","type":"boolean"}"#),
    (DefaultsKey("n.a", defaultValue: 1), "{\(number)}"),
    (
      DefaultsKey<Int8>("n.a", defaultValue: 1),
      #"{"maximum":127,"minimum":-128,"title":"a whole number from -128 to 127","type":"integer"}"#
    ),
    (
      DefaultsKey<UInt64>("n.a", defaultValue: 1),
      #"""
      {"maximum":18446744073709551615,"minimum":0,"title":"a whole number from 0 to 18446744073709551615",\#
      "type":"integer"}
      """#
    ),
    (
      DefaultsKey("n.a", defaultValue: 0.5),
      #"""
      {"pattern":"^[+-]?(inf|infinity|nan)$","required":["$double"],"title":"a number",\#
      "type":["number","string","object"]}
      """#
    ),
    (
      DefaultsKey("n.a", defaultValue: Decimal(1)),
      #"""
      {"pattern":"^\\s*([+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|[nN][aA][nN])\\s*$","title":"a number",\#
      "type":["number","string"]}
      """#
    ),
    (DefaultsKey("n.a", defaultValue: "a"), "{\(text)}"),
    (DefaultsKey<String?>("n.a"), #"{"title":"a text","type":["string","null"]}"#),
    (
      DefaultsKey("n.a", defaultValue: Date.distantPast),
      #"""
      {"anyOf":[{"format":"date-time"},{"format":"date"}],"required":["$date"],"title":"a date such as 2026-01-31",\#
      "type":["string","object"]}
      """#
    ),
    (
      DefaultsKey("n.a", defaultValue: Data()),
      #"""
      {"contentEncoding":"base64","pattern":"^([A-Za-z0-9+/]*={0,2}|<[0-9A-Fa-f ]*>)$","title":"data in Base64",\#
      "type":["string","object","array"]}
      """#
    ),
    // The path of a file is one too, which is no URI.
    (DefaultsKey<URL?>("n.a"), #"{"title":"a URL","type":["string","null"]}"#),
    (
      DefaultsKey<UUID?>("n.a"),
      #"""
      {"format":"uuid","pattern":"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$","title":"a UUID",\#
      "type":["string","null"]}
      """#
    ),
    (
      DefaultsKey("n.a", defaultValue: [1]),
      #"{"items":{\#(number)},"title":"an array such as [1, 2]","type":"array"}"#
    ),
    (
      DefaultsKey("n.a", defaultValue: Set(["a"])),
      #"{"items":{\#(text)},"title":"an array such as [\"a\", \"b\"]","type":"array"}"#
    ),
    (
      DefaultsKey("n.a", defaultValue: 1...2),
      #"{"items":{\#(number)},"maxItems":2,"minItems":2,"title":"a range such as [1, 2]","type":"array"}"#
    ),
    (
      DefaultsKey("n.a", defaultValue: ["a": [true]]),
      #"""
      {"additionalProperties":{"items":{"title":"true or false","type":"boolean"},"title":"an array such as [true, false]","type":"array"},\#
      "title":"a dictionary such as {\"a\": [true, false]}","type":"object"}
      """#
    ),
    (DefaultsKey("n.a", defaultValue: Level.info), #"{"enum":["debug","info"],"title":"debug or info"}"#),
    (DefaultsKey<Size?>("n.a"), #"{"anyOf":[{"enum":[1,9]},{"type":"null"}],"title":"1 or 9"}"#),
    // A struct may have other values than those that it lists.
    (DefaultsKey("n.a", defaultValue: Angle(rawValue: 7)), #"{"title":"0 or 90","type":"integer"}"#),
    (
      DefaultsKey<Options>("n.a", defaultValue: []),
      #"{"maximum":255,"minimum":0,"title":"Options","type":"integer"}"#
    ),
    (DefaultsKey("n.a", defaultValue: Server()), members),
    (DefaultsKey("n.a", defaultValue: Server(), bridge: .dictionary), members),
    (
      DefaultsKey("n.a", defaultValue: [Fallback(count: 2)]),
      #"""
      {"items":{"properties":{"count":{\#(number)}},"title":"Fallback","type":"object"},"title":"an array",\#
      "type":"array"}
      """#
    ),
    // What a program stores in a form of its own.
    (DefaultsKey("n.a", defaultValue: Point()), #"{"title":"Point"}"#),
    (DefaultsKey("n.a", defaultValue: Server(), bridge: .jsonString), "{}"),
    (
      DefaultsKey(
        "n.a",
        defaultValue: 1,
        bridge: DefaultsBridge {
          "\($0)"
        } decode: { _ in
          1
        }
      ), "{}"
    ),
    (DefaultsKey<PropertyListValue?>("n.a"), "{}"),
    (
      DefaultsKey("n.a", defaultValue: [1, "a"] as [PropertyListValue]),
      #"{"items":{},"title":"an array","type":"array"}"#
    ),
    // Ranges.
    (
      DefaultsKey("n.a", defaultValue: 4).validating(.within(1...12)).validating(.clamped(to: 3...20)),
      #"{"maximum":12,"minimum":3,"title":"a whole number (1...12, 3...20)","type":"integer"}"#
    ),
    (
      DefaultsKey<Double?>("n.a").validating(.within(0.5...2)),
      #"{"maximum":2,"minimum":0.5,"title":"a number from 0.5 to 2.0","type":["number","null"]}"#
    ),
    (
      DefaultsKey("n.a", defaultValue: 1.0).validating(.clamped(to: 0...Double.infinity)),
      #"""
      {"minimum":0,"pattern":"^[+-]?(inf|infinity|nan)$","required":["$double"],"title":"a number from 0.0 to inf",\#
      "type":["number","string","object"]}
      """#
    ),
    (
      DefaultsKey("n.a", defaultValue: "b").validating(.within("1"..."2")),
      #"{"title":"a text from 1 to 2","type":"string"}"#
    ),
    (
      DefaultsKey("n.a", defaultValue: "b").validating(DefaultsValidation("not empty") { $0 }),
      #"{"title":"a text (not empty)","type":"string"}"#
    ),
  ]

  @Test(arguments: schemas.indices) func aTypeHasASchema(index: Int) throws {
    var schema = try #require(try property("n", "a", of: [Self.schemas[index].0]))
    schema["default"] = nil
    let actual = try text(of: schema)
    #expect(actual == Self.schemas[index].1)
  }

  static let defaults: [(DefaultsKeys, String)] = [
    (DefaultsKey("n.a", defaultValue: "b"), #""b""#), (DefaultsKey("n.a", defaultValue: Level.info), #""info""#),
    (DefaultsKey("n.a", defaultValue: Double.infinity), #"{"$double":"inf"}"#),
    (DefaultsKey("n.a", defaultValue: Date(timeIntervalSinceReferenceDate: 0.25)), #""2001-01-01T00:00:00.25Z""#),
    (DefaultsKey("n.a", defaultValue: Date(timeIntervalSinceReferenceDate: 1e12)), #"{"$date":"1000000000000.0"}"#),
    (DefaultsKey("n.a", defaultValue: Data([1])), #"{"$data":"AQ=="}"#),
    (DefaultsKey("n.a", defaultValue: Duration.seconds(90)), #""1m30s""#),
    (DefaultsKey("n.a", defaultValue: [Fallback(count: 2)]), #"[{"count":2}]"#),
    (DefaultsKey("n.a", defaultValue: ["b": Data([1])]), #"{"b":{"$data":"AQ=="}}"#),
    (DefaultsKey<Int?>("n.a"), "null"),
  ]

  @Test(arguments: defaults.indices) func aDefaultStandsAsInAFile(index: Int) throws {
    let schema = try #require(try property("n", "a", of: [Self.defaults[index].0]))
    #expect(try text(of: schema["default"] ?? NSNull()) == Self.defaults[index].1)
  }

  @Test func theDefaultIsWhatAStoreWritesIntoAFile() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (key, _) in Self.defaults.dropLast() {
      let declared = try #require(NamespaceAudit(keys: [key]).keys.first)
      try JSONStore(path: path).set(declared.defaultValue, forKey: "n.a")
      let file =
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: [String: Any]]
      let schema = try #require(try property("n", "a", of: [key]))
      #expect(try text(of: file?["n"]?["a"] ?? 0) == text(of: schema["default"] ?? 0))
    }
  }

  static let durations = [
    "3\u{3BC}s", "P2W", "P1W2DT3H", "PT1,5S", "1.s", ".5s", "1w2d", "PT.5S", "45s", "250ms", "1h30m", "-1.5s", "1d 2h",
    "3us", "3µs", "5ns", " 45s ", "PT1H30M", "P1D", "P1DT0.5S", "+PT5M",
  ]
  static let wrongDurations = [
    "45", "1m2h", "s", "", "P", "PT", "45 s", ".s", "1,5s", "P.", "10.5s4m", "five", "[45,0]", "2s 1s",
  ]

  @Test(arguments: durations + wrongDurations) func aDurationHasThePatternOfWhatIsRead(text: String) throws {
    let pattern = try #require(
      try property("n", "a", of: [DefaultsKey("n.a", defaultValue: Duration.zero)])?["pattern"] as? String
    )
    let isDuration = (try? Duration.value(fromPropertyList: .string(text))) != nil
    #expect(isDuration == Self.durations.contains(text))
    #expect(try (Regex<AnyRegexOutput>(pattern).firstMatch(in: text) != nil) == isDuration)
  }

  @Test func namesNestAsInTheFile() throws {
    let described = DefaultsKey("columns", defaultValue: 4).described(as: "The columns.")
    let audit = NamespaceAudit(Account.self, keys: [described, DefaultsKey("log.file.size", defaultValue: 1)])
    #expect(
      try String(decoding: audit.jsonSchema(), as: UTF8.self) == """
        {
          "$schema" : "https://json-schema.org/draft/2020-12/schema",
          "properties" : {
            "Account" : {
              "properties" : {
                "anything" : {

                },
                "isUserLoggedIn" : {
                  "default" : false,
                  "title" : "true or false",
                  "type" : "boolean"
                }
              },
              "type" : "object"
            },
            "columns" : {
              "default" : 4,
              "description" : "The columns.",
              "title" : "a whole number",
              "type" : "integer"
            },
            "log" : {
              "properties" : {
                "file" : {
                  "properties" : {
                    "size" : {
                      "default" : 1,
                      "title" : "a whole number",
                      "type" : "integer"
                    }
                  },
                  "type" : "object"
                }
              },
              "type" : "object"
            },
            "log.file" : {
              "properties" : {
                "size" : {
                  "default" : 1,
                  "title" : "a whole number",
                  "type" : "integer"
                }
              },
              "type" : "object"
            }
          },
          "type" : "object"
        }
        """
    )
  }

  @Test func aSecretHasNoDefault() throws {
    let key = DefaultsKey("n.a", defaultValue: "hidden").secret()
    #expect(try text(of: property("n", "a", of: [key])) == #"{\#(Self.text),"writeOnly":true}"#)
    let data = try NamespaceAudit(keys: [key]).jsonSchema()
    #expect(!String(decoding: data, as: UTF8.self).contains("hidden"))
  }

  @Test func aPreviousNameIsDeprecated() throws {
    let key = DefaultsKey("log.level", defaultValue: Level.info).renamed(from: "n.a").described(as: "What is logged.")
    #expect(
      try text(of: property("n", "a", of: [key]))
        == #"{"deprecated":true,"description":"Renamed, write log.level","enum":["debug","info"],"title":"debug or info"}"#
    )
    #expect(try property("log", "level", of: [key])?["description"] as? String == "What is logged.")
  }

  @Test func theFirstKeyOfANameIsDescribed() throws {
    let keys = [DefaultsKey("n.a", defaultValue: 1), DefaultsKey("n.a", defaultValue: "low")]
    #expect(NamespaceAudit(keys: keys).keys.map(\.typeName) == ["Int", "String"])
    #expect(try property("n", "a", of: keys)?["type"] as? String == "integer")
  }

  @Test func aNameThatOthersBeginWithIsAValueOrAnObject() throws {
    let own = #"{"default":1,\#(Self.number)}"#
    #expect(
      try text(of: property("a", of: [DefaultsKey("a", defaultValue: 1), DefaultsKey("a.b", defaultValue: 1)])) == #"""
        {"else":\#(own),"if":{"type":"object"},"then":{"properties":{"$value":\#(own),"b":\#(own)},"type":"object"}}
        """#
    )
  }

  @Test func aNameBesideAValueMayStandThereAsAWhole() throws {
    let own = #"{"default":1,\#(Self.number)}"#
    let keys = ["a", "a.b", "a.b.c"].map { DefaultsKey($0, defaultValue: 1) }
    #expect(try text(of: property("a.b", of: keys)).contains(#""properties":{"$value":\#(own),"c":\#(own)}"#))
    let schema = try JSONSerialization.jsonObject(with: NamespaceAudit(keys: keys).jsonSchema()) as? [String: Any]
    let root = try #require(schema?["properties"] as? [String: [String: Any]])
    let members = try #require((root["a"]?["then"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(root.keys.sorted() == ["a", "a.b"] && members.keys.sorted() == ["$value", "b", "b.c"])
    #expect(
      try text(of: members["b"]) == #"""
        {"else":\#(own),"if":{"type":"object"},"then":{"properties":{"c":\#(own)},"type":"object"}}
        """#
    )
  }

  @Test func anObjectOfTheFileMayBeAValueOfItsOwn() throws {
    let own = #""additionalProperties":{\#(Self.number)},"default":{}"#
    let end = #""title":"a dictionary such as {\"a\": 1}","type":"object""#
    #expect(
      try text(of: property("a", of: [DefaultsKey<[String: Int]>("a", defaultValue: [:])]))
        == #"{\#(own),"properties":{"$value":{\#(own),\#(end)}},\#(end)}"#
    )
    let keys = [DefaultsKey("a", defaultValue: Limits(), bridge: .dictionary), DefaultsKey("a.b", defaultValue: true)]
    let properties = try #require(try property("a", of: keys)?["properties"] as? [String: Any])
    #expect(properties.keys.sorted() == ["$value", "b", "count"])
  }

  // MARK: Helpers

  private func property(_ path: String..., of keys: [DefaultsKeys]) throws -> [String: Any]? {
    var schema = try JSONSerialization.jsonObject(with: NamespaceAudit(keys: keys).jsonSchema()) as? [String: Any]
    for name in path { schema = (schema?["properties"] as? [String: Any])?[name] as? [String: Any] }
    return schema
  }

  private func text(of json: Any?) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: json ?? NSNull(),
      options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    )
    return String(decoding: data, as: UTF8.self)
  }
}
