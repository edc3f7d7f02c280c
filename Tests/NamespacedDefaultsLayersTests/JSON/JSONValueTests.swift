import Foundation
import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// The text of stored values, and the stored values of texts.
@Suite struct JSONValueTests {
  /// Stored values that come back equal from their texts.
  static let written: [(value: PropertyListValue, text: String)] = [
    (true, "true"), (false, "false"), (1, "1"), (-5, "-5"), (1.0, "1.0"), (.double(-0.0), "-0.0"), (0.1, "0.1"),
    (1e300, "1e+300"),
    (.integer(.min), "-9223372036854775808"), (.unsignedInteger(.max), "18446744073709551615"),
    (.double(.leastNonzeroMagnitude), "5e-324"),
    (.double(.infinity), #"{"$double": "inf"}"#), (.double(-.infinity), #"{"$double": "-inf"}"#),
    (.double(.nan), #"{"$double": "nan"}"#),
    ("", #""""#), ("żółw \"\\\n\t\u{1}\u{7f}", #""żółw \"\\\n\t\u0001\u007f""#),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), #""2001-01-01T00:00:00Z""#),
    (.date(Date(timeIntervalSinceReferenceDate: 0.1)), #""2001-01-01T00:00:00.1Z""#),
    (.date(Date(timeIntervalSinceReferenceDate: -0.1)), #""2000-12-31T23:59:59.9Z""#),
    (.date(Date(timeIntervalSinceReferenceDate: 817_044_482.6241012)), #""2026-11-22T12:48:02.6241012Z""#),
    (.date(Date(timeIntervalSinceReferenceDate: 1e-7)), #""2001-01-01T00:00:00.0000001Z""#),
    (.date(Date(timeIntervalSinceReferenceDate: 1e300)), #"{"$date": "1e+300"}"#),
    ("2001-01-01T00:00:00Z", #""\u0032001-01-01T00:00:00Z""#),
    ("2001-01-01", #""2001-01-01""#), ("2001-01-01T00:00:00.0Z", #""2001-01-01T00:00:00.0Z""#),
    (.data(Data([0, 255])), #"{"$data": "AP8="}"#), (.data(Data()), #"{"$data": ""}"#),
    (.data(Data("{}x".utf8)), #"{"$data": "e314"}"#),
    ([], "[]"), ([1, "a", [true]], #"[1, "a", [true]]"#),
    ([:], "{}"), (["b": 1, "a": ["c": []]], #"{"a": {"c": []}, "b": 1}"#),
    (["$data": "AA=="], #"{"\u0024data": "AA=="}"#), (["$ref": 1], #"{"$ref": 1}"#),
    (
      [.date(Date(timeIntervalSinceReferenceDate: 1)), .data(Data([1]))],
      #"["2001-01-01T00:00:01Z", {"$data": "AQ=="}]"#
    ),
  ]

  @Test(arguments: written) func aStoredValueHasOneTextAndComesBack(_ value: PropertyListValue, _ text: String) throws {
    #expect(try edited(#"{"n": {"-": 0}}"#, ["n.a": value]) == #"{"n": {"-": 0, "a": \#(text)}}"#)
    #expect(try JSONContents(Array(#"{"n": {"a": \#(text)}}"#.utf8)).values == ["n.a": value])
  }

  /// What people may write besides.
  static let read: [(text: String, value: PropertyListValue)] = [
    ("+1", 1), (".5", 0.5), ("5.", 5.0), ("-.5e1", -5.0), ("1e3", 1000.0), ("0x1F", 31), ("-0x10", -16),
    ("0XFFFFFFFFFFFFFFFF", .unsignedInteger(.max)),
    ("Infinity", .double(.infinity)), ("-Infinity", .double(-.infinity)), ("NaN", .double(.nan)), ("-0", 0),
    ("'it\\'s \"x\"'", "it's \"x\""), (#""\x41\v\/\u00e9\ud83d\udc22""#, "A\u{b}/é🐢"), ("\"a\\\nb\"", "ab"),
    ("[1, /* two */ 2,]", [1, 2]), ("{a: 1, 'b': 2, /* c */}", ["a": 1, "b": 2]),
    // A number that fits nothing stays the text that it is.
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("1e999", "1e999"),
    ("-9223372036854775809", "-9223372036854775809"), ("127.99999999999999999999", "127.99999999999999999999"),
    ("1e-400", "1e-400"),
    // A list with a null is the JSON that it is, as a program stores it.
    ("[1, /* c */ null]", .data(Data("[1,null]".utf8))),
    ("['a', {b: [0x10, null]}]", ["a", ["b": .data(Data("[16,null]".utf8))]]),
    // Not in the form in which dates are written, so that a key of a string gets what was written.
    ("\"2001-01-01T00:00:00+00:00\"", "2001-01-01T00:00:00+00:00"),
    (#"{"$data": "no Base64!"}"#, ["$data": "no Base64!"]), (#"{"$data": "AA==", "x": 1}"#, ["$data": "AA==", "x": 1]),
  ]

  @Test(arguments: read) func whatPeopleWriteIsRead(_ text: String, _ value: PropertyListValue) throws {
    #expect(try JSONContents(Array("{n: {a: \(text)}}".utf8)).values == ["n.a": value])
  }

  struct Profile: Codable, Equatable, DefaultsSerializable {
    var name: String
    var since: Date
    var site: URL
    var photo: Data?
  }

  @Test func aCodableIsAnObject() throws {
    let directory = try JSONDirectory()
    let key = DefaultsKey<Profile?>("Account.profile", store: try directory.store())
    let profile = Profile(
      name: "Ann",
      since: Date(timeIntervalSinceReferenceDate: 1.5),
      site: URL(string: "https://a.example")!,
      photo: Data([1])
    )
    key.value = profile
    #expect(try directory.text().contains(#""name": "Ann""#))
    #expect(key.value == profile)
    #expect(try key.read() == profile)
  }

  @Test func aPersonMayWriteDatesAndLeaveOutMembersOfACodable() throws {
    let directory = try JSONDirectory()
    try directory.write(
      #"{"Account": {"profile": {"name": "2026-01-31T00:00:00Z", "since": "2001-01-02", "site": "https://a.example"}}}"#
    )
    let key = DefaultsKey<Profile?>("Account.profile", store: try directory.store())
    #expect(
      try key.read()
        == Profile(
          name: "2026-01-31T00:00:00Z",
          since: Date(timeIntervalSinceReferenceDate: 86_400),
          site: URL(string: "https://a.example")!
        )
    )
  }

  static let dates: [(text: String, seconds: Double)] = [
    ("2001-01-02", 86_400), ("2001-01-01 00:01", 60), ("2001-01-01T00:00:01Z", 1), ("2001-01-01T00:00:01.25z", 1.25),
    ("2001-01-01T02:00:00+02:00", 0), ("2001-01-01T00:00:00-0130", 5400), ("2001-01-01t01:00:00 +01", 0),
  ]

  @Test(arguments: dates) func aKeyOfADateReadsItAsPeopleWriteIt(_ text: String, _ seconds: Double) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": \"\(text)\"}")
    let store = try directory.store()
    #expect(try DefaultsKey<Date?>("a", store: store).read() == Date(timeIntervalSinceReferenceDate: seconds))
    #expect(try DefaultsKey<String?>("a", store: store).read() == text)
  }

  @Test(arguments: ["2001-02-29", "2001-13-01", "2001-1-1", "2001-01-01T24:00", "2001-01-01T00:00:00Zx", "yesterday"])
  func whatIsNoDateIsReported(_ text: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": \"\(text)\"}")
    #expect(throws: DefaultsError.self) { try DefaultsKey<Date?>("a", store: try directory.store()).read() }
  }

  @Test(arguments: ["-9223372036854775809", "127.99999999999999999999", "1e-400", "18446744073709551617"])
  func aNumberIsNeverCut(_ text: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": \(text)}")
    let store = try directory.store()
    #expect(throws: DefaultsError.self) { try DefaultsKey<Int?>("a", store: store).read() }
    #expect(throws: DefaultsError.self) { try DefaultsKey<UInt?>("a", store: store).read() }
    #expect(throws: DefaultsError.self) { try DefaultsKey<Int8?>("a", store: store).read() }
  }

  @Test func aDecimalReadsMoreDigitsThanADouble() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 12345678901234567890123}"#)
    let key = DefaultsKey<Decimal?>("a", store: try directory.store())
    #expect(try key.read() == Decimal(string: "12345678901234567890123"))
  }
}
