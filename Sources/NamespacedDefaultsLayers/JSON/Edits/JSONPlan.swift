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

  /// Creates the value of the name of the object that it is in; `nil` says that it has none.
  init(ownValue: PropertyListValue?) {
    self.init(JSONNotation.valueName, ownValue.map { .value($0) } ?? .null, isMarked: true)
  }
}

/// A new value in a text.
indirect enum JSONNewValue {
  case value(PropertyListValue)
  /// An object whose members have names.
  case object([JSONNewMember])
  /// A list with nulls.
  case list([JSONNewMember])
  /// What keeps the place of a name without a value.
  case null
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
  private let objects: JSONObjects
  /// The names that get a value.
  private let given: [String]
  private var removed: Set<Int> = []
  private var text: JSONText { contents.text }

  /// Plans changes of stored values.
  ///
  /// A name that stands in the text keeps its place, and a null is one. A new name goes into the deepest object that is there.
  /// A removal of an object takes what no other name has. What others have stays, and the object says that its own name has
  /// no value. An object that a removal has emptied goes too, unless there is a comment in it.
  init(_ changes: [DefaultsChange], in contents: JSONContents, _ objects: JSONObjects) {
    (self.contents, self.objects) = (contents, objects)
    given = changes.filter { $0.newValue != nil }.map(\.key)
    var new: [(name: String, value: PropertyListValue)] = []
    for change in changes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      switch (contents.member(named: change.key), change.newValue) {
      case (let member?, let value?): set(member, change.key, to: value)
      case (let member?, nil): remove(member, change.key)
      case (nil, let value?): new.append((change.key, value))
      case (nil, nil): break
      }
    }
    var losers = remove(removed)
    insert(new)
    while !losers.isEmpty { losers = remove(losers.filter(isEmpty)) }
  }

  private func parts(of collection: Int) -> [JSONPart] {
    parts[collection] ?? text.parts(of: collection).map { .kept($0) }
  }

  // MARK: Values that are there

  private mutating func set(_ member: Int, _ name: String, to value: PropertyListValue) {
    guard objects.isObject(member) else {
      // The value of an object's own name is where it is.
      guard value.dictionary != nil, !text.isOwnValue(member),
        !isPlain(name, in: text[member].parent) || isTaken(value, name)
      else { return edit(member, to: value) }
      return values[member] = .object([JSONNewMember(ownValue: value)])
    }
    let others = objects.others(in: member, named: name, missingIn: value.dictionary ?? [:])
    if !others.isEmpty || isTaken(value, name, besides: member..<text[member].next) {
      strip(member, to: Set(objects.others(in: member, named: name)), ownValue: value)
    } else if value.dictionary == nil, text.isInRoot(member), !objects.isSetting(name) {
      parts[member] = parts(of: member) + [.new(JSONNewMember(ownValue: value))]
    } else {
      edit(member, to: value)
    }
  }

  /// Returns whether an object is written as it is where it becomes the value of a name.
  private func isPlain(_ name: String, in object: Int?) -> Bool {
    objects.isPlain(name) || object != text.root && !objects.isBeginning(name)
  }

  /// Returns whether what is in a value would have a name, as it is, that stands elsewhere than in the object it replaces.
  private func isTaken(_ value: PropertyListValue, _ name: String, besides object: Range<Int> = 0..<0) -> Bool {
    value.dictionary?.contains { key, part in
      let name = name + "." + key
      if let member = contents.member(named: name), !object.contains(member) { return true }
      return isTaken(part, name, besides: object)
    } ?? false
  }

  private mutating func remove(_ member: Int, _ name: String) {
    guard text.isOwnValue(member) || objects.isObject(member) else { return _ = removed.insert(member) }
    let given = given.filter { $0.rawValue(in: name) != nil }
    if text.isOwnValue(member) {
      let object = text[member].parent
      let isAlone = given.isEmpty && Array(text.parts(of: object)) == [member] && !hasComments(object)
      if isAlone { removed.insert(member) } else { values[member] = .null }
    } else {
      let others = objects.others(in: member, named: name)
      if others.isEmpty, given.isEmpty {
        removed.insert(member)
      } else {
        let givenMembers = given.compactMap { contents.member(named: $0) ?? place(of: $0).object }
        strip(member, to: Set(others + givenMembers), ownValue: nil)
      }
    }
  }

  /// Removes the members of an object but for those that other names have, and gives its own name a value, or none.
  private mutating func strip(_ object: Int, to others: Set<Int>, ownValue: PropertyListValue?) {
    func strip(_ object: Int) {
      for part in text.parts(of: object) where !others.contains(part) {
        if others.contains(where: (part..<text[part].next).contains) { strip(part) } else { removed.insert(part) }
      }
    }
    strip(object)
    parts[object] = parts(of: object) + [.new(JSONNewMember(ownValue: ownValue))]
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

  private func hasComments(_ object: Int) -> Bool { !text.comments(in: text[object].range).isEmpty }

  private func isEmpty(_ object: Int) -> Bool {
    object != text.root && !hasComments(object)
      && parts(of: object).allSatisfy { $0.node.map(isNone) ?? false }
  }

  /// Returns whether a member says that the name of its object has no value.
  private func isNone(_ member: Int) -> Bool {
    guard text.isOwnValue(member) else { return false }
    guard let value = values[member] else { return text[member].kind == .null }
    if case .null = value { return true }
    return false
  }

  // MARK: New values

  /// Inserts values by their names, which are sorted, so that a value comes before those in a namespace of its name.
  private mutating func insert(_ new: [(name: String, value: PropertyListValue)]) {
    var additions: [Int?: JSONNewMembers] = [:]
    for (name, value) in new {
      let (object, rest) = place(of: name)
      let isTaken = isTaken(value, name)
      if object == text.root {
        additions[object, default: JSONNewMembers()]
          .addToRoot(rest, value, objects, isMarked: isTaken) { contents.member(named: $0) != nil }
      } else {
        // A new object would be a value here, so that what is in it would not be listed.
        let isMarked = value.dictionary != nil && (isTaken || !isPlain(name, in: object))
        additions[object, default: JSONNewMembers()].add(rest, value, isMarked: isMarked)
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

  private mutating func add(_ member: JSONNewMember) {
    if let name = member.name { indices[name] = members.count }
    members.append(member)
  }

  /// Adds a value, which an object that is marked has as that of its own name.
  mutating func add(_ name: String, _ value: PropertyListValue, isMarked: Bool) {
    add(Self.member(name, value, isMarked: isMarked))
  }

  /// Adds a value to the object of the file, in which an object is a namespace.
  mutating func addToRoot(
    _ name: String,
    _ value: PropertyListValue,
    _ objects: JSONObjects,
    isMarked: Bool,
    isThere: (String) -> Bool
  ) {
    let isObject = value.dictionary != nil
    func addOwn() { add(name, value, isMarked: isMarked || isObject && !objects.isPlain(name)) }
    var dots = name.utf8.indices.reversed().filter { name.utf8[$0] == UInt8(ascii: ".") }[...]
    // The id of a migration's step is one word, whatever dots it has.
    if ReservedName.isReserved(name) { dots = dots.suffix(2) }
    guard let last = dots.first else { return addOwn() }
    let isMarked = isMarked || isObject && objects.isBeginning(name)
    let member = { JSONNewMembers.member($0, value, isMarked: isMarked) }
    while let dot = dots.popFirst() {
      guard let index = indices[String(name[..<dot])], case .object(var others) = members[index].value else { continue }
      // Not shared while it grows.
      members[index].value = .object([])
      others.append(member(name.after(dot)))
      members[index].value = .object(others)
      return
    }
    // Where a value has the name of the namespace, the whole name stands beside it.
    let namespace = String(name[..<last])
    if isThere(namespace) || indices[namespace] != nil { return addOwn() }
    add(JSONNewMember(namespace, .object([member(name.after(last))])))
  }

  /// Returns a member with a value, which an object that is marked has as that of its own name.
  private static func member(_ name: String, _ value: PropertyListValue, isMarked: Bool) -> JSONNewMember {
    JSONNewMember(name, isMarked ? .object([JSONNewMember(ownValue: value)]) : .value(value))
  }
}

extension String {
  /// Returns what follows a dot, which may be a letter that is one character with the dot.
  fileprivate func after(_ dot: Index) -> String { String(self[utf8.index(after: dot)...]) }
}
