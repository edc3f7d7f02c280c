/// A reader of a property list in a text that anyone may have made, byte by byte.
protocol TextReader {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension TextReader {
  var isAtEnd: Bool { position == bytes.count }

  func peek(is text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  mutating func skip(_ text: String) -> Bool {
    guard peek(is: text) else { return false }
    position += text.utf8.count
    return true
  }

  /// Skips everything up to and including a text, and returns what stands before it.
  @discardableResult
  mutating func skip(past end: String) throws(Refusal) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      if skip(end) { return bytes[start..<position - end.utf8.count] }
      position += 1
    }
    throw malformed("\(end) is missing")
  }

  /// Skips the bytes that meet a condition, and returns them.
  @discardableResult
  mutating func skip(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let run = bytes[position...].prefix(while: isIncluded)
    position = run.endIndex
    return run
  }

  mutating func skipSpace() {
    skip { $0 == 0x20 || 0x09...0x0A ~= $0 || $0 == 0x0D }
  }

  /// Skips the four hexadecimal digits of a UTF-16 code unit and the prefix before them; `nil` if they do not stand here.
  mutating func codeUnit(after prefix: String) -> UInt16? {
    let digits = bytes[position...].dropFirst(prefix.utf8.count).prefix(4)
    guard peek(is: prefix), digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    position = digits.endIndex
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  func checkDepth(_ depth: Int) throws(Refusal) {
    let limit = PropertyListValue.depthLimit
    guard depth < limit else { throw malformed("more than \(limit) collections nest") }
  }

  func malformed(_ reason: String) -> Refusal {
    let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
    return Refusal("line \(line) of the property list: \(reason)")
  }
}
