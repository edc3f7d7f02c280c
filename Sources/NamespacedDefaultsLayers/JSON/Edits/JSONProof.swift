import NamespacedDefaults

/// The proof that a text is what was meant: it is parsed, and compared with the tree of the plan.
struct JSONProof {
  private let old: JSONContents
  private let plan: JSONPlan
  private let changes: [DefaultsChange]

  init(old: JSONContents, _ plan: JSONPlan, _ changes: [DefaultsChange]) {
    (self.old, self.plan, self.changes) = (old, plan, changes)
  }

  /// Returns the contents of a text, or `nil` if it is not what was meant.
  func contents(_ bytes: [UInt8]) -> JSONContents? {
    guard let new = try? JSONContents(bytes), comments(of: new) == comments(of: old), hasNewValues(new) else {
      return nil
    }
    switch (old.text.root, new.text.root) {
    case (nil, nil): return new
    case (nil, let root?): return isEqual(new, root, .object(plan.newRoot)) ? new : nil
    case (let oldRoot?, let root?): return isEqual(new, root, oldRoot) ? new : nil
    case (_?, nil): return nil
    }
  }

  private func comments(of contents: JSONContents) -> [JSONPiece] {
    contents.text.comments(in: 0..<contents.bytes.count).map { contents.bytes[$0.range] }
  }

  /// Returns whether each name has its new value, unless a part of that value was changed too.
  private func hasNewValues(_ new: JSONContents) -> Bool {
    var outer: Set<Substring> = []
    for change in changes {
      var name = change.key[...]
      while let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) {
        name = name[..<dot]
        outer.insert(name)
      }
    }
    return changes.allSatisfy { change in
      guard let value = change.newValue else { return new.value(forKey: change.key) == nil }
      return outer.contains(change.key[...]) || new.value(forKey: change.key) == value
    }
  }

  // MARK: Trees

  /// Returns whether a new node is what has become of an old one.
  private func isEqual(_ new: JSONContents, _ node: Int, _ oldNode: Int) -> Bool {
    if let value = plan.values[oldNode] { return isEqual(new, node, value) }
    guard new.text[node].kind == old.text[oldNode].kind else { return false }
    switch old.text[oldNode].kind {
    case .object, .array:
      var parts = Array(new.text.parts(of: node))[...]
      func takes(_ oldPart: Int) -> Bool {
        guard let part = parts.popFirst() else { return false }
        let isMember = !old.text[oldPart].name.isEmpty
        return (!isMember || new.text.name(of: part) == old.text.name(of: oldPart)) && isEqual(new, part, oldPart)
      }
      guard let changed = plan.parts[oldNode] else {
        return old.text.parts(of: oldNode).allSatisfy(takes) && parts.isEmpty
      }
      return changed.allSatisfy { part in
        switch part {
        case .kept(let oldPart): takes(oldPart)
        case .new(let member): parts.popFirst().map { isEqual(new, $0, member) } ?? false
        }
      } && parts.isEmpty
    default: return new.bytes[new.text[node].range] == old.bytes[old.text[oldNode].range]
    }
  }

  private func isEqual(_ new: JSONContents, _ node: Int, _ member: JSONNewMember) -> Bool {
    guard let name = member.name else { return isEqual(new, node, member.value) }
    guard name == new.text.name(of: node) else { return false }
    if JSONNotation.isReserved(name), new.text.isMarked(node) != member.isMarked { return false }
    return isEqual(new, node, member.value)
  }

  private func isEqual(_ new: JSONContents, _ node: Int, _ value: JSONNewValue) -> Bool {
    switch value {
    case .null: return new.text[node].kind == .null
    case .value(let value): return new.text.value(of: node) == value
    case .list(let parts), .object(let parts):
      let kind: JSONNode.Kind = if case .list = value { .array } else { .object }
      let nodes = Array(new.text.parts(of: node))
      return new.text[node].kind == kind && nodes.count == parts.count
        && zip(nodes, parts).allSatisfy { isEqual(new, $0, $1) }
    }
  }
}
