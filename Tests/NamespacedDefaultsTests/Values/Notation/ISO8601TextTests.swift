import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Dates as exact text.
@Suite struct ISO8601TextTests {
  static let texts: [(seconds: Double, text: String)] = [
    (0, "2001-01-01T00:00:00Z"), (0.1, "2001-01-01T00:00:00.1Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
    (1e-7, "2001-01-01T00:00:00.0000001Z"), (-1.5, "2000-12-31T23:59:58.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
    (-978_307_200, "1970-01-01T00:00:00Z"), (5_097_600, "2001-03-01T00:00:00Z"), (99_705_600, "2004-02-29T00:00:00Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"), (-63_113_904_001, "0000-12-31T23:59:59Z"),
    // `Date.distantPast`, which Foundation has for the beginning of its year 1.
    (-63_114_076_800, "0000-12-30T00:00:00Z"), (-63_140_428_800, "0000-02-29T00:00:00Z"),
    (-63_145_526_400, "0000-01-01T00:00:00Z"), (-63_108_806_400, "0001-03-01T00:00:00Z"),
    // The days before the Gregorian calendar are counted back in it.
    (-13_197_600_000, "1582-10-15T00:00:00Z"), (-13_197_600_001, "1582-10-14T23:59:59Z"),
    (-29_481_062_400, "1066-10-14T00:00:00Z"), (-63_014_198_400, "0004-02-29T00:00:00Z"),
    (-3_182_198_400, "1900-03-01T00:00:00Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"),
    (-31_622_400, "2000-01-01T00:00:00Z"), (-26_438_400, "2000-03-01T00:00:00Z"),
  ]

  @Test(arguments: texts) func aDateHasOneText(_ seconds: Double, _ text: String) {
    #expect(Date(timeIntervalSinceReferenceDate: seconds).iso8601Text == text)
    #expect(Date(iso8601Text: text)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test func everyDateComesBackEqual() throws {
    var generator = SeededGenerator(7)
    for _ in 0..<2000 {
      let magnitude = pow(10, Double.random(in: -9...10, using: &generator))
      let seconds = Double.random(in: -1...1, using: &generator) * magnitude
      let text = try #require(Date(timeIntervalSinceReferenceDate: seconds).iso8601Text)
      #expect(Date(iso8601Text: text)?.timeIntervalSinceReferenceDate == seconds, "\(text)")
    }
  }

  @Test(arguments: [-0.0, .nan, .infinity, 1e12, -1e12, 252_423_993_600, -63_145_526_401])
  func aDateWithoutFourDigitsOfAYearHasNoText(_ seconds: Double) {
    #expect(Date(timeIntervalSinceReferenceDate: seconds).iso8601Text == nil)
  }

  static let readable: [(text: String, seconds: Double?)] = [
    ("2001-01-02", 86_400), ("2001-01-01 00:01", 60), ("2001-01-01t00:00:01,5z", 1.5), ("2001-01-01T02:00+02", 0),
    ("2001-01-01T00:00:00-0130", 5400), ("2001-01-01T00:00:00 -01:30", 5400), ("2001-01-01T00:00:00.500Z", 0.5),
    ("2004-02-29", 99_705_600), ("2001-02-29", nil), ("2100-02-29", nil), ("2001-00-01", nil), ("2001-01-00", nil),
    ("0000-02-30", nil), ("2001-1-1", nil), ("2001-01-01T24:00:00Z", nil), ("2001-01-01T00:60Z", nil),
    ("2001-01-01T00:00:60Z", nil), ("2016-12-31T23:59:60Z", 504_921_600), ("2017-01-01T01:29:60+01:30", 504_921_600),
    ("2016-12-31T23:59:60.5Z", 504_921_600.5), ("2016-12-31T23:59:61Z", nil), ("2017-01-01T00:59:60Z", nil),
    ("2001-01-01T00:00:00.Z", nil), ("2001-01-01T00:00:00Zz", nil), ("2001-01-01T", nil),
    ("2001-01-01Z", nil), ("2001-01-01T00:00:00+1", nil), ("2001-01-01T00:00:00+24:00", nil), ("", nil),
    ("٢٠٠١-01-01", nil), ("2001-01-01T00:00:00." + String(repeating: "1", count: 1101) + "Z", nil),
  ]

  @Test(arguments: readable) func whatPeopleWriteIsRead(_ text: String, _ seconds: Double?) {
    #expect(Date(iso8601Text: text)?.timeIntervalSinceReferenceDate == seconds)
    #expect(read(.string(" \(text)\n"), as: Date.self)?.timeIntervalSinceReferenceDate == seconds)
  }

  private func read(_ stored: PropertyListValue, as type: Date.Type) -> Date? { try? decodeStored(type, from: stored) }
}
