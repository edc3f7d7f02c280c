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
    var removed: Set<Int> = []
    for change in changes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      switch (contents.member(named: change.key), change.newValue) {
      case (let member?, let value?): set(member, to: value)
      case (let member?, nil): if !isNamespaceOfFile(member) { removed.insert(member) }
      case (nil, let value?): new.append((change.key, value))
      case (nil, nil): break
      }
    }
    var losers = remove(removed)
    insert(new)
    while !losers.isEmpty { losers = remove(losers.filter(isEmpty)) }
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
    case (true, let value) where value.dictionary == nil:
      parts[member] = parts(of: member) + [.new(JSONNewMember(ownValue: value))]
    default: edit(member, to: value)
    }
  }

  /// Changes a value, and of a collection only the parts that differ, so that the text of the others stays.
  private mutating func edit(_ node: Int, to value: PropertyListValue) {
    guard text.value(of: node) != value else { return }
    switch (text[node].kind, value) {
    case (.object, .dictionary(let members)) where !mayBeNotation(node): merge(members, into: node)
    case (.array, .array(let elements)) where !text.parts(of: node).contains { text[$0].kind == .null }:
      merge(elements, into: node)
    default: values[node] = .value(value)
    }
  }

  /// Returns whether an object is a notation, or has a name that could make it one.
  private func mayBeNotation(_ object: Int) -> Bool {
    text.parts(of: object).contains { text.isMarked($0) && JSONNotation.isReserved(text.name(of: $0)) }
  }

  private mutating func merge(_ members: [String: PropertyListValue], into object: Int) {
    var missing = members
    var kept: [JSONPart] = []
    for member in text.parts(of: object) {
      let name = text.name(of: member)
      // Two Unicode forms of a letter are two names here, and one in a dictionary.
      if let index = missing.index(forKey: name), missing[index].key.hasSameUTF8(as: name) {
        edit(member, to: missing.remove(at: index).value)
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
    let (removed, inserted) = listDifference(from: old, to: elements)
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

  /// Removes parts, and returns the collections that they were in.
  private mutating func remove(_ removed: Set<Int>) -> Set<Int> {
    let losers = Set(removed.map { text[$0].parent })
    for loser in losers { parts[loser] = parts(of: loser).filter { $0.node.map(removed.contains) != true } }
    return losers
  }

  private func isEmpty(_ object: Int) -> Bool {
    object != text.root && parts(of: object).isEmpty && text.comments(in: text[object].range).isEmpty
  }

  // MARK: New values

  /// Inserts values by their names, which are sorted, so that a value comes before those in a namespace of its name.
  private mutating func insert(_ new: [(name: String, value: PropertyListValue)]) {
    var additions: [Int?: JSONNewMembers] = [:]
    for (name, value) in new {
      let (object, rest) = place(of: name)
      if object == text.root {
        additions[object, default: JSONNewMembers()].addToRoot(rest, value) { contents.member(named: $0) != nil }
      } else {
        // A new object would be a value here, so that what is in it would not be listed.
        additions[object, default: JSONNewMembers()].add(JSONNewMember(rest, .value(value)))
      }
    }
    for (object, new) in additions {
      if let object { parts[object] = parts(of: object) + new.members.map { .new($0) } } else { newRoot = new.members }
    }
  }

  /// Returns the deepest object for a name, and the part of the name that is not the object's.
  private func place(of name: String) -> (object: Int?, rest: String) {
    var end = name.endIndex
    while let dot = name.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
      if let object = contents.object(named: String(name[..<dot])) {
        return (object, name.after(dot))
      }
      end = dot
    }
    return (text.root, name)
  }
}

/// The new members of an object.
private struct JSONNewMembers {
  private(set) var members: [JSONNewMember] = []
  private var indices: [String: Int] = [:]

  mutating func add(_ member: JSONNewMember) {
    if let name = member.name { indices[name] = members.count }
    members.append(member)
  }

  /// Adds a value to the object of the file, in which an object is a namespace.
  mutating func addToRoot(_ name: String, _ value: PropertyListValue, isThere: (String) -> Bool) {
    var dots = name.utf8.indices.reversed().filter { name.utf8[$0] == UInt8(ascii: ".") }[...]
    // The id of a migration's step is one word, whatever dots it has.
    if ReservedName.isReserved(name) { dots = dots.suffix(2) }
    guard let last = dots.first else { return addOwn(name, value) }
    while let dot = dots.popFirst() {
      guard let index = indices[String(name[..<dot])], case .object(var others) = members[index].value else { continue }
      // Not shared while it grows.
      members[index].value = .object([])
      others.append(JSONNewMember(name.after(dot), .value(value)))
      members[index].value = .object(others)
      return
    }
    // Where a value has the name of the namespace, the whole name stands beside it.
    let namespace = String(name[..<last])
    if isThere(namespace) || indices[namespace] != nil { return addOwn(name, value) }
    add(JSONNewMember(namespace, .object([JSONNewMember(name.after(last), .value(value))])))
  }

  /// Adds a value under its whole name; one that is an object becomes the value of a namespace.
  private mutating func addOwn(_ name: String, _ value: PropertyListValue) {
    let isObject = value.dictionary != nil
    add(JSONNewMember(name, isObject ? .object([JSONNewMember(ownValue: value)]) : .value(value)))
  }
}

extension String {
  /// Returns what follows a dot, which may be a letter that is one character with the dot.
  fileprivate func after(_ dot: Index) -> String { String(self[utf8.index(after: dot)...]) }
}
