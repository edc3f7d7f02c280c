/// A place in a JSON text, which goes on over white space, comments, names, strings and words.
package struct JSONScanner {
  package let bytes: [UInt8]
  package var position: Int
  let dialect: JSONDialect

  /// Creates a place in a text that is JSON5, if it is not said to be of the strict form.
  package init(bytes: [UInt8], position: Int, dialect: JSONDialect = .json5) {
    (self.bytes, self.position, self.dialect) = (bytes, position, dialect)
  }

  /// Returns the text of a name or a string that was found.
  static func string(in bytes: [UInt8], at range: Range<Int>, hasEscape: Bool) -> String {
    if hasEscape {
      var scanner = JSONScanner(bytes: bytes, position: range.lowerBound)
      // It cannot fail, because it was read before.
      return (try? scanner.string().text) ?? ""
    }
    let isQuoted = bytes[range.lowerBound] == UInt8(ascii: "\"") || bytes[range.lowerBound] == UInt8(ascii: "'")
    let text = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    return bytes.withUnsafeBufferPointer { String(decoding: $0[text], as: UTF8.self) }
  }

  var isAtEnd: Bool { position == bytes.count }

  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  func expected(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: "expected \(what)" + (isAtEnd ? ", and the file ends" : ""))
  }

  // MARK: White space and comments

  /// Skips white space and comments.
  package mutating func trivia() throws(JSONSyntaxError) {
    while !isAtEnd {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/") where dialect == .json5: try comment()
      case 0x0B, 0x0C, 0x80...:
        let length = spaceLength(at: position)
        guard length > 0 else { return }
        position += length
      default: return
      }
    }
  }

  /// Returns the number of bytes of the white space that JSON5 has besides that of JSON; 0 if there is none.
  private func spaceLength(at position: Int) -> Int {
    guard dialect == .json5 else { return 0 }
    switch bytes[position] {
    case 0x0B, 0x0C: return 1
    case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: break
    default: return 0
    }
    // The letters of the category Zs, the byte order mark and the line separators, in UTF-8.
    let rest = bytes[position...].prefix(3)
    if rest.starts(with: [0xC2, 0xA0]) { return 2 }
    guard rest.count == 3, let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0xFEFF, 0x2028, 0x2029, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 3
    default: return 0
    }
  }

  /// Skips a comment.
  ///
  /// - Returns: Whether it ends with its line.
  @discardableResult
  package mutating func comment() throws(JSONSyntaxError) -> Bool {
    let start = position
    position += 1
    if skip("/") {
      while !isAtEnd, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      return true
    }
    guard skip("*") else { throw JSONSyntaxError(offset: start, reason: "expected a comment") }
    while !(skip("*") && skip("/")) {
      guard !isAtEnd else { throw JSONSyntaxError(offset: start, reason: "the comment is not closed") }
      if bytes[position] != UInt8(ascii: "*") { position += 1 }
    }
    return false
  }

  // MARK: Names and strings

  func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") && dialect == .json5
  }

  /// Skips a name.
  ///
  /// - Returns: Whether it has an escape.
  mutating func skipName() throws(JSONSyntaxError) -> Bool {
    if !isAtEnd, isQuote(bytes[position]) { return try skipString() }
    let start = position
    if dialect == .json5 { skipWord() }
    let hasEscape = !isAtEnd && bytes[position] == UInt8(ascii: "\\") && dialect == .json5
    guard position > start || hasEscape, !(0x30...0x39 ~= bytes[start]) else {
      position = start
      throw expected("a name or '}'")
    }
    if hasEscape {
      throw JSONSyntaxError(
        offset: position,
        reason: "an escape in a name without quotation marks; put the name in some"
      )
    }
    return false
  }

  private mutating func skipWord() {
    while !isAtEnd {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        position += 1
      case 0x80... where spaceLength(at: position) == 0: position += 1
      default: return
      }
    }
  }

  /// Skips a string in double or single quotes.
  ///
  /// - Returns: Whether it has an escape.
  package mutating func skipString() throws(JSONSyntaxError) -> Bool {
    let (start, quote) = (position, bytes[position])
    // Most strings have no escape, and nobody asks for their text.
    position += 1
    skipRun(upTo: quote)
    if !isAtEnd, bytes[position] == quote {
      position += 1
      return false
    }
    position = start
    return try string().hasEscape
  }

  /// Skips what stands for itself in a string.
  private mutating func skipRun(upTo quote: UInt8) {
    let (start, count) = (position, bytes.count)
    // A pointer, because most of a text are strings, and debug builds do not inline an array's subscript.
    position = bytes.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress else { return start }
      var end = start
      while end < count, bytes[end] != quote, bytes[end] != 0x5C /* a backslash */, bytes[end] >= 0x20 { end += 1 }
      return end
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
      skipRun(upTo: quote)
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
    let unknown = JSONSyntaxError(offset: start, reason: "an escape that is not known")
    guard !isAtEnd else { throw unknown }
    let character = bytes[position]
    position += 1
    switch character {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(character))
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(4) else { throw unknown }
      guard UTF16.isSurrogate(unit) else { return String(decoding: [unit], as: UTF16.self) }
      guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), let next = hexadecimal(4),
        UTF16.isTrailSurrogate(next)
      else { throw JSONSyntaxError(offset: start, reason: "half a surrogate pair") }
      return String(decoding: [unit, next], as: UTF16.self)
    case _ where dialect == .json: throw unknown
    case UInt8(ascii: "v"): return "\u{b}"
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "'"): return "'"
    case 0x0A: return ""
    case 0x0D:
      _ = skip("\n")
      return ""
    case UInt8(ascii: "x"):
      guard let number = hexadecimal(2) else { throw unknown }
      return String(UnicodeScalar(UInt8(number)))
    default: throw unknown
    }
  }

  private mutating func hexadecimal(_ count: Int) -> UInt16? {
    let digits = bytes[position...].prefix(count)
    guard digits.count == count, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
    position += count
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  // MARK: Numbers and words

  /// Skips a number, `true`, `false` or `null`.
  mutating func literal() throws(JSONSyntaxError) -> JSONNode.Kind {
    let start = position
    while !isAtEnd {
      let before = position
      skipWord()
      if !isAtEnd, [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(bytes[position]) {
        position += 1
      }
      if position == before { break }
    }
    let text = bytes[start..<position]
    switch text.first {
    case UInt8(ascii: "t") where text.elementsEqual("true".utf8): return .true
    case UInt8(ascii: "f") where text.elementsEqual("false".utf8): return .false
    case UInt8(ascii: "n") where text.elementsEqual("null".utf8): return .null
    case _ where JSONNumber.isNumber(text, dialect): return .number
    default: break
    }
    // Without the text, which may be a secret.
    let isMissing = isAtEnd && text.isEmpty
    throw JSONSyntaxError(offset: start, reason: "expected a value" + (isMissing ? ", and the file ends" : ""))
  }
}
