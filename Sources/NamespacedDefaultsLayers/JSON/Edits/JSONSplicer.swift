import NamespacedDefaults

/// The edit of a text by a plan: it replaces the pieces that must change, and leaves every other byte as it is.
///
/// Comments are never removed, and one rule keeps everything else out of them: what follows a comment to the end of the line
/// begins with a new line.
struct JSONSplicer {
  private struct Splice {
    let range: Range<Int>
    var bytes: JSONPiece = []
    /// Whether the text before the range ends with a comment to the end of the line.
    var followsComment = false
    /// Whether the new bytes do.
    var endsWithComment = false
  }

  private let text: JSONText
  private let plan: JSONPlan
  private let style: JSONStyle
  private var splices: [Splice] = []

  /// Returns the text of a file after an edit.
  static func bytes(_ contents: JSONContents, applying plan: JSONPlan) -> [UInt8] {
    var splicer = JSONSplicer(contents, plan)
    guard let root = contents.text.root else { return splicer.newText }
    splicer.edit(root)
    return splicer.applied
  }

  private init(_ contents: JSONContents, _ plan: JSONPlan) {
    (text, self.plan, style) = (contents.text, plan, JSONStyle(contents))
  }

  /// The text with an object where there was none, below a comment.
  private var newText: [UInt8] {
    guard !plan.newRoot.isEmpty else { return text.bytes }
    var writer = JSONWriter(style)
    writer.append(.object(plan.newRoot), [])
    let isInLine = text.bytes.last.map { !$0.isNewline } ?? false
    let hasComment = !text.comments(in: 0..<text.bytes.count).isEmpty
    return text.bytes + (isInLine && hasComment ? style.newline : []) + writer.bytes + style.newline
  }

  /// The text with the splices.
  private var applied: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.bytes.count)
    var (position, isInComment) = (0, false)
    func append(_ piece: JSONPiece) {
      guard let first = piece.first else { return }
      if isInComment, !first.isNewline { bytes += style.newline }
      bytes += piece
      isInComment = false
    }
    for splice in splices {
      if position < splice.range.lowerBound {
        append(text.bytes[position..<splice.range.lowerBound])
        isInComment = splice.followsComment
      }
      if !splice.bytes.isEmpty {
        append(splice.bytes)
        isInComment = splice.endsWithComment
      }
      position = splice.range.upperBound
    }
    append(text.bytes[position...])
    return bytes
  }

  // MARK: Values

  private mutating func edit(_ node: Int) {
    if let value = plan.values[node] {
      let range = text[node].range
      var writer = JSONWriter(style)
      writer.append(value, text.indentation(before: text[node].memberStart))
      replace(range, by: writer.bytes)
    } else if let parts = plan.parts[node] {
      edit(node, parts)
    } else if text[node].kind == .object || text[node].kind == .array {
      for part in text.parts(of: node) { edit(part) }
    }
  }

  /// Replaces a range, whose comments stay behind the new bytes.
  private mutating func replace(_ range: Range<Int>, by new: [UInt8]) {
    var bytes = new
    var endsWithComment = false
    for comment in text.comments(in: range) {
      if endsWithComment {
        bytes += style.newline + text.lineIndentation(at: range.lowerBound)
      } else if !bytes.isEmpty {
        bytes.append(0x20)
      }
      bytes += text.bytes[comment.range]
      endsWithComment = comment.endsWithLine
    }
    splices.append(Splice(range: range, bytes: bytes[...], endsWithComment: endsWithComment))
  }

  // MARK: Collections

  /// Keeps, edits and removes the parts of a collection, and puts the new ones where they belong.
  private mutating func edit(_ collection: Int, _ parts: [JSONPart]) {
    let layout = JSONLayout(collection, text, style)
    let hasLastComma = layout.slots.last?.comma != nil
    guard let firstKept = parts.lazy.compactMap(\.node).first else { return fill(layout, parts, hasLastComma) }
    let kept = Set(parts.compactMap(\.node))
    /// The bytes of new parts by the part that they follow.
    var (new, previous): ([Int?: [UInt8]], Int?) = ([:], nil)
    for (index, part) in parts.enumerated() {
      switch part {
      case .kept(let node): previous = node
      case .new(let member):
        let comma: [UInt8] = hasLastComma || index < parts.count - 1 ? [UInt8(ascii: ",")] : []
        let bytes = layout.bytes(of: member) + comma
        new[previous, default: []] += previous == nil && !layout.hasLines ? bytes + style.gap : layout.lead + bytes
      }
    }
    if let bytes = new[nil], layout.hasLines {
      insert(bytes, at: layout.lineEnd(from: text[collection].range.lowerBound + 1))
    }
    var isLeading = true
    for slot in layout.slots {
      guard kept.contains(slot.node) else {
        remove(slot, isLeading: isLeading)
        continue
      }
      isLeading = false
      if slot.node == firstKept, let bytes = new[nil], !layout.hasLines {
        splices.append(Splice(range: slot.start..<slot.start, bytes: bytes[...]))
      }
      edit(slot.node)
      let takesComma = hasLastComma || parts.last?.node != slot.node
      switch slot.comma {
      case let comma? where !takesComma: splices.append(Splice(range: comma..<comma + 1))
      case nil where takesComma: splices.append(Splice(range: slot.end..<slot.end, bytes: [UInt8(ascii: ",")]))
      default: break
      }
      if let new = new[slot.node] { insert(new, at: layout.lineEnd(from: slot.tokenEnd, isLast: slot.comma == nil)) }
    }
  }

  private mutating func insert(_ bytes: [UInt8], at place: (end: Int, followsComment: Bool)) {
    splices.append(Splice(range: place.end..<place.end, bytes: bytes[...], followsComment: place.followsComment))
  }

  /// Removes a part with its comma, and its line unless there is more in it.
  private mutating func remove(_ slot: JSONLayout.Slot, isLeading: Bool) {
    let lead = text.comments(in: slot.before..<slot.start).last
    let start = lead?.range.upperBound ?? slot.before
    let next = text.endOfBlanks(from: slot.tokenEnd)
    let beginsLine = text.bytes[start..<slot.start].contains(where: \.isNewline)
    let follower = next < text.bytes.count ? text.bytes[next] : 0
    let endsLine = follower.isNewline || follower == UInt8(ascii: "}") || follower == UInt8(ascii: "]")
    if !text.comments(in: slot.start..<slot.tokenEnd).isEmpty {
      replace(slot.start..<slot.tokenEnd, by: [])
    } else if beginsLine ? !endsLine : isLeading {
      // What follows in the line takes the place.
      splices.append(Splice(range: slot.start..<next))
    } else {
      splices.append(Splice(range: start..<slot.tokenEnd, followsComment: lead?.endsWithLine ?? false))
    }
  }

  /// Replaces all parts of a collection, whose comments stay above the new ones.
  private mutating func fill(_ layout: JSONLayout, _ parts: [JSONPart], _ hasLastComma: Bool) {
    let inside = text[layout.collection].range.dropFirst().dropLast()
    let last = text.comments(in: inside.lowerBound..<inside.upperBound).last
    for slot in layout.slots { remove(slot, isLeading: true) }
    let start = max(last?.range.upperBound ?? inside.lowerBound, layout.slots.last?.tokenEnd ?? 0)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      guard case .new(let member) = part else { continue }
      if layout.hasLines { bytes += layout.lead } else if index > 0 { bytes += style.gap }
      bytes += layout.bytes(of: member) + (hasLastComma || index < parts.count - 1 ? [UInt8(ascii: ",")] : [])
    }
    // The white space that is left would stand before the new parts.
    if !parts.isEmpty, layout.hasLines { bytes += style.newline + layout.indentation }
    if !parts.isEmpty || last == nil {
      let followsComment = last.map { $0.endsWithLine && $0.range.upperBound == start } ?? false
      splices.append(Splice(range: start..<inside.upperBound, bytes: bytes[...], followsComment: followsComment))
    }
  }
}

