import Foundation
import NamespacedDefaults

// What is kept in every store; the names of the rows say what is odd.
extension FormRow {
  static let all = scalars + texts + dates + data + collections + codables + bridges + names

  private static let scalars: [FormRow] = [
    FormRow("true", true), FormRow("false", false),
    FormRow("zero", 0), FormRow("the least Int", Int.min), FormRow("the greatest Int", Int.max),
    FormRow("the greatest Int8", Int8.max), FormRow("the least Int32", Int32.min),
    FormRow("a UInt64 above Int64.max", UInt64.max), FormRow("a UInt64 of Int64.max", UInt64(Int64.max)),
    FormRow(bits: 0), FormRow(bits: -0.0, inXMLFile: 0), FormRow(bits: 0.1), FormRow(bits: 3),
    FormRow(bits: 0x1p53), FormRow(bits: 1e300), FormRow(bits: .leastNonzeroMagnitude),
    FormRow(bits: .greatestFiniteMagnitude), FormRow(bits: .infinity), FormRow(bits: -.infinity), FormRow(bits: .nan),
    FormRow("a Float", Float(0.1)), FormRow("a Decimal", Decimal(string: "-12345678901234567890.123456789")!),
    FormRow("a Decimal that is no number", Decimal.nan),
    FormRow("a Duration", Duration(secondsComponent: -5, attosecondsComponent: -1)),
    FormRow("a UUID", UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")!),
    FormRow("a URL", URL(string: "https://user:p@a.example:80/%E2%82%AC?q=%22#f")!),
    FormRow("an enum of strings", FormTheme.dark), FormRow("an enum of integers", FormLevel.low),
    FormRow("an option set", FormFlags(rawValue: 1 << 63)),
    FormRow("half of a range", 0.5...1.5), FormRow("a range of dates", seconds(0)..<seconds(1)),
  ]

  private static let texts: [FormRow] =
    [
      "", " ", "a\u{0}b\u{1}\u{7f}", "\r\n\t\u{2028}\u{85}", "żółw 🐢 e\u{301} é", "\"\\/<&>]]>", "2026-01-31T15:04:05Z",
      "2026-01-31", "9", "1e400", "true", "null", "[1,2]", #"{"a":1}"#, #"{"value":"x"}"#, "{\"$data\":\"AA==\"}",
      "a\u{feff}",
    ].map { FormRow("text: \($0.debugDescription)", $0) }
    + [FormRow("text that begins with U+FEFF", "\u{feff}a", refusedBy: FormStore.xmlFiles)]

  private static let dates: [FormRow] = [
    FormRow("a whole second", Date(timeIntervalSinceReferenceDate: 817_044_482)),
    FormRow("a fraction", seconds(817_044_482.6241012), inXMLFile: seconds(817_044_482)),
    FormRow("a fraction before 2001", seconds(-0.25), inXMLFile: seconds(-1)),
    FormRow("before the Gregorian calendar", seconds(-14_000_000_000)), FormRow("the distant past", Date.distantPast),
    FormRow("the distant future", Date.distantFuture),
    FormRow("beyond the year 9999", seconds(300_000_000_000)),
    FormRow("dates in a list", [seconds(1.5), seconds(2)], inXMLFile: [seconds(1), seconds(2)]),
  ]

  private static let data: [FormRow] =
    [
      "", "{}", "[]", #"{"a":1}"#, "[1,2]", #"{"a":[{"b":[true,false]}],"c":"d"}"#, #"{"b":1,"a":2}"#, #"{ "a": 1 }"#,
      #"{"a":1}"# + "\n", "\u{feff}{}", #"{"a":1,"a":2}"#, "[1.0]", "[1e2]", "[1E2]", "[-0.0]", "[-0]", "[0.10]",
      "[0.1]",
      "[1e+300]", "[1e300]", "[9007199254740993]", "[9007199254740993.0]", "[18446744073709551615]",
      "[123456789012345678901234567890]", "[1e999]", "[5e-324]", "[null]", #"["\u0041"]"#, #"["\u0000\n"]"#,
      #"["a/b"]"#,
      #"["a\/b"]"#, #"["é"]"#, "[\"e\u{301}\"]", "{\"e\u{301}\":1,\"é\":2}", #"["2026-01-31T15:04:05Z"]"#,
      #"{"2026-01-31T15:04:05Z":"2026-01-31T15:04:05.25Z"}"#, #"{"$data":"AA=="}"#, #"{"$value":1}"#, #"{"$date":"1"}"#,
      #"{"$double":"inf"}"#, #"{"$json":[1]}"#, #"{"$dictionary":["a",1]}"#, #"{"value":{"a":1}}"#, #"{"":""}"#, "1",
      #""text""#, "true", "null", "{", "bplist00", "<plist/>", nested(100), nested(101), nested(128), nested(129),
    ].map { FormRow(data: $0) } + [
      FormRow("bytes that are no text", Data([0, 255, 10])),
      FormRow("data in a list", [Data("[1]".utf8), Data(), Data(#"{"a":1}"#.utf8)]),
      FormRow("data in a set", Set([Data("[1]".utf8), Data("{}".utf8), Data([1])])),
      FormRow("data in a dictionary", ["a": Data("[1]".utf8), "b": Data(#"{"$data":"AA=="}"#.utf8)]),
      FormRow("data in lists", [[Data("[[]]".utf8)], []]),
      FormRow("a raw value that is data", FormToken(rawValue: Data(#"{"a":"2026-01-31T15:04:05Z"}"#.utf8))),
      FormRow("a type over data", FormBlob(bytes: Array(#"{"a":[1]}"#.utf8))),
      FormRow("types over data in a list", [FormBlob(bytes: Array("[]".utf8)), FormBlob(bytes: [1])]),
    ]

  private static let collections: [FormRow] = [
    FormRow("an empty list", [Int]()), FormRow("an empty dictionary", [String: Int]()),
    FormRow("an empty set", Set<Int>()),
    FormRow("lists in lists", [[1], [], [2, 3]]), FormRow("a list of dictionaries", [["a": [true]], [:]]),
    FormRow("a dictionary of one name that is a notation", ["$data": "AA=="]),
    FormRow("a dictionary whose names have dots", ["a.b": 1, "": 2, "a": 3]),
    FormRow("numbers as names", [1: "a", -2: "b"]),
    FormRow("a set of big numbers", Set([UInt64.max, 0])), FormRow("a list with nil", [1, nil, 3]),
    FormRow("a dictionary with nil", ["a": nil, "b": 1] as [String: Int?]),
    FormRow("a list of enums", FormTheme.allCases),
    FormRow("a list with nil and dates", [seconds(0.5), nil] as [Date?]),
    FormRow("a list of texts that look like dates", ["2026-01-31T15:04:05Z", "2026-01-31"]),
    FormRow("stored values", PropertyListValue.array([1, "1", true, 0.5, [:], .unsignedInteger(.max)])),
  ]

  private static let codables: [FormRow] = [
    FormRow("a Codable", FormTrip()),
    FormRow("a Codable in a Codable", FormTrip(stops: [FormTrip(note: ""), FormTrip()])),
    FormRow("a list of Codables", [FormTrip(), FormTrip(title: "")]),
    FormRow("a dictionary of Codables", ["a.b": FormTrip()]),
    FormRow("a list of Codables with nil", [FormTrip(), nil]),
    FormRow("an enum with a payload", FormShape.circle(radius: 0.1)), FormRow("an enum without one", FormShape.point),
  ]

  private static let bridges: [FormRow] = [
    FormRow("jsonData", FormTrip(), bridge: .jsonData), FormRow("jsonData of a list", [1, 2], bridge: .jsonData),
    FormRow("jsonData of a number", 5, bridge: .jsonData), FormRow("jsonString", FormTrip(), bridge: .jsonString),
    FormRow(
      "dictionary with data that are JSON",
      FormTrip(start: seconds(0), photo: Data("[1,2]".utf8)),
      bridge: .dictionary
    ),
    FormRow("dictionary", FormTrip(), inXMLFile: FormTrip(start: seconds(0)), bridge: .dictionary),
    FormRow("propertyList", FormTrip(), bridge: .propertyList),
    FormRow("json of an encoder", FormTrip(start: seconds(1)), bridge: .isoJSON),
    FormRow("json of an encoder, a list", [1, 2], bridge: .ownJSON),
    FormRow("json of an encoder, nothing", [], bridge: .ownJSON),
    FormRow("json of an encoder, with spaces", ["a/b": 1, "c": 0.5], bridge: .prettyJSON),
    FormRow("rawValue", FormTheme.dark, bridge: .rawValue),
    FormRow("a bridge over data", Array(#"{"a":1}"#.utf8), bridge: .ownData),
    FormRow("a bridge over data, with a rule", Array("[1]".utf8), bridge: .ownData.validating(.init("any") { $0 })),
    FormRow("a bridge over data in a dictionary", ["a": Data("[1]".utf8), "b": Data([1])], bridge: .ownMembers),
  ]

  private static let names: [FormRow] =
    [
      "", " ", ".", "a..b.", "a.b.c", "$value", "$data", "\"\\\n", "żółw 🐢", "e\u{301}.é",
      "a\u{0}",
      "2026-01-31T15:04:05Z",
    ].map { FormRow("name: \($0.debugDescription)", FormShape.circle(radius: 0.5), name: $0) }
    + [FormRow("name that begins with U+FEFF", Data("[1]".utf8), name: "\u{feff}a", refusedBy: FormStore.xmlFiles)]

  private static func seconds(_ time: Double) -> Date { Date(timeIntervalSinceReferenceDate: time) }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
