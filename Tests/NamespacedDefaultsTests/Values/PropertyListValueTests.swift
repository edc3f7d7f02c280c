import Foundation
import NamespacedDefaults
import Testing

@Suite struct PropertyListValueTests {
  @Test func literals() {
    let value: PropertyListValue = ["b": true, "i": -1, "d": 1.0, "s": "x", "a": [1, "y", false], "e": [:]]
    #expect(
      value
        == .dictionary([
          "b": .bool(true), "i": .integer(-1), "d": .double(1), "s": .string("x"),
          "a": .array([.integer(1), .string("y"), .bool(false)]), "e": .dictionary([:]),
        ])
    )
    let name = "Ann"
    #expect("Hello \(name)" as PropertyListValue == .string("Hello Ann"))
    #expect(["a": 1, "a": 2] as PropertyListValue == .dictionary(["a": .integer(2)]))
  }

  @Test(
    arguments: [
      (true, "true"), (-7, "-7"), (.unsignedInteger(.max), "18446744073709551615"), (1.0, "1.0"), (0.1, "0.1"),
      (.double(.infinity), "inf"), ("", "\"\""), ("say \"hi\"\n", #""say \"hi\"\n""#),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "2001-01-01T00:00:00Z"),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
      (.date(Date(timeIntervalSinceReferenceDate: 1e12)), "1000000000000.0 s since 2001"),
      (.date(Date(timeIntervalSinceReferenceDate: .infinity)), "inf s since 2001"),
      (.data(Data()), "0 bytes"), (.data(Data([10])), "1 byte <0a>"), (.data(Data([1, 2, 255])), "3 bytes <0102ff>"),
      (.data(Data(repeating: 1, count: 9)), "9 bytes <0101010101010101…>"),
      ([], "[]"), ([1, "a", [true]], "[1, \"a\", [true]]"), ([:], "[:]"),
      (["b": 1, "a": ["c": 2.5]], "[\"a\": [\"c\": 2.5], \"b\": 1]"),
    ] as [(PropertyListValue, String)]
  )
  func description(_ value: PropertyListValue, _ text: String) {
    #expect(value.description == text)
  }

  @Test func aValueEqualsAnotherIfItsBytesDo() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(PropertyListValue.string(composed) != .string(decomposed))
    #expect(PropertyListValue.dictionary([composed: 1]) != .dictionary([decomposed: 1]))
    #expect(PropertyListValue.dictionary([composed: 1, "a": 2]) == .dictionary(["a": 2, composed: 1]))
    #expect(PropertyListValue.dictionary([composed: 1]) != .dictionary([composed: 1, "a": 2]))
    let never = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    #expect(never == never)
    #expect(Set([never]).contains(never))
    #expect(
      PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0))
        != .date(Date(timeIntervalSinceReferenceDate: -0.0))
    )
  }

  @Test func equalityTellsStoredFormsApart() {
    #expect(PropertyListValue.integer(5) == .unsignedInteger(5))
    #expect(PropertyListValue.integer(5).hashValue == PropertyListValue.unsignedInteger(5).hashValue)
    #expect(PropertyListValue.double(.nan) == .double(.nan))
    #expect(PropertyListValue.double(0.0) != .double(-0.0))
    #expect(1 as PropertyListValue != 1.0)
    #expect(1 as PropertyListValue != true)
    #expect("é" as PropertyListValue != "e\u{301}")
  }

  @Test(
    arguments: [
      (.string("secret"), "a string of 6 bytes"), (.data(Data([1])), "data of 1 byte"),
      ([1, 2], "an array of 2 elements"), (["secret": 1], "a dictionary of 1 member"), (7, "an integer"),
      (true, "a Bool"),
    ] as [(PropertyListValue, String)]
  )
  func anErrorHasTheKindAndTheSizeOfAValueAndNotTheValue(_ value: PropertyListValue, _ words: String) {
    let error = DefaultsError.typeMismatch(expected: "a UUID", found: value)
    #expect(error.description == "takes a UUID, found \(words)")
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
