import NamespacedDefaultsFoundation
import NamespacedDefaults

/// A number by which a mirror finds that a value was changed without it.
///
/// It is stored, so it must stay the same in every release and on every platform: FNV-1a with 64 bits (Fowler, Noll and
/// Vo) of the kind and the bytes of the value. Values are equal if and only if these are, apart from collisions. Two
/// values that someone has made to collide count as one, which harms only their maker.
struct ValueDigest {
  private var state = NamespacedDefaults.digest(of: EmptyCollection())

  /// Returns the digest of a value; 0 for none.
  static func digest(of value: PropertyListValue?) -> UInt64 {
    guard let value else { return 0 }
    var digest = ValueDigest()
    digest.add(value)
    return digest.state
  }

  private mutating func add(_ value: PropertyListValue) {
    switch value {
    case .bool(let value): add(kind: 0, value ? 1 : 0)
    case .integer(let value): add(kind: 1, UInt64(bitPattern: value))
    // Equal to the integer if it is one.
    case .unsignedInteger(let value): add(kind: value <= UInt64(Int64.max) ? 1 : 2, value)
    case .double(let value): add(kind: 3, value.bitPattern)
    case .string(let value): add(kind: 4, value.utf8)
    case .date(let value): add(kind: 5, value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): add(kind: 6, value)
    case .array(let elements):
      add(kind: 7, UInt64(elements.count))
      for element in elements { add(element) }
    case .dictionary(let members):
      add(kind: 8, UInt64(members.count))
      for (name, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        add(kind: 4, name.utf8)
        add(member)
      }
    }
  }

  private mutating func add(kind: UInt8, _ number: UInt64) {
    add(bytes: CollectionOfOne(kind))
    add(bytes: (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) })
  }

  private mutating func add(kind: UInt8, _ bytes: some Collection<UInt8>) {
    add(kind: kind, UInt64(bytes.count))
    add(bytes: bytes)
  }

  private mutating func add(bytes: some Sequence<UInt8>) {
    state = NamespacedDefaults.digest(of: bytes, after: state)
  }
}
