import Foundation
import Testing

@testable import NamespacedDefaults

/// What is read as what, a row per decision; `nil` is a mismatch.
@Suite struct ReadingTests {
  private func read<Value: DefaultsSerializable>(_ stored: PropertyListValue, as type: Value.Type) -> Value? {
    try? decodeStored(type, from: stored)
  }

  @Test(
    arguments: [
      (true, true), (false, false),
      (1, true), (0, false), (2, nil), (-1, nil),
      (1.0, true), (0.0, false), (.double(-0.0), false), (0.5, nil), (.double(.nan), nil),
      ("YES", true), ("yes", true), ("Y", true), ("y", true), ("T", true), ("t", true), ("N", false), ("n", false),
      ("F", false), ("f", false), ("No", false), ("true", true), ("FALSE", false), ("1", true), ("0", false),
      (" yes\n", true), ("", nil), ("2", nil), ("maybe", nil), ("on", nil), ("1.0", nil),
      (.unsignedInteger(1), nil),
    ] as [(PropertyListValue, Bool?)]
  )
  func bool(_ stored: PropertyListValue, _ value: Bool?) {
    #expect(read(stored, as: Bool.self) == value)
  }

  @Test(
    arguments: [
      (7, 7), (-7, -7), (.integer(.max), .max), (.integer(.min), .min), (.unsignedInteger(.max), nil),
      (.unsignedInteger(5), 5),
      (3.0, 3), (3.7, nil), (.double(-0.0), 0), (1e18, 1_000_000_000_000_000_000), (0x1p63, nil), (-0x1p63, .min),
      (.double(.nan), nil), (.double(.infinity), nil),
      (true, 1), (false, 0),
      ("42", 42), ("-42", -42), ("+42", 42), (" 42\n", 42), ("042", 42), ("3.0", 3), ("3.", 3), ("3.7", nil),
      ("9223372036854775807", .max), ("9223372036854775808", nil), ("9007199254740993.0", 9_007_199_254_740_993),
      ("", nil), (" ", nil), ("-", nil), (".0", nil), ("4 2", nil), ("42abc", nil), ("0x2A", nil), ("1e3", nil),
      ("NaN", nil), ("YES", nil), ("1,000", nil),
    ] as [(PropertyListValue, Int?)]
  )
  func int(_ stored: PropertyListValue, _ value: Int?) {
    #expect(read(stored, as: Int.self) == value)
  }

  @Test func aNarrowIntegerTakesWhatFits() {
    #expect(read(127, as: Int8.self) == 127)
    #expect(read(128, as: Int8.self) == nil)
    #expect(read(-128.0, as: Int8.self) == -128)
    #expect(read("-129", as: Int8.self) == nil)
    #expect(read(-1, as: UInt8.self) == nil)
    #expect(read(256, as: UInt8.self) == nil)
    #expect(read("255", as: UInt8.self) == 255)
    #expect(read(65536, as: UInt16.self) == nil)
    #expect(read(4_294_967_296, as: Int32.self) == nil)
    #expect(read(-1, as: UInt64.self) == nil)
    #expect(read(0x1p63, as: UInt64.self) == 9_223_372_036_854_775_808)
    #expect(read("18446744073709551615", as: UInt64.self) == .max)
    #expect(read("18446744073709551616", as: UInt64.self) == nil)
  }

  @Test(
    arguments: [
      (1.5, 1.5), (7, 7), (true, 1), (false, 0),
      (9_007_199_254_740_992, 0x1p53), (9_007_199_254_740_993, nil), (.unsignedInteger(1 << 63), 0x1p63),
      (.unsignedInteger(.max), nil), (.integer(.max), nil), (.integer(.min), -0x1p63),
      ("1.5", 1.5), ("-1e3", -1000), (" 0.1 ", 0.1), (".5", 0.5), ("42", 42), ("9007199254740993", nil),
      ("inf", .infinity), ("-infinity", -.infinity), ("1e400", nil), ("", nil), ("1,5", nil), ("0x1p3", nil),
      ("1.5abc", nil), ("YES", nil), ("info", nil), ("9007199254740993.0", nil), ("1e-400", nil), ("0e-400", 0),
    ] as [(PropertyListValue, Double?)]
  )
  func double(_ stored: PropertyListValue, _ value: Double?) {
    #expect(read(stored, as: Double.self) == value)
  }

