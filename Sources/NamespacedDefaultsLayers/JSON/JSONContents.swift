import NamespacedDefaults

/// The stored values in the text of a file.
///
/// The name of a member is the names of the objects that it is in, and its own, with dots between them. Each name stands in
/// the text once, however its dots are spread over objects and members, and is read there, at every depth. An object is
/// one value, or a namespace: `JSONObjects` says which, for lists, removals and writes alike.
///
///     {"Account": {"isUserLoggedIn": true}}     Account.isUserLoggedIn
///     {"launchCount": 3}                        launchCount; what is no object is a value
///     {"User.7": {"name": "Ann"}}               User.7.name
///     {"log.level": "info"}                     log.level
///     {"profile": {"$value": {"name": "Ann"}}}  profile; the value of the object's own name, in which nothing has a name
///     {"profile": {"$value": null, "age": 7}}   profile.age; the object's own name has no value
///
/// `"$schema"`, by which editors find the JSON Schema of the file, has no name, and stays as it is.
struct JSONContents {
  /// The largest size in bytes of a file, which nobody edits by hand.
  static let sizeLimit = 16 << 20

  let text: JSONText
  private var names = JSONNameTable(capacity: 0)

  var bytes: [UInt8] { text.bytes }

  /// Creates the contents of a file that does not exist.
  init() { text = JSONText() }

  /// Reads the text of a file.
  ///
  /// - Throws: The error of what is not JSON or JSON5, or of a name that stands there twice.
  init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    guard bytes.count <= Self.sizeLimit else {
      throw JSONSyntaxError(offset: 0, reason: "the file has more than \(Self.sizeLimit >> 20) MiB")
    }
    // A value may be in an object with the member `$value`, in one for its namespace, and in the file's own.
    text = try JSONText(bytes, .json5, depthLimit: PropertyListValue.depthLimit + 3)
    guard let root = text.root else { return }
    guard text[root].kind == .object else {
      throw JSONSyntaxError(offset: text[root].memberStart, reason: "expected '{'")
    }
    names = JSONNameTable(capacity: text.nodeCount)
    try addMembers(of: root, Hasher())
  }

  // MARK: Names

  private mutating func addMembers(of object: Int, _ hasher: Hasher) throws(JSONSyntaxError) {
    for member in text.parts(of: object) where !text.isSchema(member) {
      let isOwnValue = text.isOwnValue(member)
      var memberHasher = hasher
      if !isOwnValue { memberHasher.combine(partsOf: text.name(of: member)) }
      let isNamespace = !isOwnValue && text.isNamespace(member)
      if !isNamespace || text.ownValue(of: member) == nil {
        let isNamed = { [text] in text.storedName(of: $0) == text.storedName(of: member) }
        if let first = names.insert(member, hash: memberHasher.finalize(), where: isNamed) {
          let (name, start) = (text.storedName(of: member), text[member].memberStart)
          throw JSONSyntaxError(name, at: start, isAlsoAt: text[first].memberStart, in: bytes)
        }
      }
      if isNamespace { try addMembers(of: member, memberHasher) }
    }
  }

  /// Returns the member of a name, a null included, which keeps the place of a name without a value.
  func member(named name: String) -> Int? {
    guard text.root != nil else { return nil }
    var hasher = Hasher()
    hasher.combine(partsOf: name)
    return names.node(hash: hasher.finalize()) { text.storedName(of: $0) == name }
  }

  /// Returns the line and the column at which the value of a name begins, or as much of a part of it as is there.
  func place(ofValueForKey name: String, at path: [any CodingKey] = []) -> (line: Int, column: Int)? {
    guard var node = member(named: name) else { return nil }
    for key in path {
      let parts = text.parts(of: node)
      switch (text[node].kind, key.index) {
      case (.array, let index?): node = parts.dropFirst(index).first { _ in true } ?? node
      case (.object, nil): node = parts.first { text.name(of: $0) == key.stringValue } ?? node
      default: break
      }
    }
    return JSONSyntaxError(offset: text[node].range.lowerBound, reason: "").place(in: bytes)
  }

  /// Returns the object of a name, in which other names begin with that one.
  func object(named name: String) -> Int? {
    guard let member = member(named: name) else { return nil }
    if text.isOwnValue(member) { return text[member].parent }
    return text.isNamespace(member) ? member : nil
  }

  // MARK: Values

  func value(forKey name: String) -> PropertyListValue? { member(named: name).flatMap(text.value) }

  /// Returns the changes that lead here from other contents, of all values and of some names that are looked for.
  private func changes(since old: JSONContents, of names: Set<String>, _ declared: DeclaredNames) -> [DefaultsChange] {
    var changes: [String: DefaultsChange] = [:]
    func compare(_ name: String, _ member: Int?, _ oldMember: Int?) {
      if let member, let oldMember, bytes[text[member].range] == old.bytes[old.text[oldMember].range] { return }
      let (oldValue, newValue) = (oldMember.flatMap(old.text.value), member.flatMap(text.value))
      if oldValue != newValue { changes[name] = DefaultsChange(key: name, oldValue: oldValue, newValue: newValue) }
    }
    for member in JSONObjects(self, declared).members {
      let name = text.storedName(of: member)
      compare(name, member, old.member(named: name))
    }
    for oldMember in JSONObjects(old, declared).members {
      let name = old.text.storedName(of: oldMember)
      if member(named: name) == nil { compare(name, nil, oldMember) }
    }
    for name in names { compare(name, member(named: name), old.member(named: name)) }
    return changes.values.sorted { $0.key < $1.key }
  }
}

