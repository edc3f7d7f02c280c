import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct RoundTripTests {
  @Test func truthValues() throws {
    try expectRoundTrip(true, .bool(true))
    try expectRoundTrip(false, .bool(false))
  }

  @Test func integersAtTheirLimits() throws {
    try expectRoundTrip(Int.max, .integer(.max))
    try expectRoundTrip(Int.min, .integer(.min))
    try expectRoundTrip(Int8.min, .integer(-128))
    try expectRoundTrip(Int16.max, .integer(32767))
    try expectRoundTrip(Int32.min, .integer(-2_147_483_648))
    try expectRoundTrip(Int64.min, .integer(.min))
    try expectRoundTrip(UInt8.max, .integer(255))
    try expectRoundTrip(UInt16.max, .integer(65535))
    try expectRoundTrip(UInt32.max, .integer(4_294_967_295))
    try expectRoundTrip(UInt64(Int64.max), .integer(.max))
    try expectRoundTrip(UInt64.max, .unsignedInteger(.max))
    try expectRoundTrip(UInt.max, .unsignedInteger(.max))
    try expectRoundTrip(0, .integer(0))
  }

  @Test func floatingPoint() throws {
    try expectRoundTrip(0.1, .double(0.1))
    try expectRoundTrip(3.0, .double(3))
    try expectRoundTrip(Double.infinity, .double(.infinity))
    try expectRoundTrip(-Double.infinity, .double(-.infinity))
    try expectRoundTrip(Double.greatestFiniteMagnitude, .double(1.7976931348623157e308))
    try expectRoundTrip(Double.leastNonzeroMagnitude, .double(0x1p-1074))
    try expectRoundTrip(Float(0.1), .double(0.1))
    try expectRoundTrip(Float.greatestFiniteMagnitude, .double(3.4028234663852886e38))
    try expectRoundTrip(Float.infinity, .double(.infinity))
    try expectRoundTrip(Float.leastNonzeroMagnitude, .double(1e-45))
  }

  @Test func notANumber() throws {
    #expect(Double.nan.propertyListValue() == .double(.nan))
    #expect(try decodeStored(Double.self, from: .double(.nan)).isNaN)
    #expect(try decodeStored(Float.self, from: .double(.nan)).isNaN)
    #expect(Float.nan.propertyListValue() == .double(.nan))
  }

  @Test func negativeZeroKeepsItsSign() throws {
    #expect(try decodeStored(Double.self, from: .double(-0.0)).sign == .minus)
    #expect((-0.0).propertyListValue() == .double(-0.0))
    #expect(try decodeStored(Float.self, from: .double(-0.0)).sign == .minus)
    #expect(Float(-0.0).propertyListValue() == .double(-0.0))
  }

  @Test func texts() throws {
    try expectRoundTrip("", .string(""))
    try expectRoundTrip("a\0b\u{1}\n😀e\u{301}", .string("a\0b\u{1}\n😀e\u{301}"))
    try expectRoundTrip("\"quoted\"", .string("\"quoted\""))
    try expectRoundTrip("{\"value\":\"x\"}", .string("{\"value\":\"x\"}"))
    try expectRoundTrip(String(repeating: "ab", count: 2_000_000), .string(String(repeating: "ab", count: 2_000_000)))
  }

  @Test func bytes() throws {
    try expectRoundTrip(Data(), .data(Data()))
    try expectRoundTrip(Data([0, 255]), .data(Data([0, 255])))
    try expectRoundTrip(Data("{\"value\":\"AQ==\"}".utf8), .data(Data("{\"value\":\"AQ==\"}".utf8)))
    try expectRoundTrip(Data(repeating: 7, count: 5_000_000), .data(Data(repeating: 7, count: 5_000_000)))
  }

  @Test func moments() throws {
    try expectRoundTrip(someDate, .date(Date(timeIntervalSinceReferenceDate: 700_000_000)))
    try expectRoundTrip(Date(timeIntervalSince1970: -0.25), .date(Date(timeIntervalSince1970: -0.25)))
    try expectRoundTrip(Date.distantPast, .date(.distantPast))
  }

  @Test func urls() throws {
    for text in [
      "https://a.b/c?d=e", "https://a.b/c?d=e#f", "file:///tmp/a%20b/", "mailto:a@b.c", "relative/path", "//host/path",
      "https://user:p@a.b:80/%E2%82%AC?q=%22", "data:text/plain,hi", "?q", "#f",
    ] {
      try expectRoundTrip(#require(URL(string: text)), .string(text))
    }
    try expectRoundTrip(URL(filePath: "/tmp/ä b"), "file:///tmp/%C3%A4%20b")
    #expect(
      try URL(string: "c", relativeTo: URL(string: "https://a.b/"))?.propertyListValue() == "https://a.b/c"
    )
  }

  @Test(arguments: ["/path", "~/path", "~"]) func aRelativeURLThatWouldComeBackAsAFileIsAnError(_ text: String) throws {
    let url = try #require(URL(string: text))
    let reason = "a relative URL that begins with / or ~ would come back as a file's"
    #expect(throws: DefaultsError.notEncodable(type: "URL", reason: reason)) { try url.propertyListValue() }
  }

  @Test func uuids() throws {
    try expectRoundTrip(
      #require(UUID(uuidString: "c0ffee00-1234-4abc-8def-0123456789ab")),
      "C0FFEE00-1234-4ABC-8DEF-0123456789AB"
    )
  }

  @Test func decimals() throws {
    try expectRoundTrip(Decimal(string: "0.1")!, "0.1")
    try expectRoundTrip(Decimal(string: "-12345678901234567890.123456789")!, "-12345678901234567890.123456789")
    try expectRoundTrip(Decimal(0), "0")
    try expectRoundTrip(Decimal.nan, "NaN")
    try expectRoundTrip(
      Decimal(sign: .plus, exponent: 127, significand: 3),
      .string("3" + String(repeating: "0", count: 127))
    )
    try expectRoundTrip(
      Decimal(sign: .minus, exponent: -128, significand: 7),
      .string("-0." + String(repeating: "0", count: 127) + "7")
    )
    try expectRoundTrip(
      Decimal(string: "340282366920938463463374607431768211455")!,
      "340282366920938463463374607431768211455"
    )
  }

  @Test func durations() throws {
    try expectRoundTrip(Duration.seconds(90), "1m30s")
    try expectRoundTrip(Duration.milliseconds(1500), "1.5s")
    try expectRoundTrip(Duration(secondsComponent: 0, attosecondsComponent: -1), "-0.000000000000000001s")
    try expectRoundTrip(
      Duration(secondsComponent: .max - 1, attosecondsComponent: 999_999_999_999_999_999),
      "2562047788015215h30m6.999999999999999999s"
    )
    #expect(throws: DefaultsError.self) { try Duration.seconds(1e20).propertyListValue() }
  }

  @Test func ranges() throws {
    try expectRoundTrip(1..<5, [1, 5])
    try expectRoundTrip(1...5, [1, 5])
    try expectRoundTrip(3..<3, [3, 3])
    try expectRoundTrip(0.5...1.5, [0.5, 1.5])
    try expectRoundTrip("a"..."b", ["a", "b"])
    try expectRoundTrip(
      Date(timeIntervalSinceReferenceDate: 0)..<someDate,
      [
        .date(Date(timeIntervalSinceReferenceDate: 0)), .date(someDate),
      ]
    )
  }

  @Test func collections() throws {
    try expectRoundTrip([Int](), [])
    try expectRoundTrip([String: Int](), [:])
    try expectRoundTrip(Set<Int>(), [])
    try expectRoundTrip([[1], [], [2, 3]], [[1], [], [2, 3]])
    try expectRoundTrip(["": ["b.c": true]], ["": ["b.c": true]])
    try expectRoundTrip([[Theme.dark]], [["dark"]])
    try expectRoundTrip(Array(0..<100_000), .array((0..<100_000).map { .integer($0) }))
  }

  @Test func setsAreStoredInOneOrder() throws {
    try expectRoundTrip(Set([3, -1, 20]), [-1, 3, 20])
    try expectRoundTrip(Set(["b", "", "a", "ab", "é"]), ["", "a", "ab", "b", "é"])
    try expectRoundTrip(Set([UInt64.max, 1, UInt64(Int64.max)]), [1, .integer(.max), .unsignedInteger(.max)])
    try expectRoundTrip(Set([0.5, -.infinity, .infinity]), [.double(-.infinity), 0.5, .double(.infinity)])
    try expectRoundTrip(Set([true, false]), [false, true])
    try expectRoundTrip(Set([[2], [1, 5], [1]]), [[1], [1, 5], [2]])
    try expectRoundTrip(Set([["b": 1], ["a": 2], ["a": 1]]), [["a": 1], ["a": 2], ["b": 1]])
    try expectRoundTrip(Set([Theme.light, .dark]), ["dark", "light"])
    try expectRoundTrip(Set([Data([2]), Data([1, 9])]), [.data(Data([1, 9])), .data(Data([2]))])
    try expectRoundTrip(
      Set<PropertyListValue>([["a": 1], [1], "a", 1, true, 1.0, .date(someDate), .data(Data())]),
      [true, 1, 1.0, "a", .date(someDate), .data(Data()), [1], ["a": 1]]
    )
  }

  @Test func dictionariesByOtherKeys() throws {
    try expectRoundTrip([1: "a", -2: "b"], ["1": "a", "-2": "b"])
    try expectRoundTrip([UInt64.max: 1], ["18446744073709551615": 1])
    try expectRoundTrip([Theme.dark: 1], ["dark": 1])
    try expectRoundTrip([Level.high: true], ["10": true])
    try expectRoundTrip([Identifier(rawValue: "x"): [Mood.good]], ["x": ["good"]])
    let id = UUID()
    try expectRoundTrip([id: 1], .dictionary([id.uuidString: 1]))
    try expectRoundTrip([true: 1, false: 0], ["true": 1, "false": 0])
    try expectRoundTrip([0.1: 1, 2: 2, -.infinity: 3], ["0.1": 1, "2.0": 2, "-inf": 3])
    try expectRoundTrip([Float(0.1): 1], ["0.1": 1])
  }

  @Test func keysWithoutANameAreAnError() {
    #expect(throws: DefaultsError.self) { try [Data(): 1].propertyListValue() }
    #expect(throws: DefaultsError.self) { try [Int?.none: 1].propertyListValue() }
  }

  @Test func twoKeysOfOneNameAreAnError() {
    let keys: [PropertyListValue: Int] = [1: 1, "1": 2]
    #expect(
      throws: DefaultsError.notEncodable(
        type: "Dictionary<PropertyListValue, Int>",
        reason: "two keys have one stored form"
      )
    ) { try keys.propertyListValue() }
    expectMismatch([Int: Int].self, ["1": 1, "01": 2])
  }

  @Test func aCollectionWithNilIsJSON() throws {
    func expect<Value: DefaultsSerializable & Equatable>(_ value: Value, _ json: String) throws {
      #expect(try value.propertyListValue() == .data(Data(json.utf8)))
      #expect(try decodeStored(Value.self, from: .data(Data(json.utf8))) == value)
    }
    try expect([1, nil], "[1,null]")
    try expect([nil, someDate], "[null,700000000]")
    try expect(Set([2, nil, 1]), "[null,1,2]")
    try expect(["a": nil, "b": 1] as [String: Int?], #"{"a":null,"b":1}"#)
    try expect([Mood.good, nil], #"["good",null]"#)
    try expectRoundTrip([1, 2] as [Int?], [1, 2])
  }

  @Test func nilInACollectionThatIsNotCodableIsAnError() {
    let error = DefaultsError.notEncodable(
      type: "Array<Optional<Theme>>",
      reason: "nil has a stored form only inside of a collection that is Codable"
    )
    #expect(throws: error) { try [Theme.dark, nil].propertyListValue() }
  }

  #if UserDefaults
    @Test func graphicsNumbers() throws {
      try expectRoundTrip(CGFloat(1.5), 1.5)
      try expectRoundTrip([CGFloat(1.5): 1], ["1.5": 1])
      #expect(try decodeStored(CGFloat.self, from: "2") == 2)
      expectMismatch(CGFloat.self, "x", [1])
    }
  #endif

  #if UserDefaults
    @Test func aClassWithBothCodingsIsJSONAndReadFromAnArchive() throws {
      try expectRoundTrip(Salamander(name: "Bo"), .data(Data(#"{"name":"Bo"}"#.utf8)))
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: Salamander(name: "Bo"),
        requiringSecureCoding: true
      )
      #expect(try decodeStored(Salamander.self, from: .data(archive)) == Salamander(name: "Bo"))
      expectMismatch(Salamander.self, 1, .data(Data([1])))
    }
  #endif

  @Test func storedValuesThemselves() throws {
    for value in everyKind { try expectRoundTrip(value, value) }
  }

  @Test func rawValues() throws {
    try expectRoundTrip(Theme.dark, "dark")
    try expectRoundTrip(Level.high, 10)
    try expectRoundTrip([.read, .write] as Permissions, 3)
    try expectRoundTrip([] as Permissions, 0)
    try expectRoundTrip(Identifier(rawValue: ""), "")
  }

  @Test func theRawValueWinsOverCodable() throws {
    try expectRoundTrip(Mood.bad, "bad")
    try expectRoundTrip(Grade.tenth, 10)
    try expectRoundTrip(Flags.top, 128)
  }

  @Test func codables() throws {
    try expectRoundTrip(Profile(name: "Ann", age: 3), .data(Data(#"{"age":3,"name":"Ann"}"#.utf8)))
    try expectRoundTrip(Shape.point, .data(Data(#"{"point":{}}"#.utf8)))
    try expectRoundTrip(Shape.circle(radius: 1.5), .data(Data(#"{"circle":{"radius":1.5}}"#.utf8)))
    // Looks like what another library wraps around a value.
    try expectRoundTrip(Measurement(value: 2.5), .data(Data(#"{"value":2.5}"#.utf8)))
  }

  @Test func aCodableThatJSONCannotHoldIsAnError() {
    let error = DefaultsError.notEncodable(type: "Measurement", reason: "its value is no finite number")
    #expect(throws: error) { try Measurement(value: .nan).propertyListValue() }
    #expect(throws: error) { try [Measurement(value: .infinity)].propertyListValue() }
  }

  @Test func deepNesting() throws {
    var stored: PropertyListValue = 1
    for _ in 0..<500 { stored = [stored] }
    try expectRoundTrip(stored, stored)
    #expect(stored.description == String(repeating: "[", count: 500) + "1" + String(repeating: "]", count: 500))
  }
}
