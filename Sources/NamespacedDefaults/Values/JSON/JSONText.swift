/// A JSON text, and what stands where in it.
///
/// The nodes of the tree are in one array, each before its parts and named by its index, so that a text of many small values
/// costs little more than its bytes. A value is made from the text when it is asked for.
package struct JSONText: Sendable {
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
  package init(_ bytes: [UInt8], _ dialect: JSONDialect, depthLimit: Int) throws(JSONSyntaxError) {
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
    JSONScanner.string(in: bytes, at: nodes[node].name, hasEscape: nodes[node].nameHasEscape)
  }

  /// Returns the text of a string.
  package func string(of node: Int) -> String {
    JSONScanner.string(in: bytes, at: nodes[node].range, hasEscape: nodes[node].hasEscape)
  }

  /// Returns the text of a value as it is written.
  package func text(of node: Int) -> String { String(decoding: bytes[nodes[node].range], as: UTF8.self) }
}
