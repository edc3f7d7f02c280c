import Foundation
import Results

extension Double {
  /// Three digits, and the unit in which they are easiest to read: `41.3 ns`, `1.20 ms`.
  func described(in unit: String) -> String {
    switch unit {
    case "ns":
      let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      let (name, factor) = units.last { self >= $0.1 * 0.9995 } ?? units[0]
      return "\((self / factor).threeDigits) \(name)"
    case "bytes" where self >= 10_000: return "\((self / 1024).threeDigits) KiB"
    default: return "\(threeDigits) \(unit)"
    }
  }

  /// At least three digits, and none that are noise.
  var threeDigits: String {
    let digits = self >= 99.95 ? 0 : self >= 9.995 ? 1 : 2
    return formatted(.number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
  }
}

extension Int {
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

extension [Result] {
  /// The median of one result.
  func median(_ work: String, _ subject: String, keys: Int = 10, threads: Int = 1, unit: String = "ns") -> Double? {
    result(work, subject, keys: keys, threads: threads, unit: unit)?.median
  }

  /// The least of the rounds of one result.
  func least(_ work: String, _ subject: String, keys: Int = 10, threads: Int = 1) -> Double? {
    result(work, subject, keys: keys, threads: threads, unit: "ns")?.minimum
  }

  private func result(_ work: String, _ subject: String, keys: Int, threads: Int, unit: String) -> Result? {
    first {
      $0.work == work && $0.subject == subject && $0.keys == keys && $0.threads == threads && $0.unit == unit
    }
  }
}
