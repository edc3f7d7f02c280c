import NamespacedDefaults

// White space, comments, names, strings and numbers.
extension JSONParser {
  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  func expected(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: "expected \(what)" + (isAtEnd ? ", and the file ends" : ""))
  }

  // MARK: White space and comments

  /// Skips white space and comments, and returns them.
  @discardableResult
  mutating func trivia() throws(JSONSyntaxError) -> JSONPiece {
    let start = position
    while !isAtEnd {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D: position += 1
      case UInt8(ascii: "/"): try comment()
      default: return bytes[start..<position]
      }
    }
    return bytes[start..<position]
  }

  /// Skips a comment, and the white space before it, that begins on this line; returns nothing if there is none.
  mutating func lineTrivia() throws(JSONSyntaxError) -> JSONPiece {
    let start = position
    var end = position
    while !isAtEnd {
      switch bytes[position] {
      case 0x20, 0x09: position += 1
      case UInt8(ascii: "/"):
        try comment()
        end = position
      default:
        position = end
        return bytes[start..<end]
      }
    }
    position = end
    return bytes[start..<end]
  }

  private mutating func comment() throws(JSONSyntaxError) {
    let start = position
    position += 1
    if skip("/") {
      while !isAtEnd, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    } else if skip("*") {
      while !(skip("*") && skip("/")) {
        guard !isAtEnd else { throw JSONSyntaxError(offset: start, reason: "the comment is not closed") }
        if bytes[position] != UInt8(ascii: "*") { position += 1 }
      }
    } else {
      throw JSONSyntaxError(offset: start, reason: "expected a comment")
    }
  }

  // MARK: Names and strings

  mutating func name() throws(JSONSyntaxError) -> (text: String, hasEscape: Bool) {
    guard !isAtEnd else { throw expected("a name or '}'") }
    if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") { return try string() }
    let start = position
    while !isAtEnd, isWord(bytes[position]) { position += 1 }
    guard position > start, !(0x30...0x39 ~= bytes[start]) else {
      position = start
      throw expected("a name or '}'")
    }
    return (String(decoding: bytes[start..<position], as: UTF8.self), false)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }

  /// Reads a string in double or single quotes.
  mutating func string() throws(JSONSyntaxError) -> (text: String, hasEscape: Bool) {
    let start = position
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    var hasEscape = false
    while true {
      let run = position
      while !isAtEnd, bytes[position] != quote, bytes[position] != UInt8(ascii: "\\"), bytes[position] >= 0x20 {
        position += 1
      }
      text += bytes[run..<position]
      guard !isAtEnd else { throw JSONSyntaxError(offset: start, reason: "the string is not closed") }
      if bytes[position] == quote {
        position += 1
        return (String(decoding: text, as: UTF8.self), hasEscape)
      }
      guard bytes[position] == UInt8(ascii: "\\") else {
        let isLine = bytes[position] == 0x0A || bytes[position] == 0x0D
        throw JSONSyntaxError(
          offset: isLine ? start : position,
          reason: isLine ? "the string is not closed in its line" : "a control character in a string"
        )
      }
      hasEscape = true
      text += try escape().utf8
    }
  }

  private mutating func escape() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    guard !isAtEnd else { throw JSONSyntaxError(offset: start, reason: "an escape that is not known") }
    let character = bytes[position]
    position += 1
    switch character {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{b}"
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(character))
    case 0x0A: return ""
    case 0x0D:
      _ = skip("\n")
      return ""
    case UInt8(ascii: "x"):
      if let number = hexadecimal(2) { return String(UnicodeScalar(UInt8(number))) }
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(4) else { break }
      guard UTF16.isSurrogate(unit) else { return String(decoding: [unit], as: UTF16.self) }
      guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), let next = hexadecimal(4),
        UTF16.isTrailSurrogate(next)
      else { throw JSONSyntaxError(offset: start, reason: "half a surrogate pair") }
      return String(decoding: [unit, next], as: UTF16.self)
    default: break
    }
    throw JSONSyntaxError(offset: start, reason: "an escape that is not known")
  }

  private mutating func hexadecimal(_ count: Int) -> UInt16? {
    let digits = bytes[position...].prefix(count)
    guard digits.count == count, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
    position += count
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  // MARK: Numbers and words

  /// Reads a number, `true`, `false` or `null`, which is `nil`.
  mutating func literal() throws(JSONSyntaxError) -> PropertyListValue? {
    let start = position
    while !isAtEnd, isWord(bytes[position]) || ["+", "-", "."].contains(UnicodeScalar(bytes[position])) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true": return true
    case "false": return false
    case "null": return nil
    default:
      if let number = JSONNumber.value(of: text) { return number }
      // Without the text, which may be a secret.
      throw JSONSyntaxError(
        offset: start,
        reason: "expected a value" + (isAtEnd && text.isEmpty ? ", and the file ends" : "")
      )
    }
  }
}
