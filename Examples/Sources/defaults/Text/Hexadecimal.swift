extension Data {
  /// The bytes of `<0fbd 77>`, as the command of macOS and a key of data read them, or of `0fbd77`.
  init?(hexadecimal text: String) {
    let isBracketed = text.first == "<" && text.last == ">"
    let digits = Array((isBracketed ? text.dropFirst().dropLast().filter { $0 != " " } : text).utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self.init(capacity: digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else { return nil }
      append(high << 4 | low)
    }
  }

  /// The bytes as `<0fbd77>`, which is neither Base64 nor a number.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return "<\(String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))>"
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
