extension Date {
  /// The moment of `2026-01-31T15:04:05Z`; there may be a fraction after the seconds, and `+02:00` for the `Z`.
  ///
  /// Foundation's own parsing takes 30 February for 2 March and ignores what follows the moment. Digits are those of
  /// ASCII: other scripts' would not all be read as numbers.
  init?(iso8601 text: String) {
    let digits = /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/
    guard let match = text.wholeMatch(of: digits), let fraction = Double("0\(match.2 ?? ".0")") else { return nil }
    let (clock, zone) = (String(match.1), match.3)
    // A moment that does not exist comes back as another one.
    guard let date = try? Date(clock + "Z", strategy: .iso8601), date.formatted(.iso8601) == clock + "Z" else {
      return nil
    }
    var offset = 0
    if zone != "Z" {
      guard let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (zone.hasPrefix("-") ? -60 : 60)
    }
    self = date.addingTimeInterval(fraction - Double(offset))
  }
}
