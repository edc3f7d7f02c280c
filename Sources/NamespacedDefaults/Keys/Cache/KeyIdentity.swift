/// What makes a settable protocol's key the one it is: its types and the bits of its case.
@usableFromInline
struct KeyIdentity: Equatable, Sendable {
  private let namespace: UInt
  private let keys: UInt
  private let value: UInt
  private let bits: UInt

  @usableFromInline
  init(namespace: Any.Type, keys: Any.Type, value: Any.Type, bits: UInt) {
    self.namespace = UInt(bitPattern: ObjectIdentifier(namespace))
    self.keys = UInt(bitPattern: ObjectIdentifier(keys))
    self.value = UInt(bitPattern: ObjectIdentifier(value))
    self.bits = bits
  }

  /// No key's.
  static let none = KeyIdentity(namespace: Never.self, keys: Never.self, value: Never.self, bits: 0)

  /// The bits of a key; `nil` for one that is more than the case of an enum.
  ///
  /// An enum without payloads takes two bytes at most, and what is so small has no references: its bits are all of it.
  @inlinable
  static func bits<Key>(of key: Key) -> UInt? {
    switch MemoryLayout<Key>.size {
    case 0: 0
    case 1: UInt(unsafeBitCast(key, to: UInt8.self))  // of one size, as just seen
    case 2: UInt(unsafeBitCast(key, to: UInt16.self))  // of one size, as just seen
    default: nil
    }
  }

  /// Multiplicative hashing with the golden ratio (Knuth, "The Art of Computer Programming", volume 3, 6.4).
  var hash: UInt {
    let types = namespace ^ (keys << 7 | keys >> 57) ^ (value << 17 | value >> 47)
    return ((types &+ bits) &* 0x9E37_79B9_7F4A_7C15) >> 20
  }
}
