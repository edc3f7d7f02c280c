/// The parser of all JSON texts.
///
/// It refuses what Foundation's decoder drops without a word: one of two members with one name, and half a surrogate pair.
struct JSONParser {
  private var scanner: JSONScanner
  private let depthLimit: Int
  private var nodes: [JSONNode] = []

  static func nodes(
    _ bytes: [UInt8],
    _ dialect: JSONDialect,
    depthLimit: Int
  ) throws(JSONSyntaxError) -> [JSONNode] {
    let markCount = try check(bytes)
    let scanner = JSONScanner(bytes: bytes, position: bytes.beginsWithMark ? 3 : 0, dialect: dialect)
    var parser = JSONParser(scanner: scanner, depthLimit: depthLimit)
    // What is not used of this is not in memory.
    parser.nodes.reserveCapacity(1 + markCount)
    try parser.scanner.trivia()
    if parser.scanner.isAtEnd, dialect == .json5 { return [] }
    try parser.value(in: 0, named: (0..<0, false), depth: 0)
    try parser.scanner.trivia()
    guard parser.scanner.isAtEnd else { throw parser.scanner.expected("the end of the file") }
    return parser.nodes
  }

  /// Throws an error if no text can be of these bytes.
  ///
  /// - Returns: The number of commas and brackets, after which all nodes but the first stand.
  private static func check(_ bytes: [UInt8]) throws(JSONSyntaxError) -> Int {
    guard bytes.count < Int32.max else { throw JSONSyntaxError(offset: 0, reason: "the text is too large") }
    // JSON begins with a character of ASCII, one of whose two bytes is zero then.
    let isUTF16 = bytes.count > 1 && (bytes[0] == 0) != (bytes[1] == 0)
    if isUTF16 || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw JSONSyntaxError(offset: 0, reason: "the text is UTF-16; save it as UTF-8")
    }
    // A pointer, as in ``JSONScanner``.
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
    let (node, start) = (nodes.count, scanner.position)
    guard !scanner.isAtEnd else { throw scanner.expected("a value") }
    switch scanner.bytes[start] {
    case UInt8(ascii: "{"):
      nodes.append(JSONNode(.object, at: start, in: parent, named: name))
      try members(of: node, depth: depth)
    case UInt8(ascii: "["):
      nodes.append(JSONNode(.array, at: start, in: parent, named: name))
      try elements(of: node, depth: depth)
    case _ where scanner.isQuote(scanner.bytes[start]):
      let hasEscape = try scanner.skipString()
      nodes.append(JSONNode(.string, at: start, hasEscape: hasEscape, in: parent, named: name))
    default:
      nodes.append(JSONNode(try scanner.literal(), at: start, in: parent, named: name))
    }
    nodes[node].finish(at: scanner.position, next: nodes.count)
  }

  private mutating func elements(of array: Int, depth: Int) throws(JSONSyntaxError) {
    try parts(upTo: "]", depth: depth) { parser throws(JSONSyntaxError) in
      try parser.value(in: array, named: (0..<0, false), depth: depth + 1)
    }
  }

  private mutating func members(of object: Int, depth: Int) throws(JSONSyntaxError) {
    var count = 0
    try parts(upTo: "}", depth: depth) { parser throws(JSONSyntaxError) in
      let start = parser.scanner.position
      let hasEscape = try parser.scanner.skipName()
      let name = start..<parser.scanner.position
      try parser.scanner.trivia()
      guard parser.scanner.skip(":") else { throw parser.scanner.expected("':'") }
      try parser.scanner.trivia()
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
      throw JSONSyntaxError(offset: scanner.position, reason: "more than \(depthLimit) collections nest")
    }
    scanner.position += 1
    try scanner.trivia()
    var mayEnd = true
    while !(mayEnd && scanner.skip(end)) {
      try part(&self)
      try scanner.trivia()
      if scanner.skip(end) { return }
      guard scanner.skip(",") else { throw scanner.expected("',' or '\(end)'") }
      try scanner.trivia()
      mayEnd = scanner.dialect == .json5
    }
  }

  // MARK: Names

  /// Throws an error if two members of an object have one name.
  private func checkNames(of object: Int, count: Int) throws(JSONSyntaxError) {
    let text = { (node: Int) in
      JSONScanner.string(in: scanner.bytes, at: nodes[node].name, hasEscape: nodes[node].nameHasEscape)
    }
    var table = JSONNameTable(capacity: count)
    var node = object + 1
    // The last one has no `next` yet.
    while node < nodes.count {
      let name = text(node)
      if let first = table.insert(node, hash: name.hashValue, where: { text($0) == name }) {
        throw JSONSyntaxError(name, at: nodes[node].memberStart, isAlsoAt: nodes[first].memberStart, in: scanner.bytes)
      }
      node = nodes[node].next
    }
  }
}
