import Foundation
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// The digest of a value is stored, so it must never change.
///
/// The numbers were computed by another program.
@Suite struct ValueDigestTests {
  @Test(
    arguments: [
      (nil, 0), (true, 14_342_200_307_895_820_190), (1, 8_184_434_590_310_759_885),
      (.unsignedInteger(.max), 12_651_931_728_328_052_317), (0.5, 8_719_613_844_043_796_827),
      ("żółw", 16_664_593_119_421_640_845),
      (.date(Date(timeIntervalSinceReferenceDate: 0.25)), 432_581_298_850_139_357),
      (.data(Data([0, 255])), 10_979_221_680_893_070_906), ([1, "a"], 6_652_815_498_467_196_682),
      (["b": 1, "a": [:]], 1_752_890_915_376_821_288),
    ] as [(PropertyListValue?, UInt64)]
  )
  func digestsAreForEver(_ value: PropertyListValue?, _ digest: UInt64) {
    #expect(ValueDigest.digest(of: value) == digest)
  }

  @Test func equalValuesHaveOneDigest() {
    #expect(ValueDigest.digest(of: .unsignedInteger(7)) == ValueDigest.digest(of: 7))
    let names = (0..<50).map(String.init)
    let (first, second) = (Dictionary(uniqueKeysWithValues: names.map { ($0, PropertyListValue.integer(1)) }), names)
    var other: [String: PropertyListValue] = [:]
    for name in second.reversed() { other[name] = 1 }
    #expect(ValueDigest.digest(of: .dictionary(first)) == ValueDigest.digest(of: .dictionary(other)))
  }

  @Test func differentValuesHaveDifferentDigests() {
    let values: [PropertyListValue?] = [
      nil, false, true, 0, 1, 0.0, -0.0, 1.0, "", "1", "é", "e\u{301}", .data(Data()), .data(Data("1".utf8)), [], [[]],
      [1], [1, 1], [:], ["a": 1], ["a": 1.0], .date(Date(timeIntervalSinceReferenceDate: 0)), .unsignedInteger(.max),
      ["ab", "c"], ["a", "bc"],
    ]
    #expect(Set(values.map { ValueDigest.digest(of: $0) }).count == 25)
  }
}
