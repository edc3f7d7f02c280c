#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Dates as people write them, exactly. Foundation formats and parses whole seconds here. It cuts a fraction to
// milliseconds, so the fraction is taken from the decimal digits of the date's number of seconds, and put back into them.

extension Date {
  /// Whether the year has the four digits of Foundation's ISO 8601 format.
  private var isInISO8601: Bool {
    self >= .distantPast && timeIntervalSinceReferenceDate < 252_423_993_600  // 10000-01-01
  }

  /// The date in ISO 8601 and UTC, with as many digits of a second as it takes to come back equal.
  ///
  /// It is `nil` if the year has not four digits, and for a date within a tenth of a millisecond of 2001, which may take
  /// hundreds of digits.
  var iso8601: String? {
    guard isInISO8601 else { return nil }
    let seconds = timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
    guard whole != seconds else { return text }
    let parts = seconds.magnitude.description.split(separator: ".")
    guard parts.count == 2, parts[1].utf8.allSatisfy(isDigit) else { return nil }
    let digits = seconds < 0 ? complement(of: parts[1]) : String(parts[1])
    return "\(text.dropLast()).\(digits)Z"
  }

  /// Creates a date from a string such as `2026-01-31T15:04:05Z`; `nil` if the string is no such date.
  ///
  /// The seconds may have a fraction of any length, and an offset such as `+02:00` may replace the `Z`. The result is the
  /// nearest date. Foundation's own parsing reads 30 February as 2 March, and ignores text after the date.
  init?(iso8601 text: String) {
    let clock = text.prefix(19)
    var zone = text.dropFirst(19)
    var digits = Substring()
    if zone.first == "." {
      digits = zone.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
      zone = zone.dropFirst(1 + digits.count)
      guard !digits.isEmpty else { return nil }
    }
    let isZone = zone == "Z" || zone.count == 6 && zone.dropFirst().allSatisfy { $0 == ":" || $0.isWholeNumber }
    // A date that does not exist is formatted as another one.
    guard isZone, let local = try? Date("\(clock)Z", strategy: .iso8601), local.formatted(.iso8601) == "\(clock)Z",
      let date = try? Date("\(clock)\(zone)", strategy: .iso8601)
    else { return nil }
    let whole = date.timeIntervalSinceReferenceDate
    guard digits.utf8.contains(where: { $0 != UInt8(ascii: "0") }), let seconds = Int64(exactly: whole) else {
      self = date
      return
    }
    // As one number in decimal digits, because a sum would be rounded twice.
    let decimal = seconds < 0 ? "-\(-seconds - 1).\(complement(of: digits))" : "\(seconds).\(digits)"
    guard let exact = Double(decimal) else { return nil }
    self.init(timeIntervalSinceReferenceDate: exact)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

/// Returns the digits of 1 minus a fraction, which is not 0, from the digits of the fraction.
private func complement(of digits: Substring) -> String {
  // All digits up to the last one that is not 0 are subtracted from 9, and that one from 10.
  let digits = digits.utf8.map { Int($0 - UInt8(ascii: "0")) }
  let last = digits.lastIndex { $0 != 0 } ?? 0
  return digits[...last].enumerated().map { "\(($0.offset == last ? 10 : 9) - $0.element)" }.joined()
}
