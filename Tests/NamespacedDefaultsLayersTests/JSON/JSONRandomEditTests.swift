import Foundation
import NamespacedDefaults
import TestSupport
import Testing

@testable import NamespacedDefaultsLayers

/// Edits of files as people write them, with comments everywhere, held against a reader that is not the library's.
@Suite struct JSONRandomEditTests {
  /// Each seed makes 60 files, each of which is edited five times.
  @Test(arguments: 0..<faultRounds) func anEditChangesItsOwnNamesAlone(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    var edits = 0
    for _ in 0..<60 {
      var text = random.document()
      let isDoubtful = try names(in: try ForeignJSON(text)).duplicates
      guard !isDoubtful else {
        #expect(throws: JSONSyntaxError.self, "\(text)") { try JSONContents(Array(text.utf8)) }
        continue
      }
      for _ in 0..<5 {
        let contents = try JSONContents(Array(text.utf8))
        var changes = random.changes(of: contents)
        let names = random.declared(beside: changes.map(\.key))
        let (old, declared) = (try ForeignJSON(text), DeclaredNames(names))
        changes.removeAll { change in
          guard old.isUndeclaredObject(change, names) else { return false }
          let error = #expect(throws: DefaultsError.self, "\(text)\n\(change)") {
            try JSONEditor.contents(contents, applying: [change], declared)
          }
          return error?.code == .undeclaredObject
        }
        try check(contents, changes, names)
        text = String(decoding: try JSONEditor.contents(contents, applying: changes, declared).bytes, as: UTF8.self)
        edits += 1
      }
    }
    #expect(edits > 150)
  }

  private func check(_ contents: JSONContents, _ changes: [DefaultsChange], _ declared: [String]) throws {
    let text = String(decoding: contents.bytes, as: UTF8.self)
    let old = try ForeignJSON(text)
    let expected = changes.reduce(leaves(of: old)) { $0.changing($1, in: old, declared) }
    let plan = JSONPlan(changes, in: contents, JSONObjects(contents, DeclaredNames(declared)))
    let bytes = JSONSplicer.bytes(contents, applying: plan)
    let new = String(decoding: bytes, as: UTF8.self)
    let faults = [
      (try? ForeignJSON(new)).map { leaves(of: $0).withoutMarks(changes) } == expected ? nil : "values",
      comments(in: new) == comments(in: text) ? nil : "comments",
      JSONProof(old: contents, plan, changes).contents(bytes) != nil ? nil : "proof",
      // What others than the library read need not be JSON5 because of an edit.
      !new.hasTrailingComma || text.hasTrailingComma || text.contains("//") ? nil : "comma",
    ].compactMap(\.self)
    if !faults.isEmpty { Issue.record("\(faults)\n\(text)\n\(changes)\n\(declared)\n\(new)") }
  }
}

// MARK: - The other reader

/// The tree that Foundation reads.
private indirect enum ForeignJSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([ForeignJSON])
  case object([String: ForeignJSON])

  init(_ text: String) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    // White space of JSON5 that Foundation does not know.
    let plain = ["\u{a0}", "\u{2028}", "\u{feff}"].reduce(text) { $0.replacingOccurrences(of: $1, with: " ") }
    self = try decoder.decode(Self.self, from: Data(plain.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ForeignJSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: ForeignJSON].self))
    }
  }

  init(_ value: PropertyListValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .number(Double(value))
    case .double(let value): self = .number(value)
    case .string(let value): self = .string(value)
    // A list with a null is the JSON that it is.
    case .data(let value) where value.first == UInt8(ascii: "["):
      self = (try? ForeignJSON(String(decoding: value, as: UTF8.self))) ?? .null
    case .data(let value): self = .object(["$data": .string(value.base64EncodedString())])
    case .array(let elements): self = .list(elements.map(ForeignJSON.init))
    case .dictionary(let members): self = .object(members.mapValues(ForeignJSON.init))
    default: self = .null
    }
  }

  /// The value as a stored one, in which a null is no member.
  var withoutNullMembers: ForeignJSON {
    switch self {
    case .list(let elements): .list(elements.map(\.withoutNullMembers))
    case .object(let members): .object(members.filter { $1 != .null }.mapValues(\.withoutNullMembers))
    default: self
    }
  }

  func leaf(_ name: String) -> [String: ForeignJSON] { self == .null ? [:] : [name: withoutNullMembers] }

  /// The members of a namespace or of a value that is an object.
  var members: [String: ForeignJSON]? {
    guard case .object(let members) = self, Array(members.keys) != ["$data"] else { return nil }
    return members
  }
}

