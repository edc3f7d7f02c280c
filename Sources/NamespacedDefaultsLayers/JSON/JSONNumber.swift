import NamespacedDefaults

/// The numbers of JSON and JSON5.
enum JSONNumber {
  /// Returns the stored value of a number, or `nil` if the text is none.
  ///
  /// With a point or an exponent it is a double. A number that fits neither an integer nor a double stays the text that it is,
  /// which a `Decimal` reads, and a `Double` as the nearest one.
  static func value(of text: String) -> PropertyListValue? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = isNegative || text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    switch digits {
    case "Infinity": return .double(isNegative ? -.infinity : .infinity)
    case "NaN": return .double(.nan)
    default: break
    }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      guard let number = UInt64(digits.dropFirst(2), radix: 16), digits.utf8.count > 2,
        digits.utf8.dropFirst(2).first != UInt8(ascii: "+")
      else { return nil }
      if !isNegative { return Int64(exactly: number).map { .integer($0) } ?? .unsignedInteger(number) }
      return number <= Int64.max.magnitude ? .integer(-Int64(number)) : nil
    }
    guard let kind = kind(of: digits.utf8) else { return nil }
    let plain = (isNegative ? "-" : "") + digits
    if kind == .whole {
      return Int64(plain).map { .integer($0) } ?? UInt64(plain).map { .unsignedInteger($0) } ?? .string(plain)
    }
    guard let number = Double(kind == .plain ? plain : padded(plain)), number.isFinite else { return .string(text) }
    return .double(number)
  }

  private enum Kind { case whole, plain, bare }

  /// Returns what digits are: a whole number, a number as JSON has it, or one without digits before or after its point.
  private static func kind(of digits: Substring.UTF8View) -> Kind? {
    var rest = digits
    func skipDigits() -> Int {
      let count = rest.prefix { 0x30...0x39 ~= $0 }.count
      rest = rest.dropFirst(count)
      return count
    }
    let wholeCount = skipDigits()
    // JSON has no other numbers that begin with 0, and some languages read them as octal.
    guard wholeCount < 2 || digits.first != UInt8(ascii: "0") else { return nil }
    if rest.isEmpty { return wholeCount > 0 ? .whole : nil }
    var fractionCount: Int?
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fractionCount = skipDigits()
    }
    guard wholeCount + (fractionCount ?? 0) > 0 else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      guard skipDigits() > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    return wholeCount > 0 && fractionCount != 0 ? .plain : .bare
  }

  /// Returns a number with digits on both sides of its point.
  private static func padded(_ text: String) -> String {
    let point = text.firstIndex(of: ".") ?? text.endIndex
    let (before, after) = (text[..<point], text[point...].dropFirst())
    let whole = before == "" || before == "-" ? before + "0" : before
    return "\(whole).\(after.first?.isNumber == true ? "" : "0")\(after)"
  }
}
