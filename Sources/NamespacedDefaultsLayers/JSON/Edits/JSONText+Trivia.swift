import NamespacedDefaults

/// A comment in a text.
struct JSONComment: Equatable {
  let range: Range<Int>
  /// Whether it ends with its line, so that nothing may follow it there.
  let endsWithLine: Bool
}

// White space and comments. No function here fails, because the text was read before.
extension JSONText {
  /// Returns the comments in a range of the text, which begins and ends outside of comments and strings.
  func comments(in range: Range<Int>) -> [JSONComment] {
    var scanner = JSONScanner(bytes: bytes, position: range.lowerBound)
    var comments: [JSONComment] = []
    while scanner.position < range.upperBound {
      let start = scanner.position
      switch bytes[start] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try? scanner.skipString()
      case UInt8(ascii: "/"):
        let endsWithLine = (try? scanner.comment()) ?? false
        comments.append(JSONComment(range: start..<scanner.position, endsWithLine: endsWithLine))
      default: scanner.position += 1
      }
    }
    return comments
  }

  /// Returns the end of the white space and the comments that begin at a position.
  func endOfTrivia(from position: Int) -> Int {
    var scanner = JSONScanner(bytes: bytes, position: position)
    try? scanner.trivia()
    return scanner.position
  }

  /// Returns the end of the blanks and tabs that begin at a position.
  func endOfBlanks(from position: Int) -> Int { bytes[position...].firstIndex { !$0.isBlank } ?? bytes.endIndex }

  /// Returns the indentation of the line in which a position is.
  func lineIndentation(at position: Int) -> ArraySlice<UInt8> {
    let start = bytes[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start..<min(position, endOfBlanks(from: start))]
  }

  /// Returns the indentation of the line of a member or an element; `nil` if more than comments stands before it there.
  func indentation(before position: Int) -> ArraySlice<UInt8>? {
    guard let newline = bytes[..<position].lastIndex(of: 0x0A), endOfTrivia(from: newline + 1) >= position else {
      return nil
    }
    return lineIndentation(at: position)
  }

  /// Returns what stands between the name of a member and its value, if that is a model for others.
  func plainColon(of member: Int) -> ArraySlice<UInt8>? {
    let colon = bytes[self[member].name.upperBound..<self[member].range.lowerBound]
    return colon.allSatisfy { $0.isBlank || $0 == UInt8(ascii: ":") } ? colon : nil
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isNewline: Bool { self == 0x0A || self == 0x0D }
}
