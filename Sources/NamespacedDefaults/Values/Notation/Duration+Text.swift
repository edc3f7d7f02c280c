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
  /// The units are `d`, which is 24 hours, `h`, `m`, `s`, `ms`, `us` or `µs`, and `ns`. `nil` for any other text, for parts of
  /// an attosecond, and for seconds that do not fit an `Int64`. A number without a unit is no duration.
  init?(text: String) {
    var rest = text.trimmed[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let attoseconds: Int128?
    if rest.first == "P" {
      let parts = rest.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
      let days = sum(of: parts[0], in: [("D", day)], mayBeEmpty: parts.count > 1)
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
  ("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", second / 1000), ("us", second / 1_000_000),
  ("µs", second / 1_000_000), ("ns", second / 1_000_000_000),
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

/// Returns the product of a number in decimal digits and a size; `nil` if it is not whole, or far too large.
private func product(_ number: Substring, _ size: Int128) -> Int128? {
  let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = Int64(parts[0]), parts.count == 1 || (1...18).contains(parts[1].utf8.count) else { return nil }
  let (product, overflow) = Int128(whole).multipliedReportingOverflow(by: size)
  guard !overflow, product < Int128.max / 4 else { return nil }
  guard parts.count > 1 else { return product }
  guard let digits = Int128(parts[1]) else { return nil }
  let scale = (0..<parts[1].utf8.count).reduce(Int128(1)) { scale, _ in scale * 10 }
  let (scaled, isTooLarge) = digits.multipliedReportingOverflow(by: size)
  return isTooLarge || !scaled.isMultiple(of: scale) ? nil : product + scaled / scale
}
