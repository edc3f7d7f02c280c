import NamespacedDefaults

/// The layout of a text anew, member by member, with every comment in a line of its own, above what it stood before.
///
/// It is for a text in which a careful edit has failed, and so it is as plain as it can be.
struct JSONRewriter {
  private let text: JSONText
  private let plan: JSONPlan
  private let style: JSONStyle
  private var comments: ArraySlice<JSONComment>
  private var bytes: [UInt8] = []

  /// Returns the text of a file after an edit.
  static func bytes(_ contents: JSONContents, applying plan: JSONPlan) -> [UInt8] {
    var rewriter = JSONRewriter(contents, plan)
    if JSONParser.hasMark(contents.bytes) { rewriter.bytes += contents.bytes[..<3] }
    let end = contents.bytes.count
    if let root = contents.text.root {
      rewriter.appendComments(before: contents.text[root].range.lowerBound, [])
      rewriter.append(root, [])
    } else {
      rewriter.appendComments(before: end, [])
      var writer = JSONWriter(rewriter.style)
      writer.append(.object(plan.newRoot), [])
      rewriter.bytes += writer.bytes
    }
    rewriter.bytes += rewriter.style.newline
    rewriter.appendComments(before: end, [])
    return rewriter.bytes
  }

  private init(_ contents: JSONContents, _ plan: JSONPlan) {
    (text, self.plan, style) = (contents.text, plan, JSONStyle(contents))
    comments = text.comments(in: 0..<text.bytes.count)[...]
  }

  private mutating func appendComments(before position: Int, _ indentation: JSONPiece) {
    while let comment = comments.first, comment.range.lowerBound < position {
      bytes += indentation + text.bytes[comment.range] + style.newline
      comments.removeFirst()
    }
  }

  private mutating func append(_ node: Int, _ indentation: JSONPiece) {
    if let value = plan.values[node] {
      var writer = JSONWriter(style)
      writer.append(value, indentation)
      bytes += writer.bytes
      return
    }
    let range = text[node].range
    switch text[node].kind {
    case .array where plan.parts[node] == nil && text.parts(of: node).contains { text[$0].kind == .null }:
      // Its value is its text, with the comments in it.
      bytes += text.bytes[range]
      comments = comments.drop { $0.range.lowerBound < range.upperBound }
    case .object, .array:
      let brackets = text[node].kind == .object ? "{}" : "[]"
      bytes += brackets.utf8.prefix(1) + style.newline
      let inner = indentation + style.unit
      let parts = plan.parts[node] ?? text.parts(of: node).map { .kept($0) }
      for (index, part) in parts.enumerated() {
        switch part {
        case .kept(let part):
          appendComments(before: text[part].range.lowerBound, inner)
          bytes += inner
          if !text[part].name.isEmpty { bytes += text.bytes[text[part].name] + style.colon }
          append(part, inner)
        case .new(let member):
          bytes += inner
          var writer = JSONWriter(style)
          writer.append(member, inner)
          bytes += writer.bytes
        }
        if index < parts.count - 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += style.newline
      }
      appendComments(before: range.upperBound, inner)
      bytes += indentation + brackets.utf8.suffix(1)
    default: bytes += text.bytes[range]
    }
  }
}
