/// How a terminal shows a part of a line, by the number that it takes for that.
enum Style: String {
  case plain = ""
  case heading = "1"
  case aside = "2"
  case name = "36"
  case old = "31"
  case new = "32"
  case error = "1;31"
  case warning = "1;33"
  case note = "1;36"
}

/// A part of a line, and how a terminal shows it.
struct Piece: ExpressibleByStringInterpolation {
  let text: String
  let style: Style

  init(_ text: String, _ style: Style = .plain) { (self.text, self.style) = (text, style) }

  init(stringLiteral text: String) { self.init(text) }

  /// The pieces of a message, whose first word says how bad it is.
  static func ofMessage(_ line: String) -> [Piece] {
    let styles: [(String, Style)] = [("Error:", .error), ("Warning:", .warning), ("Note:", .note)]
    guard let (word, style) = styles.first(where: { line.hasPrefix($0.0) }) else { return [Piece(line)] }
    return [Piece(word, style), Piece(String(line.dropFirst(word.count)))]
  }

  /// The text as it is written: harmless to a terminal, and with its style where there are colors.
  func written(isColored: Bool) -> String {
    isColored && style != .plain ? "\u{1B}[\(style.rawValue)m\(text.printable)\u{1B}[0m" : text.printable
  }
}
