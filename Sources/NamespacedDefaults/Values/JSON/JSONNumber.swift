/// The numbers of JSON and JSON5.
package enum JSONNumber {
  /// Returns whether a text is a number.
  static func isNumber(_ text: ArraySlice<UInt8>, _ dialect: JSONDialect) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    if dialect == .json { return isPlain(digits) == true }
    let unsigned = text.first == UInt8(ascii: "+") ? text.dropFirst() : digits
    return isPlain(unsigned) != nil || hexadecimalDigits(unsigned) != nil
      || unsigned.elementsEqual("Infinity".utf8) || unsigned.elementsEqual("NaN".utf8)
  }

  /// Returns the stored value of a number, or `nil` if no integer of 64 bits and no double is that number.
  ///
  /// A whole number without a point and an exponent is an integer, or a double where one is exactly that number. Any other
  /// number is the nearest double. But a number that is not whole is no whole double, one that is not 0 is not 0, and a whole
  /// number that 64 bits could hold is no other one, because a key of an integer would read what nobody wrote.
  package static func value(of text: String) -> PropertyListValue? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let unsigned = isNegative || text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    if unsigned == "Infinity" { return .double(isNegative ? -.infinity : .infinity) }
    if unsigned == "NaN" { return .double(.nan) }
    let digits = Array(unsigned.utf8)[...]
    if let hexadecimal = hexadecimalDigits(digits) {
      guard let number = UInt64(hexadecimal, radix: 16) else { return nil }
      if !isNegative { return Int64(exactly: number).map { .integer($0) } ?? .unsignedInteger(number) }
      return Int64("-" + unsigned.dropFirst(2), radix: 16).map { .integer($0) }
    }
    let plain = (isNegative ? "-" : "") + unsigned
    if unsigned.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      if let number = Int64(plain) { return .integer(number) }
      if let number = UInt64(plain) { return .unsignedInteger(number) }
    }
    guard let number = Double(decimal: plain), number.isFinite else { return nil }
    // The shortest digits of a double, as encoders write it, are those of no other one.
    if number.description == plain { return .double(number) }
    return Decimals(digits).areLost(in: number.magnitude) ? nil : .double(number)
  }

  /// The significant digits of a number, and where its point is.
  private struct Decimals {
    private var digits = ""
    /// The power of ten by which the digits are multiplied.
    private var exponent = 0
    private let isPlain: Bool

    init(_ text: ArraySlice<UInt8>) {
      let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
      isPlain = point == text.endIndex
      digits = String(decoding: mantissa.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      exponent = Int(String(decoding: text[mantissa.endIndex...].dropFirst(), as: UTF8.self)) ?? 0
      exponent &-= mantissa[point...].dropFirst().count
      digits = String(digits.drop { $0 == "0" })
      while digits.last == "0" {
        digits.removeLast()
        exponent &+= 1
      }
    }

    /// Returns whether a double is another number in a way that matters; see `value(of:)`.
    func areLost(in number: Double) -> Bool {
      if digits.isEmpty { return false }
      guard number.rounded() == number else { return false }
      if number == 0 || exponent < 0 { return true }
      // 39 digits and fewer are at least compared, which are all that 64 bits could hold.
      guard digits.utf8.count + exponent < 39 else { return isPlain }
      guard let whole = UInt128(digits + String(repeating: "0", count: exponent)) else { return isPlain }
      return (isPlain || whole <= UInt64.max) && Double(exactly: whole) != number
    }
  }

  /// Returns whether digits are a number as JSON has it, and not one without digits before or after its point; `nil` for what
  /// is no number.
  private static func isPlain(_ digits: ArraySlice<UInt8>) -> Bool? {
    var rest = digits
    func skipDigits() -> Int {
      let count = rest.prefix { 0x30...0x39 ~= $0 }.count
      rest = rest.dropFirst(count)
      return count
    }
    let wholeCount = skipDigits()
    // JSON has no other numbers that begin with 0, and some languages read them as octal.
    guard wholeCount < 2 || digits.first != UInt8(ascii: "0") else { return nil }
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
    return wholeCount > 0 && fractionCount != 0
  }

  /// Returns the digits of a hexadecimal number; `nil` for what is none.
  private static func hexadecimalDigits(_ text: ArraySlice<UInt8>) -> String? {
    guard text.count > 2, text.starts(with: "0x".utf8) || text.starts(with: "0X".utf8) else { return nil }
    let digits = text.dropFirst(2)
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}
