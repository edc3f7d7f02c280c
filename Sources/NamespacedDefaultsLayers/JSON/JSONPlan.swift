import NamespacedDefaults

/// A part of a collection after an edit.
enum JSONPart {
  case kept(Int)
  case new(JSONNewMember)

  var node: Int? { if case .kept(let node) = self { node } else { nil } }
}

/// A new member of an object, or a new element of a list.
struct JSONNewMember {
  /// `nil` for an element.
  let name: String?
  /// Whether the name is a notation.
  let isMarked: Bool
  var value: JSONNewValue

  init(_ name: String?, _ value: JSONNewValue, isMarked: Bool = false) {
    (self.name, self.value, self.isMarked) = (name, value, isMarked)
  }

  /// Creates the value of the name of the object that it is in.
  init(ownValue: PropertyListValue) { self.init(JSONNotation.valueName, .value(ownValue), isMarked: true) }
}

/// A new value in a text.
indirect enum JSONNewValue {
  case value(PropertyListValue)
  /// An object whose members have names.
  case object([JSONNewMember])
}

/// The tree that an edit of a text is to lead to: what differs from the tree that is there.
struct JSONPlan {
  /// The new values of members and elements that stay in place.
  private(set) var values: [Int: JSONNewValue] = [:]
  /// The parts, in order, of the collections that get or lose some.
  private(set) var parts: [Int: [JSONPart]] = [:]
  /// The members of the object of a text that has none yet.
  private(set) var newRoot: [JSONNewMember] = []

  private let contents: JSONContents
  private var text: JSONText { contents.text }

