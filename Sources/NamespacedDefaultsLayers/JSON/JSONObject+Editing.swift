// The pieces around members that come and go.
extension JSONObject {
  /// Returns what stands before a new member, as before the last one.
  func leadOfNewMember(_ style: JSONStyle, at indentation: JSONPiece?) -> JSONPiece {
    guard let last = members.last else {
      guard style.hasLines, let indentation else { return [] }
      // What removed members have left stays above: who reads on from a comment must not take the new member for its own.
      let comments = end.upToLastComment
      // White space alone would otherwise stand before the new line.
      end = style.newline + indentation
      return comments + style.newline + indentation + style.unit
    }
    if let newline = last.lead.lastIndex(of: 0x0A), !last.lead[newline...].hasComment {
      return style.newline + last.lead[(newline + 1)...]
    }
    // Behind a comment that ends with its line, the new member would be a part of it.
    if last.trail.hasComment || last.tail.hasComment { return style.newline + (indentation ?? []) + style.unit }
    if members.count > 1, !last.lead.hasComment { return last.lead }
    return style.colon.count > 1 ? [0x20] : []
  }

  /// Puts a comma after the last member, and returns whether a new member gets one too.
  func takesComma() -> Bool {
    guard let last = members.indices.last else { return false }
    if members[last].hasComma { return true }
    members[last].hasComma = true
    (members[last].tail, members[last].trail) = ([], members[last].tail)
    return false
  }

  /// Removes marked members of the object and of those in it, and returns whether this one had any.
  func removeMembersBelow(_ style: JSONStyle) -> Bool {
    for member in members { if case .object(let object) = member.value { _ = object.removeMembersBelow(style) } }
    return removeMembers(style)
  }

  /// Removes the marked members with their commas and lines, and returns whether there were any.
  @discardableResult
  func removeMembers(_ style: JSONStyle) -> Bool {
    guard members.contains(where: \.isRemoved) else { return false }
    let hadLastComma = members.last?.hasComma ?? false
    var kept: [JSONMember] = []
    var comments: JSONPiece = []
    var firstLead: JSONPiece?
    for var member in members {
      if member.isRemoved {
        if kept.isEmpty, firstLead == nil { firstLead = member.lead }
        comments += member.lead.upToLastComment
      } else {
        if kept.isEmpty, let lead = firstLead, !lead.hasComment, !lead.contains(0x0A) { member.lead = lead }
        member.lead = comments.joined(to: member.lead, style)
        comments = []
        kept.append(member)
      }
    }
    if let last = kept.indices.last, !hadLastComma { kept[last].hasComma = false }
    members = kept
    end = comments.joined(to: end, style)
    return true
  }
}

extension JSONPiece {
  var hasComment: Bool { contains(UInt8(ascii: "/")) }

  /// The comments in white space, with the white space before them.
  fileprivate var upToLastComment: JSONPiece {
    guard hasComment, let end = lastIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return [] }
    return self[...end]
  }

  /// Returns comments, which may end with their line, and what follows them.
  fileprivate func joined(to next: JSONPiece, _ style: JSONStyle) -> JSONPiece {
    guard !isEmpty else { return next }
    let isOnOwnLine = next.first == 0x0A || next.first == 0x0D
    return self + (isOnOwnLine ? [] : style.newline) + next
  }
}
