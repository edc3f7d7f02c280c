/// A table of nodes by their names: of what a text has most, the names, it keeps none.
///
/// It is a hash table with linear probing. The hash of Swift has a seed of the process, so nobody can choose names that
/// collide.
package struct JSONNameTable: Sendable {
  /// The upper half of a hash and the number of a node, one more than its index; 0 where there is none.
  private var slots: [UInt64]

  /// Creates a table for a number of nodes.
  package init(capacity: Int) {
    var count = 8
    while count < 2 * capacity { count *= 2 }
    slots = [UInt64](repeating: 0, count: count)
  }

  /// Returns the node of a name.
  ///
  /// - Parameters:
  ///   - hash: The hash of the name.
  ///   - isNamed: A closure that returns whether a node has the name.
  /// - Returns: The node; `nil` if there is none.
  package func node(hash: Int, where isNamed: (Int) -> Bool) -> Int? {
    let slot = slots[index(hash, isNamed)]
    return slot == 0 ? nil : Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
  }

  /// Adds a node, unless there is one of its name.
  ///
  /// - Returns: The one that is there.
  package mutating func insert(_ node: Int, hash: Int, where isNamed: (Int) -> Bool) -> Int? {
    let index = index(hash, isNamed)
    if slots[index] != 0 { return Int(truncatingIfNeeded: slots[index] & 0xFFFF_FFFF) - 1 }
    slots[index] = Self.upperHalf(hash) | UInt64(node + 1)
    return nil
  }

  private func index(_ hash: Int, _ isNamed: (Int) -> Bool) -> Int {
    var index = hash & (slots.count - 1)
    while slots[index] != 0 {
      let (upperHalf, node) = (slots[index] & ~0xFFFF_FFFF, Int(truncatingIfNeeded: slots[index] & 0xFFFF_FFFF) - 1)
      if upperHalf == Self.upperHalf(hash), isNamed(node) { break }
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  /// Also where a hash has 32 bits, of which the lower ones choose the slot.
  private static func upperHalf(_ hash: Int) -> UInt64 {
    (UInt64(UInt(bitPattern: hash)) &* 0x9E37_79B9_7F4A_7C15) & ~0xFFFF_FFFF
  }
}
