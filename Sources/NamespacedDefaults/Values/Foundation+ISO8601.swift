#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// Whether the year has four digits, as Foundation writes it.
  var isInISO8601: Bool {
    self >= .distantPast && timeIntervalSinceReferenceDate < 252_423_993_600  // 10000-01-01
  }

  /// The moment of `2026-01-31T15:04:05Z`; there may be a fraction after the seconds, and `+02:00` for the `Z`.
  ///
  /// Foundation's own parsing takes 30 February for 2 March and ignores what follows the moment.
  init?(iso8601 text: String) {
    let clock = text.prefix(19) + "Z"
    let zone = text.dropFirst(19).drop { $0 == "." || $0.isWholeNumber }
    let isZone = zone == "Z" || zone.count == 6 && zone.dropFirst().allSatisfy { $0 == ":" || $0.isWholeNumber }
    // A moment that does not exist is written as another one.
    guard isZone, let local = try? Date(String(clock), strategy: .iso8601), local.formatted(.iso8601) == clock,
      let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
    else { return nil }
    self = date
  }
}
