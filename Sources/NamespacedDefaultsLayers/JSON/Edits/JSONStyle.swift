import NamespacedDefaults

/// A piece of the text of a file, or of new text.
typealias JSONPiece = ArraySlice<UInt8>

/// The style of a file, which new text takes on.
struct JSONStyle {
  var newline: JSONPiece = [0x0A]
  /// One level of indentation.
  var unit: JSONPiece = [0x20, 0x20]
  var colon: JSONPiece = Array(": ".utf8)[...]
  /// Whether new objects take several lines.
  var hasLines = true

  /// What stands between two parts in one line.
  var gap: JSONPiece { colon.count > 1 ? [0x20] : [] }

  init() {}

  /// Creates the style of a text.
  init(_ contents: JSONContents) {
    let text = contents.text
    guard let root = text.root else { return }
    if let newline = text.bytes.firstIndex(of: 0x0A), newline > 0, text.bytes[newline - 1] == 0x0D {
      self.newline = [0x0D, 0x0A]
    }
    let members = Array(text.parts(of: root))
    hasLines = members.isEmpty || text.bytes[text[root].range].contains(0x0A)
    let inner = members.lazy.filter(text.isNamespace).flatMap { text.parts(of: $0) }
    if let colon = members.lazy.compactMap(text.plainColon).first ?? inner.lazy.compactMap(text.plainColon).first {
      self.colon = colon
    }
    let indentations = members.lazy.compactMap { text.indentation(before: text[$0].memberStart) }
    if let indentation = indentations.first(where: { !$0.isEmpty }) { unit = indentation }
  }
}