extension JSONContents: EditedText {
  init(_ bytes: [UInt8], of path: String) throws(DefaultsError) {
    do throws(JSONSyntaxError) {
      try self.init(bytes)
    } catch {
      let (line, column) = error.place(in: bytes)
      let reason = "\(path):\(line):\(column): \(error.reason); the file was left untouched"
      throw DefaultsError(.unreadableFile, reason, path: path)
    }
  }

  var isEmpty: Bool { text.root == nil }

  func changes(since old: Self, in context: DefaultsStoreContext) -> [DefaultsChange] {
    // Each part of a value is a name too, which the changes do not list.
    context.raiseAll { value(forKey: $0) == nil }
    return changes(since: old, of: context.observedNames, context.declaredNames)
  }
}

// Which members have names, and which ones.
extension JSONText {
  /// Returns whether a member is an object whose members have names.
  func isNamespace(_ member: Int) -> Bool { self[member].kind == .object && notation(of: member) == nil }

  /// Returns whether a member is in the object of the file itself.
  func isInRoot(_ member: Int) -> Bool { self[member].parent == root && member != root }

  /// Returns whether a member is the value of the name of its object.
  func isOwnValue(_ member: Int) -> Bool {
    let parent = self[member].parent
    guard parent != root, self[parent].kind == .object, isMarked(member) else { return false }
    return name(of: member) == JSONNotation.valueName
  }

  /// Returns whether a member of the file names its JSON Schema, for editors, and is no setting.
  func isSchema(_ member: Int) -> Bool { isInRoot(member) && isMarked(member) && name(of: member) == "$schema" }

  func ownValue(of object: Int) -> Int? { parts(of: object).first(where: isOwnValue) }

  /// Returns the stored name of a member.
  func storedName(of member: Int) -> String {
    let parent = self[member].parent
    if parent == root { return name(of: member) }
    return isOwnValue(member) ? storedName(of: parent) : storedName(of: parent) + "." + name(of: member)
  }
}

extension Hasher {
  /// Adds a name so that it does not matter which of its parts are one member.
  fileprivate mutating func combine(partsOf name: String) {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return combine(name) }
    for part in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      combine(String(Substring(part)))
    }
  }
}
