import NamespacedDefaults

/// An error in the text of a file, at a byte.
struct JSONSyntaxError: Error {
  let offset: Int
  let reason: String

  /// Returns the place as editors count it: lines from 1 on, and in a line characters from 1 on.
  func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (JSONParser.hasMark(bytes) ? 3 : 0)
    // The bytes that go on with a character do not count.
    let column = 1 + before[min(start, before.endIndex)...].count { $0 & 0xC0 != 0x80 }
    return (1 + before.count { $0 == UInt8(ascii: "\n") }, column)
  }
}

/// A reader of JSON as people write it, which keeps every byte of the text.
///
/// Of JSON5 it reads comments, commas after the last member, strings in single quotes and over several lines, names without
/// quotes, hexadecimal numbers, and numbers that begin with `+` or with a point or end with one, `Infinity` and `NaN`.
struct JSONParser {
  /// The largest number of collections that may contain one another: those of a value, a namespace and the file.
  static let depthLimit = JSONWriter.depthLimit + 3
  static let sizeLimit = 64 << 20

  let bytes: [UInt8]
  var position = 0

  static func hasMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  /// Returns the text of a file in pieces.
  static func document(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    var parser = JSONParser(bytes: bytes)
    try parser.checkBytes()
    if hasMark(bytes) { parser.position = 3 }
    try parser.trivia()
    let lead = bytes[..<parser.position]
    if parser.isAtEnd { return JSONDocument(lead: lead, root: nil, end: []) }
    guard parser.skip("{") else { throw parser.expected("'{'") }
    let root = try parser.object(depth: 1)
    let end = try parser.trivia()
    guard parser.isAtEnd else { throw parser.expected("the end of the file") }
    return JSONDocument(lead: lead, root: root, end: end)
  }

  private func checkBytes() throws(JSONSyntaxError) {
    guard bytes.count <= Self.sizeLimit else {
      throw JSONSyntaxError(offset: 0, reason: "the file has more than \(Self.sizeLimit >> 20) MiB")
    }
    if let offset = bytes.firstIndex(of: 0) { throw JSONSyntaxError(offset: offset, reason: "a NUL byte") }
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var decoder = UTF8()
    var (iterator, offset) = (bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    throw JSONSyntaxError(offset: offset, reason: "a byte that is not UTF-8")
  }

  // MARK: Objects

  /// Reads the rest of an object after its brace.
  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    try checkDepth(depth)
    let object = JSONObject()
    var names: [String: Int] = [:]
    while true {
      let lead = try trivia()
      if skip("}") {
        object.end = lead
        return object
      }
      let start = position
      var member = try member(lead, depth: depth)
      if let first = names.updateValue(start, forKey: member.key) {
        throw twice(member.key, at: start, first: first)
      }
      try takeComma(of: &member)
      object.members.append(member)
      guard !member.hasComma else { continue }
      object.end = try trivia()
      guard skip("}") else { throw expected("',' or '}'") }
      return object
    }
  }

  func twice(_ name: String, at offset: Int, first: Int) -> JSONSyntaxError {
    let line = JSONSyntaxError(offset: first, reason: "").place(in: bytes).line
    return JSONSyntaxError(offset: offset, reason: "\(name.debugDescription) is there already, in line \(line)")
  }

  private mutating func member(_ lead: JSONPiece, depth: Int) throws(JSONSyntaxError) -> JSONMember {
    let start = position
    let (key, hasEscape) = try name()
    let name = bytes[start..<position]
    try trivia()
    guard skip(":") else { throw expected("':'") }
    try trivia()
    let colon = bytes[name.endIndex..<position]
    return JSONMember(
      lead: lead,
      name: name,
      key: key,
      isMarked: !hasEscape && key.utf8.first == UInt8(ascii: "$"),
      colon: colon,
      value: try node(depth: depth + 1),
      tail: [],
      hasComma: false,
      trail: []
    )
  }

  /// Reads the comma after a member, and the comments that belong to the member.
  private mutating func takeComma(of member: inout JSONMember) throws(JSONSyntaxError) {
    let start = position
    let comment = try lineTrivia()
    let end = position
    try trivia()
    if skip(",") {
      member.tail = bytes[start..<position - 1]
      member.hasComma = true
      let start = position
      member.trail = try lineTrivia()
      // What is on the line of the next member belongs to that one.
      let isWhole = !member.trail.isEmpty && (isAtEnd || bytes[position] == 0x0A || bytes[position] == 0x0D)
      if !isWhole { (position, member.trail) = (start, []) }
    } else {
      member.tail = comment
      position = comment.isEmpty ? start : end
    }
  }

  /// Reads a value, whose collections begin at a depth.
  private mutating func node(depth: Int) throws(JSONSyntaxError) -> JSONNode {
    if skip("{") { return .object(try object(depth: depth)) }
    let start = position
    let value = try leaf(depth: depth)
    return .leaf(text: bytes[start..<position], value)
  }

  private mutating func leaf(depth: Int) throws(JSONSyntaxError) -> PropertyListValue? {
    guard !isAtEnd else { throw expected("a value") }
    switch bytes[position] {
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let (text, hasEscape) = try string()
      return hasEscape ? .string(text) : JSONNotation.value(of: text)
    default: return try literal()
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> PropertyListValue {
    let start = position
    position += 1
    try checkDepth(depth)
    var elements: [PropertyListValue] = []
    var hasNull = false
    while true {
      try trivia()
      if skip("]") { break }
      if let value = try node(depth: depth + 1).value { elements.append(value) } else { hasNull = true }
      try trivia()
      if skip(",") { continue }
      guard skip("]") else { throw expected("',' or ']'") }
      break
    }
    // A null has no stored form, and to leave it out would move the others. Types that have one read the text.
    return hasNull ? .string(String(decoding: bytes[start..<position], as: UTF8.self)) : .array(elements)
  }

  private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
    guard depth <= Self.depthLimit else {
      throw JSONSyntaxError(offset: position - 1, reason: "more than \(JSONWriter.depthLimit) collections nest")
    }
  }
}