  /// Plans changes of stored values.
  ///
  /// A name that stands in the text keeps its place, and a null is one. A new name goes into the deepest object that is there.
  /// An object of the file is a namespace, which stays when its own name is removed. An object that a removal has emptied
  /// goes too, unless there is a comment in it.
  init(_ changes: [DefaultsChange], in contents: JSONContents) {
    self.contents = contents
    var new: [(name: String, value: PropertyListValue)] = []
    var losers: [Int] = []
    for change in changes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let value = change.newValue?.asInText
      switch (contents.member(named: change.key), value) {
      case (let member?, let value?): set(member, to: value)
      case (let member?, nil):
        if !isNamespaceOfFile(member) { losers.append(remove(member)) }
      case (nil, let value?): new.append((change.key, value))
      case (nil, nil): break
      }
    }
    insert(new)
    for object in losers { removeIfEmpty(object) }
  }

  private func isNamespaceOfFile(_ member: Int) -> Bool { text.isInRoot(member) && text.isNamespace(member) }

  private func parts(of collection: Int) -> [JSONPart] {
    parts[collection] ?? text.parts(of: collection).map { .kept($0) }
  }

  // MARK: Values that are there

  private mutating func set(_ member: Int, to value: PropertyListValue) {
    switch (isNamespaceOfFile(member), value) {
    case (false, .dictionary) where text.isInRoot(member):
      values[member] = .object([JSONNewMember(ownValue: value)])
    case (true, let value) where value.members == nil:
      parts[member] = parts(of: member) + [.new(JSONNewMember(ownValue: value))]
    default: edit(member, to: value)
    }
  }

  /// Changes a value, and of a collection only the parts that differ, so that the text of the others stays.
  private mutating func edit(_ node: Int, to value: PropertyListValue) {
    guard text.value(of: node) != value else { return }
    switch (text[node].kind, value) {
    case (.object, .dictionary(let members)) where !mayBeNotation(node, members): merge(members, into: node)
    case (.array, .array(let elements)) where !text.parts(of: node).contains { text[$0].kind == .null }:
      merge(elements, into: node)
    default: values[node] = .value(value)
    }
  }

  /// Returns whether one of the names of an object, as they are written, makes or would make it a notation.
  private func mayBeNotation(_ object: Int, _ members: [String: PropertyListValue]) -> Bool {
    text.notation(of: object) != nil
      || text.parts(of: object).contains { text.isMarked($0) && JSONNotation.isReserved(text.name(of: $0)) }
  }

  private mutating func merge(_ members: [String: PropertyListValue], into object: Int) {
    var missing = members
    var kept: [JSONPart] = []
    for member in text.parts(of: object) {
      if let value = missing.removeValue(forKey: text.name(of: member)) {
        edit(member, to: value)
        kept.append(.kept(member))
      } else if text[member].kind == .null {
        kept.append(.kept(member))
      }
    }
    let new = missing.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    parts[object] = kept + new.map { .new(JSONNewMember($0.key, .value($0.value))) }
  }

  /// Changes a list.
  ///
  /// An element that comes for one that goes, at the same place, is that one with another value.
  private mutating func merge(_ elements: [PropertyListValue], into array: Int) {
    let nodes = Array(text.parts(of: array))
    if nodes.isEmpty, text.comments(in: text[array].range).isEmpty {
      values[array] = .value(.array(elements))
      return
    }
    let old = nodes.compactMap(text.value)
    let (removed, inserted) = Self.difference(from: old, to: elements)
    var (result, position, next) = ([JSONPart](), 0, 0)
    while position < nodes.count || next < elements.count {
      let (first, firstNew) = (position, next)
      while removed.contains(position) { position += 1 }
      while inserted.contains(next) { next += 1 }
      let pairs = min(position - first, next - firstNew)
      for pair in 0..<pairs {
        edit(nodes[first + pair], to: elements[firstNew + pair])
        result.append(.kept(nodes[first + pair]))
      }
      result += elements[(firstNew + pairs)..<next].map { .new(JSONNewMember(nil, .value($0))) }
      if position < nodes.count, next < elements.count {
        result.append(.kept(nodes[position]))
        (position, next) = (position + 1, next + 1)
      }
    }
    parts[array] = result
  }

  /// Returns the offsets of the elements that go, and of those that come.
  private static func difference(
    from old: [PropertyListValue],
    to new: [PropertyListValue]
  ) -> (removed: Set<Int>, inserted: Set<Int>) {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (oldPart, newPart) = (old[head..<old.count - tail], new[head..<new.count - tail])
    // The search takes time in proportion to the product of the two, where they have little in common.
    guard oldPart.count * newPart.count <= 1 << 20 else { return (Set(oldPart.indices), Set(newPart.indices)) }
    let difference = Array(newPart).difference(from: Array(oldPart))
    func offsets(_ changes: [CollectionDifference<PropertyListValue>.Change]) -> Set<Int> {
      Set(
        changes.map { change in
          switch change {
          case .remove(let offset, _, _), .insert(let offset, _, _): head + offset
          }
        }
      )
    }
    return (offsets(difference.removals), offsets(difference.insertions))
  }

  /// Removes a part, and returns the collection that it was in.
  private mutating func remove(_ part: Int) -> Int {
    let parent = text[part].parent
    parts[parent] = parts(of: parent).filter { $0.node != part }
    return parent
  }

  private mutating func removeIfEmpty(_ object: Int) {
    guard object != text.root, parts(of: object).isEmpty, text.comments(in: text[object].range).isEmpty else { return }
    let parent = remove(object)
    removeIfEmpty(parent)
  }

  // MARK: New values

  /// Inserts values by their names, which are sorted, so that a value comes before those in a namespace of its name.
  private mutating func insert(_ new: [(name: String, value: PropertyListValue)]) {
    var additions: [Int?: [JSONNewMember]] = [:]
    for (name, value) in new {
      let (object, rest) = place(of: name)
      add(rest, value, to: object, &additions[object, default: []])
    }
    for (object, members) in additions {
      if let object { parts[object] = parts(of: object) + members.map { .new($0) } } else { newRoot = members }
    }
  }

  /// Adds a value to the new members of an object, under the part of its name that the object's name lacks.
  private func add(_ rest: String, _ value: PropertyListValue, to object: Int?, _ members: inout [JSONNewMember]) {
    // In a deeper object a new one would be a value, so that what is in it would not be listed.
    if object == text.root, let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) {
      for dot in rest.indices.reversed() where rest[dot] == "." {
        guard let index = members.firstIndex(where: { $0.name == String(rest[..<dot]) }),
          case .object(let others) = members[index].value
        else { continue }
        members[index].value = .object(others + [JSONNewMember(String(rest[rest.index(after: dot)...]), .value(value))])
        return
      }
      // Where a value has the name of the namespace, the whole name stands beside it.
      let namespace = String(rest[..<dot])
      if contents.member(named: namespace) == nil, !members.contains(where: { $0.name == namespace }) {
        let member = JSONNewMember(String(rest[rest.index(after: dot)...]), .value(value))
        members.append(JSONNewMember(namespace, .object([member])))
        return
      }
    }
    // An object of the file is a namespace, so a value that is one becomes the value of a namespace.
    let isValueOfNamespace = object == text.root && value.members != nil
    members.append(JSONNewMember(rest, isValueOfNamespace ? .object([JSONNewMember(ownValue: value)]) : .value(value)))
  }

  /// Returns the deepest object for a name, and the part of the name that is not the object's.
  private func place(of name: String) -> (object: Int?, rest: String) {
    var end = name.endIndex
    while let dot = name.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
      if let object = contents.object(named: String(name[..<dot])) {
        return (object, String(name[name.index(after: dot)...]))
      }
      end = dot
    }
    return (text.root, name)
  }
}

extension PropertyListValue {
  fileprivate var members: [String: PropertyListValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }
}
