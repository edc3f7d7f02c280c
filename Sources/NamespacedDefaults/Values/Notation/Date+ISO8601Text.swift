package import NamespacedDefaultsFoundation

// ISO 8601, exact: Foundation's own formats have three digits of a fraction, and a `Date` has up to fifteen and more. The
// calendar is the Gregorian one for all years, as the standard has it. Foundation's is the Julian one before 15 October
// 1582, so that its year 1 begins two days earlier.

extension Date {
  /// The date as `2026-01-31T15:04:05.25Z`, with as many digits of a fraction as are needed to read it back equal.
  ///
  /// `nil` for a date outside the years 0 to 9999, which have four digits, and for a negative zero, which has no text of its
  /// own.
  package var iso8601Text: String? {
    let time = timeIntervalSinceReferenceDate
    guard time >= Self.firstSecond, time < Self.endSecond, time.sign == .plus || time != 0 else { return nil }
    let (whole, fraction) = Self.decimalParts(of: time)
    let (days, rest) = whole.quotientAndModulus(86_400)
    let (year, month, day) = Self.civil(days: Int(truncatingIfNeeded: days) + Self.referenceDay)  // of four million
    let second = Int(truncatingIfNeeded: rest)  // of a day
    func digits(_ number: Int, _ count: Int) -> String { String(number, radix: 10, digits: count) }
    let clock = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    let suffix = fraction.isEmpty ? "" : "." + fraction
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(clock)\(suffix)Z"
  }

  /// Creates a date from ISO 8601 as people write it.
  ///
  /// `2026-01-31`, `2026-01-31 15:04`, `2026-01-31T15:04:05.25Z`, `…+02:00`, `…+0200` and `…+02` are read. Without an offset
  /// the time is UTC, so that a file means the same on every machine. A leap second is the one after it. `nil` for a date that
  /// does not exist.
  package init?(iso8601Text text: String) {
    var scanner = Scanner(rest: text.utf8[...])
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), 1...12 ~= month, 1...Self.dayCount(of: month, in: year) ~= day
    else { return nil }
    var (seconds, fraction, isLeapSecond) = (0, "", false)
    if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
      guard let hour = scanner.number(2), hour < 24, scanner.skip(":"), let minute = scanner.number(2), minute < 60
      else {
        return nil
      }
      seconds = hour * 3600 + minute * 60
      if scanner.skip(":") {
        guard let second = scanner.number(2), second <= 60 else { return nil }
        isLeapSecond = second == 60
        seconds += second
        if scanner.skip(".") || scanner.skip(",") {
          fraction = scanner.digits()
          guard !fraction.isEmpty, fraction.utf8.count <= 1100 else { return nil }
        }
      }
      _ = scanner.skip(" ")
      guard let offset = scanner.offset() else { return nil }
      seconds -= offset
    }
    // It is the last one of a day in UTC.
    guard scanner.rest.isEmpty, !isLeapSecond || seconds.isMultiple(of: 86_400) else { return nil }
    let whole = Int64(Self.days(year: year, month: month, day: day) - Self.referenceDay) * 86_400 + Int64(seconds)
    self.init(timeIntervalSinceReferenceDate: Self.time(whole, fraction))
  }

  private static let firstSecond = -63_145_526_400.0  // 0000-01-01
  private static let endSecond = 252_423_993_600.0  // 10000-01-01
  /// The days from 0000-03-01 to 2001-01-01.
  private static let referenceDay = days(year: 2001, month: 1, day: 1)

  /// Returns the whole seconds not after a time, and the shortest digits of the rest.
  private static func decimalParts(of time: Double) -> (whole: Int64, fraction: String) {
    let whole = Int64(time.rounded(.down))
    guard Double(whole) != time else { return (whole, "") }
    let magnitude = plainDigits(of: time.magnitude)
    guard time < 0 else { return (whole, magnitude) }
    return (whole, complement(of: magnitude))
  }

  /// Returns the time of whole seconds and digits of a fraction, rounded once.
  private static func time(_ whole: Int64, _ fraction: String) -> Double {
    guard whole < 0, fraction.contains(where: { $0 != "0" }) else { return Double("\(whole).\(fraction)0") ?? .nan }
    return Double("-\(-whole - 1).\(complement(of: fraction))") ?? .nan
  }

  /// Returns the digits after the point of the shortest decimal form of a number that is not whole.
  private static func plainDigits(of number: Double) -> String {
    let parts = number.description.split(separator: "e")
    let digits = parts[0].split(separator: ".")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return String(digits[1]) }
    // Only a number far below 1 is both written with an exponent and not whole.
    let mantissa = digits[0] + (digits.count == 2 && digits[1] != "0" ? digits[1] : "")
    return String(repeating: "0", count: -exponent - 1) + mantissa
  }

  /// Returns the digits of 1 minus a fraction that is not 0.
  private static func complement(of fraction: String) -> String {
    var digits = fraction.utf8.map { 9 - ($0 - 0x30) }
    var index = digits.count - 1
    while digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    digits[index] += 1
    return String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Returns the days since 1 March of the year 0, with which a leap day is the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = (month + 9) % 12
    // January of the year 0 is in the year before it.
    func quotient(_ divisor: Int) -> Int { year.quotientAndModulus(divisor).0 }
    return 365 * year + quotient(4) - quotient(100) + quotient(400) + (153 * month + 2) / 5 + day - 1
  }

  /// Returns the date that is so many days after 1 March of the year 0.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = days.quotientAndModulus(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (400 * era + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private struct Scanner {
    var rest: Substring.UTF8View

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digits() -> String {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest[digits.endIndex...]
      return String(Substring(digits))
    }

    /// Skips a number of so many digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      rest = rest[digits.endIndex...]
      return Int(Substring(digits))
    }

    /// Skips `Z`, an offset or nothing, and returns the seconds that the clock is ahead of UTC.
    mutating func offset() -> Int? {
      if rest.isEmpty || skip("Z") || skip("z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(2), hours < 24 else { return nil }
      _ = skip(":")
      if rest.isEmpty { return sign * hours * 3600 }
      guard let minutes = number(2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}

extension FixedWidthInteger {
  /// The quotient that is rounded down, and the remainder, which is not negative.
  fileprivate func quotientAndModulus(_ divisor: Self) -> (Self, Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