  @Test(
    arguments: [
      (1.5, 1.5), (0.1, 0.1), (16_777_216, 16_777_216), (16_777_217, nil), (1e300, nil), (-1e300, nil),
      (.double(.infinity), .infinity), (1e-300, nil), ("0.1", 0.1), ("1e39", nil), ("16777217", nil), (true, 1),
      (.double(16_777_216), 16_777_216), (.double(16_777_217), nil), (.double(1e-50), nil), ("1e-50", nil),
      ("16777217.0", nil), ("1.6777217e7", nil), (.double(-0.0), 0),
    ] as [(PropertyListValue, Float?)]
  )
  func float(_ stored: PropertyListValue, _ value: Float?) {
    #expect(read(stored, as: Float.self) == value)
  }

  @Test func notANumberIsReadFromATextToo() {
    #expect(read("NaN", as: Double.self)?.isNaN == true)
    #expect(read("nan", as: Float.self)?.isNaN == true)
  }

  @Test(
    arguments: [
      ("text", "text"), ("", ""), ("\"quoted\"", "\"quoted\""), ("[1]", "[1]"),
      (42, "42"), (-1, "-1"), (.unsignedInteger(.max), "18446744073709551615"),
      (true, "1"), (false, "0"), (3.5, "3.5"), (3.0, "3"), (0.1, "0.1"), (.double(.nan), "nan"),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
      (.date(.init(timeIntervalSinceReferenceDate: 1e12)), nil),
      (.data(Data("text".utf8)), nil), (["text"], nil), (["a": "text"], nil),
    ] as [(PropertyListValue, String?)]
  )
  func string(_ stored: PropertyListValue, _ value: String?) {
    #expect(read(stored, as: String.self) == value)
  }

  @Test(
    arguments: [
      ("1.50", "1.5"), (" -2e3 ", "-2000"), (7, "7"), (.unsignedInteger(.max), "18446744073709551615"), (0.1, "0.1"),
      (1e20, "100000000000000000000"), ("12 apples", nil), ("", nil), ("1,5", nil), ("1e400", nil), (1e300, nil),
      (.double(.infinity), nil), (true, nil), (".", nil),
    ] as [(PropertyListValue, String?)]
  )
  func decimal(_ stored: PropertyListValue, _ value: String?) {
    #expect(read(stored, as: Decimal.self)?.description == value)
  }

  @Test func elementsConvertAsValuesDo() {
    #expect(read(["1", 2, 3.0, true], as: [Int].self) == [1, 2, 3, 1])
    #expect(read([1, "x"], as: [Int].self) == nil)
    #expect(read(["AQID"], as: [Data].self) == [Data([1, 2, 3])])
    #expect(read(["a": "AQID"], as: [String: Data].self) == ["a": Data([1, 2, 3])])
    #expect(read(["a": "YES"], as: [String: Bool].self) == ["a": true])
    #expect(read([1, 1], as: Set<Int>.self) == [1])
    #expect(read(["1", "5"], as: ClosedRange<Int>.self) == 1...5)
  }

