/// The style of a file, which new text takes on.
struct JSONStyle {
  var newline: JSONPiece = [0x0A]
  /// One level of indentation.
  var unit: JSONPiece = [0x20, 0x20]
  var colon: JSONPiece = Array(": ".utf8)[...]
  /// Whether new objects take several lines.
  var hasLines = true
}

extension JSONStyle {
  /// Creates the style of a text.
  init(_ document: JSONDocument) {
    self.init()
    guard let root = document.root else { return }
    let bytes = document.bytes
    if let newline = bytes.firstIndex(of: 0x0A), newline > 0, bytes[newline - 1] == 0x0D {
      self.newline = [0x0D, 0x0A]
    }
    hasLines = root.members.isEmpty || bytes[document.lead.count...].dropLast(document.end.count).contains(0x0A)
    let members = root.members + root.members.flatMap { $0.namespace?.members ?? [] }
    if let colon = members.first(where: { !$0.colon.hasComment && !$0.colon.contains(0x0A) })?.colon {
      self.colon = colon
    }
    for member in root.members {
      guard let newline = member.lead.lastIndex(of: 0x0A), newline + 1 < member.lead.endIndex else { continue }
      let indentation = member.lead[(newline + 1)...]
      if !indentation.hasComment {
        unit = indentation
        break
      }
    }
  }
}
