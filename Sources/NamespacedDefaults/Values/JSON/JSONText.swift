/// A JSON text, and what stands where in it.
///
/// The nodes of the tree are in one array, each before its parts and named by its index, so that a text of many small values
/// costs little more than its bytes. A value is made from the text when it is asked for.
package struct JSONText: Sendable {
  /// What a text may have.
  package enum Dialect: Sendable {
    /// JSON as RFC 8259 has it.
    case json
    /// What people write: JSON5, without its rule for letters in names without quotes.
    case json5
  }

  package let bytes: [UInt8]
  @usableFromInline let nodes: [JSONNode]

  /// Creates a text without a value.
  package init() { (bytes, nodes) = ([], []) }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - dialect: What it may have. A text of JSON5 may have no value at all.
  ///   - depthLimit: The largest number of collections that may contain one another; the parser works by recursion.
  /// - Throws: An error at the first byte that does not belong there. A name that an object has twice is one.
  package init(_ bytes: [UInt8], _ dialect: Dialect, depthLimit: Int) throws(JSONSyntaxError) {
    self.bytes = bytes
    nodes = try JSONParser.nodes(bytes, dialect, depthLimit: depthLimit)
  }

  /// The value of the text; `nil` if there is nothing but white space and comments.
  @inlinable package var root: Int? { nodes.isEmpty ? nil : 0 }
  package var nodeCount: Int { nodes.count }

  @inlinable package subscript(node: Int) -> JSONNode { nodes[node] }

  /// Returns the elements of an array, or the members of an object, which are the nodes of their values.
  @inlinable package func parts(of node: Int) -> UnfoldSequence<Int, Int> {
    let end = nodes[node].next
    return sequence(state: node + 1) { [nodes] next in
      guard next < end else { return nil }
      defer { next = nodes[next].next }
      return next
    }
  }

  /// Returns the name of a member.
  package func name(of node: Int) -> String {
    Self.string(in: bytes, at: nodes[node].name, hasEscape: nodes[node].nameHasEscape)
  }

  /// Returns the text of a string.
  package func string(of node: Int) -> String {
    Self.string(in: bytes, at: nodes[node].range, hasEscape: nodes[node].hasEscape)
  }

  /// Returns the text of a value as it is written.
  package func text(of node: Int) -> String { String(decoding: bytes[nodes[node].range], as: UTF8.self) }

  /// Returns the text of a name or a string that the parser has found.
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
}

/// A value in a JSON text, and its name if it is a member.
package struct JSONNode: Sendable {
  package enum Kind: Sendable { case object, array, string, number, `true`, `false`, null }

  package let kind: Kind
  /// Whether the string has an escape.
  package let hasEscape: Bool
  package let nameHasEscape: Bool
  @usableFromInline let nameStart, nameEnd, start: Int32
  @usableFromInline private(set) var end: Int32 = 0
  @usableFromInline private(set) var nextNode: Int32 = 0
  @usableFromInline let parentNode: Int32

  /// Creates the node of a value whose end is not known yet.
  init(_ kind: Kind, at start: Int, hasEscape: Bool = false, in parent: Int, named name: (Range<Int>, hasEscape: Bool))
  {
    (self.kind, self.hasEscape, nameHasEscape) = (kind, hasEscape, name.hasEscape)
    (nameStart, nameEnd) = (Int32(name.0.lowerBound), Int32(name.0.upperBound))
    (self.start, parentNode) = (Int32(start), Int32(parent))
  }

  mutating func finish(at end: Int, next: Int) { (self.end, nextNode) = (Int32(end), Int32(next)) }

  /// The bytes of the value.
  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
  /// The bytes of the name with its quotation marks; empty for what is not a member.
  @inlinable package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  /// The first byte of the member, or of the value.
  @inlinable package var memberStart: Int { nameEnd > 0 ? Int(nameStart) : Int(start) }
  /// The node after this one and its parts.
  @inlinable package var next: Int { Int(nextNode) }
  /// The collection that the value is in; a root has itself.
  @inlinable package var parent: Int { Int(parentNode) }
}
