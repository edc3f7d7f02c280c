extension Duration {
  /// The text of the duration, as a person writes it: `45s`, `250ms`, `1h30m`, `-1.5s`.
  ///
  /// Its seconds must fit an `Int64`.
  var text: String {
    let (seconds, attoseconds) = (components.seconds.magnitude, components.attoseconds.magnitude)
    let sign = self < .zero ? "-" : ""
    let attosecondsOfMillisecond: UInt64 = 1_000_000_000_000_000
    if seconds == 0, attoseconds > 0, attoseconds.isMultiple(of: attosecondsOfMillisecond) {
      return "\(sign)\(attoseconds / attosecondsOfMillisecond)ms"
    }
    var text = sign
    if seconds >= 3600 { text += "\(seconds / 3600)h" }
    if seconds % 3600 >= 60 { text += "\(seconds % 3600 / 60)m" }
    guard seconds % 60 > 0 || attoseconds > 0 || seconds == 0 else { return text }
    text += "\(seconds % 60)"
    if attoseconds > 0 {
      let digits = String(attoseconds + 1_000_000_000_000_000_000).dropFirst()
      text += "." + digits.prefix(digits.count - digits.reversed().prefix { $0 == "0" }.count)
    }
    return text + "s"
  }

  /// Creates the duration of a text: numbers with units, the largest first, or ISO 8601's `PT1H30M`.
  ///
  /// The units are `w`, which is 7 days, `d`, which is 24 hours, `h`, `m`, `s`, `ms`, `us` or `µs`, and `ns`. What is less than
  /// an attosecond is cut off. `nil` for any other text, and for seconds that do not fit an `Int64`. A number without a unit is
  /// no duration.
  init?(text: String) {
    var rest = text.trimmed[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let attoseconds: Int128?
    if rest.first == "P" {
      // In ISO 8601 a comma is as good as a point.
      let parts = rest.dropFirst().map { $0 == "," ? "." : $0 }
        .split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false).map { Substring(String($0)) }
      let days = sum(of: parts[0], in: [("W", 7 * day), ("D", day)], mayBeEmpty: parts.count > 1)
      let time = parts.count > 1 ? sum(of: parts[1], in: [("H", hour), ("M", minute), ("S", second)]) : 0
      if let days, let time { attoseconds = days + time } else { attoseconds = nil }
    } else {
      attoseconds = sum(of: rest, in: units)
    }
    // Each of the two sums is far from the limit of its type.
    guard let attoseconds, attoseconds < Int128(Int64.max) * second else { return nil }
    self.init(attoseconds: isNegative ? -attoseconds : attoseconds)
  }
}

private let second: Int128 = 1_000_000_000_000_000_000
private let minute = 60 * second
private let hour = 60 * minute
private let day = 24 * hour
private let units = [
  ("w", 7 * day), ("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", second / 1000),
  // The sign of micro, and the Greek letter, which looks like it.
  ("us", second / 1_000_000), ("\u{B5}s", second / 1_000_000), ("\u{3BC}s", second / 1_000_000),
  ("ns", second / 1_000_000_000),
]

/// Returns the attoseconds of numbers with units, of which each follows larger ones; `nil` for another text.
private func sum(of text: Substring, in units: [(name: String, size: Int128)], mayBeEmpty: Bool = false) -> Int128? {
  var (rest, units, sum) = (text, units[...], Int128(0))
  guard !rest.isEmpty || mayBeEmpty else { return nil }
  while !rest.isEmpty {
    let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    rest = rest.dropFirst(number.count)
    let name = rest.prefix(while: \.isLetter)
    rest = rest.dropFirst(name.count).drop { $0 == " " }
    guard let index = units.firstIndex(where: { $0.name == name }), let part = product(number, units[index].size) else {
      return nil
    }
    units = units[(index + 1)...]
    sum += part
    guard sum < Int128.max / 4 else { return nil }
  }
  return sum
}

/// Returns the product of a number in decimal digits and a size, without a fraction; `nil` if it is far too large.
private func product(_ number: Substring, _ size: Int128) -> Int128? {
  let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.contains(where: { !$0.isEmpty }), let whole = parts[0].isEmpty ? 0 : Int64(parts[0]) else { return nil }
  let (product, overflow) = Int128(whole).multipliedReportingOverflow(by: size)
  guard !overflow, product < Int128.max / 4 else { return nil }
  guard parts.count > 1, !parts[1].isEmpty else { return product }
  // More digits are less than an attosecond of a week.
  guard parts[1].allSatisfy(\.isNumber), let digits = UInt128(parts[1].prefix(30)) else { return nil }
  let scale = (0..<parts[1].prefix(30).utf8.count).reduce(UInt128(1)) { scale, _ in scale * 10 }
  return product + Int128(scale.dividingFullWidth(digits.multipliedFullWidth(by: UInt128(size))).quotient)
}