/// Returns the names of all members, and whether one stands there twice.
private func names(in root: ForeignJSON) throws -> (all: Set<String>, duplicates: Bool) {
  var (all, duplicates) = (Set<String>(), false)
  func add(_ members: [String: ForeignJSON], _ prefix: String) {
    for (name, value) in members where !(name == "$value" && prefix != "") {
      if !all.insert(prefix + name).inserted { duplicates = true }
      if let members = value.members { add(members, prefix + name + ".") }
    }
  }
  add(try #require(root.members), "")
  return (all, duplicates)
}

/// Returns the values that are no objects, by their names.
private func leaves(of value: ForeignJSON) -> [String: ForeignJSON] { leaves(of: value, named: "", depth: 0) }

private func leaves(of value: ForeignJSON, named name: String, depth: Int) -> [String: ForeignJSON] {
  guard let members = value.members else { return value.leaf(name) }
  return members.reduce(into: [:]) { all, member in
    // What is in the value of an object's own name has none.
    if member.key == "$value", depth > 0 { return all.merge(member.value.leaf(name)) { $1 } }
    let inner = depth == 0 ? member.key : name + "." + member.key
    all.merge(leaves(of: member.value, named: inner, depth: depth + 1)) { $1 }
  }
}

extension [String: ForeignJSON] {
  /// What is expected of a change: what other declared names have stays.
  fileprivate func changing(_ change: DefaultsChange, in old: ForeignJSON, _ declared: [String]) -> Self {
    var leaves = self
    let object = member(change.key, of: old)
    let members = change.newValue?.dictionary
    func rest(_ name: String, _ outer: String) -> String { String(name.dropFirst(outer.count + 1)) }
    func part(_ name: String, of outer: String, _ value: ForeignJSON?) -> ForeignJSON? {
      guard name.hasPrefix(outer + "."), let value else { return nil }
      return member(rest(name, outer), of: value)
    }
    let present = declared.compactMap { name in part(name, of: change.key, object).map { (name, $0) } }
    // What is in the value of one of them is a part of that.
    let others = present.map(\.0).filter { name in !present.contains { part(name, of: $0, $1) != nil } }
    let isMerged = others.allSatisfy { members?[rest($0, change.key)] != nil }
    let isOfFile = old.members?[change.key]?.members != nil
    let replaced: Self
    if let ownValue = object?.members?["$value"] {
      replaced = ownValue.leaf(change.key)
    } else if isMerged, isOfFile, members == nil, change.newValue != nil, !declared.contains(change.key) {
      // A value of a namespace of the file is beside what is there.
      replaced = [:]
    } else {
      replaced = object.map { all(of: $0, named: change.key) } ?? [:]
    }
    let hasOwnValue = object?.members?["$value"] != nil
    for name in replaced.keys {
      let isOthers = present.contains { all(of: $1, named: $0)[name] != nil }
      if hasOwnValue || isMerged || !isOthers { leaves[name] = nil }
    }
    guard let value = change.newValue else { return leaves }
    let new = all(of: ForeignJSON(value), named: change.key)
    return leaves.merging(new) { old, _ in old }
  }

  /// The values, of which those that a change has stored count as written without a mark.
  fileprivate func withoutMarks(_ changes: [DefaultsChange]) -> Self {
    changes.reduce(self) { leaves, change in
      guard let value = leaves[change.key], value.members != nil else { return leaves }
      // What stands beside a value has its name first.
      return leaves.filter { $0.key != change.key }.merging(all(of: value, named: change.key)) { old, _ in old }
    }
  }

  private func all(of value: ForeignJSON, named name: String) -> Self {
    NamespacedDefaultsLayersTests.leaves(of: value, named: name, depth: 2)
  }

}

/// Returns the member of a name.
private func member(_ name: String, of value: ForeignJSON) -> ForeignJSON? {
  value.members?.lazy.compactMap { key, value in
    if key == name { return value }
    return name.hasPrefix(key + ".") ? member(String(name.dropFirst(key.count + 1)), of: value) : nil
  }.first
}

extension ForeignJSON {
  /// Returns whether a change would remove an object that no declared name says is a value.
  fileprivate func isUndeclaredObject(_ change: DefaultsChange, _ declared: [String]) -> Bool {
    guard change.newValue == nil, !declared.contains(change.key), let object = member(change.key, of: self),
      let members = object.members, members["$value"] == nil
    else { return false }
    return !leaves(of: object, named: change.key, depth: 2).isEmpty
  }
}

/// Returns the comments of a text, found without a parser.
private func comments(in text: String) -> [String] {
  var (comments, rest) = ([String](), Array(text.utf8)[...])
  func take(_ count: Int?) -> String {
    defer { rest = rest.dropFirst(count ?? rest.count) }
    return String(decoding: rest.prefix(count ?? rest.count), as: UTF8.self)
  }
  func offset(where isEnd: (ArraySlice<UInt8>) -> Bool) -> Int? {
    rest.indices.first { isEnd(rest[$0...]) }.map { $0 - rest.startIndex }
  }
  while let first = rest.first {
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      rest.removeFirst()
      while let next = rest.first, next != first { rest = rest.dropFirst(next == UInt8(ascii: "\\") ? 2 : 1) }
      rest = rest.dropFirst()
    } else if rest.starts(with: "//".utf8) {
      comments.append(take(offset { $0.first == 0x0A || $0.first == 0x0D }))
    } else if rest.starts(with: "/*".utf8) {
      comments.append(take(offset { $0.starts(with: "*/".utf8) }.map { $0 + 2 }))
    } else {
      rest.removeFirst()
    }
  }
  return comments
}