/// How the parts of a collection stand in the text.
private struct JSONLayout {
  /// A part that is there.
  struct Slot {
    let node: Int
    /// The end of the comma or the bracket before it.
    let before: Int
    let start: Int
    let end: Int
    let comma: Int?

    /// The end of the value, or of the comma after it.
    var tokenEnd: Int { comma.map { $0 + 1 } ?? end }
  }

  let collection: Int
  let slots: [Slot]
  /// Whether new parts have lines of their own.
  let hasLines: Bool
  /// What stands before a new part.
  let lead: [UInt8]
  private let inner: JSONPiece
  private let text: JSONText
  private var style: JSONStyle

  init(_ collection: Int, _ text: JSONText, _ style: JSONStyle) {
    (self.collection, self.text, self.style) = (collection, text, style)
    let range = text[collection].range
    var (slots, before) = ([Slot](), range.lowerBound + 1)
    for node in text.parts(of: collection) {
      let end = text[node].range.upperBound
      let next = text.endOfTrivia(from: end)
      let comma = text.bytes[next] == UInt8(ascii: ",") ? next : nil
      slots.append(Slot(node: node, before: before, start: text[node].memberStart, end: end, comma: comma))
      before = comma.map { $0 + 1 } ?? end
    }
    self.slots = slots
    let lines = slots.lazy.filter { text.bytes[$0.before..<$0.start].contains(0x0A) }
    let endsWithLine = slots.last.map { text.comments(in: $0.end..<range.upperBound).contains(where: \.endsWithLine) }
    hasLines = slots.isEmpty ? style.hasLines : !lines.isEmpty || endsWithLine == true
    let comments = slots.isEmpty ? text.comments(in: range.dropFirst().dropLast()).map(\.range.lowerBound) : []
    let indented = (lines.map(\.start) + comments).lazy.compactMap { text.indentation(before: $0) }.first
    inner = hasLines ? indented ?? text.lineIndentation(at: text[collection].memberStart) + style.unit : []
    let colon = slots.reversed().lazy.compactMap { text.plainColon(of: $0.node) }.first
    if let colon, text[collection].kind == .object { self.style.colon = colon }
    let gap = slots.count > 1 ? text.bytes[slots[slots.count - 1].before..<slots[slots.count - 1].start] : style.gap
    lead = Array(hasLines ? style.newline + inner : gap.allSatisfy(\.isBlank) ? gap : style.gap)
  }

  /// The indentation of the line in which the collection begins.
  var indentation: JSONPiece { text.lineIndentation(at: text[collection].memberStart) }

  func bytes(of member: JSONNewMember) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.append(member, hasLines ? inner : nil)
    return writer.bytes
  }

  /// Returns the end of the comments that begin in the line of a position, and whether the last one ends with its line.
  ///
  /// What is on the line of the next part belongs to that one.
  func lineEnd(from position: Int, isLast: Bool = false) -> (end: Int, followsComment: Bool) {
    var (end, followsComment) = (position, false)
    var next = text.endOfBlanks(from: position)
    while text.bytes[next] == UInt8(ascii: "/") {
      guard let comment = text.comments(in: next..<next + 1).first else { break }
      (end, followsComment) = (comment.range.upperBound, comment.endsWithLine)
      next = text.endOfBlanks(from: end)
      if comment.endsWithLine { break }
    }
    return isLast || text.bytes[next].isNewline ? (end, followsComment) : (position, false)
  }
}