  @Test func theWrongKindIsAMismatchForEveryType() {
    let numbers: Set = ["a Bool", "an integer", "a double"]
    expectMismatch(Bool.self, forKindsExcept: ["a Bool"])
    expectMismatch(Int.self, forKindsExcept: ["a Bool", "an integer"])
    expectMismatch(Int.self, .unsignedInteger(.max))
    expectMismatch(UInt8.self, forKindsExcept: ["a Bool", "an integer"])
    expectMismatch(Float.self, forKindsExcept: numbers)
    expectMismatch(Double.self, forKindsExcept: numbers)
    expectMismatch(String.self, forKindsExcept: numbers.union(["a string", "a date"]))
    expectMismatch(Data.self, forKindsExcept: ["data", "an array", "a dictionary"])
    expectMismatch(Date.self, forKindsExcept: ["a date"])
    expectMismatch(URL.self, forKindsExcept: ["a string"])
    expectMismatch(UUID.self, forKindsExcept: [])
    expectMismatch(Decimal.self, forKindsExcept: ["an integer", "a double"])
    expectMismatch(Duration.self, forKindsExcept: [])
    expectMismatch(Range<Int>.self, forKindsExcept: [])
    expectMismatch(ClosedRange<String>.self, forKindsExcept: [])
    expectMismatch([Int].self, forKindsExcept: ["an array"])
    expectMismatch(Set<Int>.self, forKindsExcept: ["an array"])
    expectMismatch([String: Int].self, forKindsExcept: ["a dictionary"])
    expectMismatch(Theme.self, forKindsExcept: [])
    expectMismatch(Level.self, forKindsExcept: ["a Bool"])
    expectMismatch(Permissions.self, forKindsExcept: ["a Bool", "an integer"])
    expectMismatch(Mood.self, forKindsExcept: [])
    expectMismatch(Profile.self, forKindsExcept: [])
  }

  @Test func malformedValuesAreAMismatch() {
    expectMismatch(Theme.self, "Dark", "", "\"dark\"")
    expectMismatch(Level.self, 2, "2", "")
    expectMismatch(UUID.self, "", "c0ffee", "{C0FFEE00-1234-4ABC-8DEF-0123456789AB}")
    expectMismatch(URL.self, "", "\"", "\"unterminated", "[]", "{}", .data(Data()))
    expectMismatch(Range<Int>.self, [], [1], [1, 2, 3], [2, 1], [1, "x"])
    expectMismatch(ClosedRange<Double>.self, [2, 1], [.double(.nan), 1])
    expectMismatch(Duration.self, [], [1], [45, 0], ["x", 0], 45, 1.5)
    expectMismatch([Int].self, "", "1", "[1", "[1,\"x\"]", "null", .data(Data()), .data(Data("[1".utf8)))
    expectMismatch([String: Int].self, "[1]", "{\"a\":\"x\"}", ["a": "x"])
    expectMismatch([Int: Int].self, ["x": 1])
    expectMismatch(Profile.self, "", "{", "{}", .data(Data()), .data(Data([0xFF])), [:], ["name": 1], ["Ann"])
    expectMismatch(Date.self, "", "42", "700000000", "2001-02-29", "2001-01-01T00:00:00Z.")
    for text in ["", "AQID"] { #expect(read(.string(text), as: Data.self) == nil) }
    expectMismatch(Data.self, "A?ID", "AQI")
  }

  @Test func theTypesOwnErrorIsTheOneThrown() {
    #expect(throws: DefaultsError.typeMismatch(expected: "a whole number", found: "\"x\"")) {
      try decodeStored(Int.self, from: "\"x\"")
    }
    let error = #expect(throws: DefaultsError.self) { try decodeStored([Int]?.self, from: [1, "x"]) }
    #expect(error?.message == "takes a whole number at [1], found a string of 1 byte")
  }

  @Test func aDecimalOfThousandsOfDigitsIsRefused() {
    expectMismatch(
      Decimal.self,
      .string("1" + String(repeating: "0", count: 500)),
      .string("0." + String(repeating: "1", count: 40_000) + "x")
    )
  }

  @Test func jsonNestedTooDeeplyIsAnError() {
    let json = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    expectMismatch([Int].self, .string(json), .data(Data(json.utf8)))
    expectMismatch(Profile.self, .string(json))
  }
}
