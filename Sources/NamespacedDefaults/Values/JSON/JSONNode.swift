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

/// What a JSON text may have.
package enum JSONDialect: Sendable {
  /// JSON as RFC 8259 has it.
  case json
  /// What people write: JSON5, without its rule for letters in names without quotes.
  case json5
}
