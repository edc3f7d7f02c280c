extension String {
  /// How many columns of a terminal the text takes, or, where those are more, some number above the limit.
  ///
  /// A text of a megabyte need not be measured to its end.
  func columns(upTo limit: Int) -> Int {
    var used = 0
    for character in self {
      used += character.columns
      if used > limit { break }
    }
    return used
  }

  /// The text, with spaces up to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns(upTo: width)))
  }

  /// The text, or as much of it as fits a number of columns together with an ellipsis.
  func cut(to width: Int) -> String {
    var (used, end) = (0, startIndex)
    for index in indices {
      used += self[index].columns
      if used > width { return self[..<end] + "…" }
      if used < width { end = self.index(after: index) }
    }
    return self
  }
}

extension Character {
  /// 2 for East Asian wide characters and emoji, 0 for what stands on nothing, otherwise 1.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if isASCII { return 1 }
    if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return first.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  // The blocks of UAX #11 (East Asian Width) whose characters are wide or full-width, without the emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
