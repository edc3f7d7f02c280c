/// The parser of all JSON texts.
///
/// It refuses what Foundation's decoder drops without a word: one of two members with one name, and half a surrogate pair.
package struct JSONParser {
  package let bytes: [UInt8]
  package var position = 0
  private(set) var dialect = JSONDialect.json5
  private var depthLimit = 0
  private var nodes: [JSONNode] = []

  /// Creates a parser that reads on in a text that was read before.
  package init(bytes: [UInt8], position: Int) { (self.bytes, self.position) = (bytes, position) }

  static func nodes(
    _ bytes: [UInt8],
    _ dialect: JSONDialect,
    depthLimit: Int
  ) throws(JSONSyntaxError) -> [JSONNode] {
    var parser = JSONParser(bytes: bytes, position: 0)
    let markCount = try parser.checkBytes()
    if bytes.beginsWithMark { parser.position = 3 }
    (parser.dialect, parser.depthLimit) = (dialect, depthLimit)
    // What is not used of this is not in memory.
    parser.nodes.reserveCapacity(1 + markCount)
    try parser.trivia()
    if parser.isAtEnd, dialect == .json5 { return [] }
    try parser.value(in: 0, named: (0..<0, false), depth: 0)
    try parser.trivia()
    guard parser.isAtEnd else { throw parser.expected("the end of the file") }
    return parser.nodes
  }

  /// Returns the text of a name or a string that was found.
  static func string(in bytes: [UInt8], at range: Range<Int>, hasEscape: Bool) -> String {
    if hasEscape {
      var parser = JSONParser(bytes: bytes, position: range.lowerBound)
      // It cannot fail, because it was read before.
      return (try? parser.string().text) ?? ""
    }
    let isQuoted = bytes[range.lowerBound] == UInt8(ascii: "\"") || bytes[range.lowerBound] == UInt8(ascii: "'")
    let text = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    return bytes.withUnsafeBufferPointer { String(decoding: $0[text], as: UTF8.self) }
  }

  /// Throws an error if no text can be of these bytes.
  ///
  /// - Returns: The number of commas and brackets, after which all nodes but the first stand.
  private func checkBytes() throws(JSONSyntaxError) -> Int {
    guard bytes.count < Int32.max else { throw JSONSyntaxError(offset: 0, reason: "the text is too large") }
    // A pointer, as in `skipRun(upTo:)`.
    let (markCount, null) = bytes.withUnsafeBufferPointer { buffer -> (Int, Int?) in
      guard let bytes = buffer.baseAddress else { return (0, nil) }
      var (count, index) = (0, 0)
      while index < buffer.count {
        let byte = bytes[index]
        if byte == 0 { return (count, index) }
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { count += 1 }
        index += 1
      }
      return (count, nil)
    }
    if let null { throw JSONSyntaxError(offset: null, reason: "a NUL byte") }
    guard String(validating: bytes, as: UTF8.self) == nil else { return markCount }
    var decoder = UTF8()
    var (iterator, offset) = (bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    throw JSONSyntaxError(offset: offset, reason: "a byte that is not UTF-8")
  }

  // MARK: Values

  private mutating func value(
    in parent: Int,
    named name: (Range<Int>, hasEscape: Bool),
    depth: Int
  ) throws(JSONSyntaxError) {
    let (node, start) = (nodes.count, position)
    guard !isAtEnd else { throw expected("a value") }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      nodes.append(JSONNode(.object, at: start, in: parent, named: name))
      try members(of: node, depth: depth)
    case UInt8(ascii: "["):
      nodes.append(JSONNode(.array, at: start, in: parent, named: name))
      try elements(of: node, depth: depth)
    case _ where isQuote(bytes[position]):
      let hasEscape = try skipString()
      nodes.append(JSONNode(.string, at: start, hasEscape: hasEscape, in: parent, named: name))
    default:
      nodes.append(JSONNode(try literal(), at: start, in: parent, named: name))
    }
    nodes[node].finish(at: position, next: nodes.count)
  }

  private mutating func elements(of array: Int, depth: Int) throws(JSONSyntaxError) {
    try parts(upTo: "]", depth: depth) { parser throws(JSONSyntaxError) in
      try parser.value(in: array, named: (0..<0, false), depth: depth + 1)
    }
  }

  private mutating func members(of object: Int, depth: Int) throws(JSONSyntaxError) {
    var count = 0
    try parts(upTo: "}", depth: depth) { parser throws(JSONSyntaxError) in
      let start = parser.position
      let hasEscape = try parser.skipName()
      let name = start..<parser.position
      try parser.trivia()
      guard parser.skip(":") else { throw parser.expected("':'") }
      try parser.trivia()
      count += 1
      try parser.value(in: object, named: (name, hasEscape), depth: depth + 1)
    }
    if count > 1 { try checkNames(of: object, count: count) }
  }

  /// Reads the parts of a collection, which commas separate.
  private mutating func parts(
    upTo end: Unicode.Scalar,
    depth: Int,
    _ part: (inout Self) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    guard depth < depthLimit else {
      throw JSONSyntaxError(offset: position, reason: "more than \(depthLimit) collections nest")
    }
    position += 1
    try trivia()
    var mayEnd = true
    while !(mayEnd && skip(end)) {
      try part(&self)
      try trivia()
      if skip(end) { return }
      guard skip(",") else { throw expected("',' or '\(end)'") }
      try trivia()
      mayEnd = dialect == .json5
    }
  }

  // MARK: Names

  /// Throws an error if two members of an object have one name.
  private func checkNames(of object: Int, count: Int) throws(JSONSyntaxError) {
    let text = { (node: Int) in
      Self.string(in: bytes, at: nodes[node].name, hasEscape: nodes[node].nameHasEscape)
    }
    var table = JSONNameTable(capacity: count)
    var node = object + 1
    // The last one has no `next` yet.
    while node < nodes.count {
      let name = text(node)
      if let first = table.insert(node, hash: name.hashValue, where: { text($0) == name }) {
        throw JSONSyntaxError(name, at: nodes[node].memberStart, isAlsoAt: nodes[first].memberStart, in: bytes)
      }
      node = nodes[node].next
    }
  }
}