extension String {
  fileprivate var hasTrailingComma: Bool { contains(/,\s*[\]}]/) }
}

// MARK: - Files and changes

private struct RandomJSON {
  private var state: UInt64
  private var newline = "\n"
  private var comment = 0
  private var allowsComments = true

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Xorshift (Marsaglia, "Xorshift RNGs", 2003).
  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  // MARK: Files

  mutating func document() -> String {
    newline = oneOf(["\n", "\n", "\r\n"])
    allowsComments = below(4) > 0
    let mark = oneOf(["", "", "\u{feff}"])
    return mark + space() + object(depth: 0, names: ["A", "B", "Server", "User.7", "é", "n", "A.tls", "log.level"])
      + space()
  }

  private mutating func space() -> String {
    var space = ""
    for _ in 0..<below(3) {
      switch below(allowsComments ? 7 : 4) {
      case 0, 1: space += newline + String(repeating: " ", count: below(5))
      case 2: space += " "
      case 3: space += oneOf(["", "\t", "\u{a0}", "\u{2028}", newline + newline])
      case 4: space += "/* \(next()) , } ] \" */"
      case 5: space += "// \(next()) \"x\": 1, }\(newline)"
      default: space += newline + "  // \(next())\(newline)  "
      }
    }
    return space
  }

  private mutating func next() -> Int {
    comment += 1
    return comment
  }

  private mutating func object(depth: Int, names: [String]) -> String {
    let keys = names.filter { _ in below(2) == 0 }
    return parts(in: "{}", keys.count) { random, index in
      let key = keys[index]
      let word = key.allSatisfy { $0.isLetter && $0.isASCII } && random.below(4) == 0
      let name = word ? key : random.oneOf(["\"\(key)\"", "\"\(key)\"", "'\(key)'"])
      return name + random.space() + ":" + random.space() + random.value(depth: depth + 1)
    }
  }

