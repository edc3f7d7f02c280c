#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// Whether the year has the four digits of Foundation's ISO 8601 format.
  var isInISO8601: Bool {
    self >= .distantPast && timeIntervalSinceReferenceDate < 252_423_993_600  // 10000-01-01
  }

  /// Creates a date from a string such as `2026-01-31T15:04:05Z`; `nil` if the string is no such date.
  ///
  /// The seconds may have a fraction, and an offset such as `+02:00` may replace the `Z`. Foundation's own parsing
  /// reads 30 February as 2 March, and ignores text after the date.
  init?(iso8601 text: String) {
    let clock = text.prefix(19) + "Z"
    let zone = text.dropFirst(19).drop { $0 == "." || $0.isWholeNumber }
    let isZone = zone == "Z" || zone.count == 6 && zone.dropFirst().allSatisfy { $0 == ":" || $0.isWholeNumber }
    // A date that does not exist is formatted as another one.
    guard isZone, let local = try? Date(String(clock), strategy: .iso8601), local.formatted(.iso8601) == clock,
      let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
    else { return nil }
    self = date
  }
}