  private mutating func parts(in brackets: String, _ count: Int, _ part: (inout Self, Int) -> String) -> String {
    var text = String(brackets.first!) + space()
    for index in 0..<count {
      text += part(&self, index) + space()
      if index < count - 1 || below(5) == 0 { text += "," + space() }
    }
    return text + String(brackets.last!)
  }

  private mutating func value(depth: Int) -> String {
    switch below(depth < 4 ? 9 : 6) {
    case 0: return oneOf(["1", "-2.5", "0x10", "+3", "1e3"])
    case 1: return oneOf(["true", "false", "null"])
    case 2: return oneOf(["\"// no comment\"", "'/* nor this'", "\"a\\\"b\\\\\"", "\"\\u0041,x}\"", "\"\""])
    case 3: return parts(in: "[]", below(4)) { random, _ in random.value(depth: depth + 2) }
    case 4: return oneOf(["null", "{}", "[]", "{\"$data\": \"AQ==\"}"])
    case 5: return "\(below(100))"
    default: return object(depth: depth, names: ["x", "y", "port", "tls", "x.z", "é"])
    }
  }

  // MARK: Changes

  mutating func changes(of contents: JSONContents) -> [DefaultsChange] {
    var changes: [DefaultsChange] = []
    for _ in 0..<(1 + below(3)) {
      let name = name(in: contents)
      let old = contents.value(forKey: name)
      // Two changes of which one is in the other are one too many for the model.
      guard
        !changes.contains(where: {
          $0.key == name || "\($0.key).".hasPrefix("\(name).") || "\(name).".hasPrefix("\($0.key).")
        })
      else { continue }
      changes.append(DefaultsChange(key: name, oldValue: old, newValue: newValue(for: name, old, contents)))
    }
    return changes
  }

  /// Some of the names that are changed, and names in them.
  mutating func declared(beside names: [String]) -> [String] {
    names.flatMap { name in
      (0..<3).compactMap { index -> String? in
        guard below(2) == 0 else { return nil }
        return index == 0 ? name : name + "." + oneOf(["x", "y", "port", "tls", "x.z", "k", "tls.port"])
      }
    }
  }

  private mutating func name(in contents: JSONContents) -> String {
    // Objects at every depth are names too.
    let known = (0..<contents.text.nodeCount)
      .filter { $0 != contents.text.root && !contents.text[$0].name.isEmpty }.map(contents.text.storedName)
      .filter { contents.member(named: $0) != nil }
    if !known.isEmpty, below(3) > 0 { return oneOf(known) }
    let names = ["A", "B", "Server", "n", "new", "User.7", "A.tls"]
    return (0..<below(3)).reduce(oneOf(names)) { name, _ in name + "." + oneOf(["x", "y", "port", "tls", "k"]) }
  }

  private mutating func newValue(
    for name: String,
    _ old: PropertyListValue?,
    _ contents: JSONContents
  ) -> PropertyListValue? {
    if case .array(var elements)? = old, below(4) > 0 {
      for _ in 0..<(1 + below(3)) {
        let index = below(elements.count + 1)
        switch below(3) {
        case 0: elements.insert(scalar(), at: index)
        case 1 where index < elements.count: elements.remove(at: index)
        case 2 where index < elements.count: elements[index] = scalar()
        default: elements.append(scalar())
        }
      }
      return .array(elements)
    }
    switch below(8) {
    case 0, 1: return nil
    case 2: return .array((0..<below(4)).map { _ in scalar() })
    // A dictionary for a member of the file would be another model.
    case 3 where name.contains(".") && contents.member(named: name).map(contents.text.isInRoot) != true:
      return .dictionary(["k": scalar(), "x": .array([scalar()])])
    default: return scalar()
    }
  }

  private mutating func scalar() -> PropertyListValue {
    oneOf([
      1, 2.5, true, "", "// not a comment", "*/ \" ,x} ]", "é\u{1}\n", .data(Data([1, 2])), -7, "null",
    ])
  }
}
