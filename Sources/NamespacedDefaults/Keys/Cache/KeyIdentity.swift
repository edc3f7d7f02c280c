/// What a cache finds the slot of a settable protocol's key by: the types of the key and the bits of its case.
@usableFromInline
@frozen  // code that other modules inline creates one at each access
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

  /// The identity of no key.
  static let none = KeyIdentity(namespace: Never.self, keys: Never.self, value: Never.self, bits: 0)

  /// Returns the bits of a key, or `nil` for a key of more than two bytes.
  ///
  /// An enum without payloads takes two bytes at most. A value that is so small holds no references, so its bits are
  /// all of it.
  @inlinable
  static func bits<Key>(of key: Key) -> UInt? {
    switch MemoryLayout<Key>.size {
    case 0: 0
    case 1: UInt(unsafeBitCast(key, to: UInt8.self))  // of one size, as just checked
    case 2: UInt(unsafeBitCast(key, to: UInt16.self))  // of one size, as just checked
    default: nil
    }
  }

  /// All that distinguishes the key.
  var words: SIMD4<UInt> { SIMD4(namespace, keys, value, bits) }

  /// The hash of the identity.
  ///
  /// It is multiplicative hashing with the golden ratio (Knuth, "The Art of Computer Programming", volume 3, 6.4). It is
  /// computed with 64 bits even if a word has 32.
  var hash: UInt {
    let (keys, value) = (UInt64(keys), UInt64(value))
    let types = UInt64(namespace) ^ (keys << 7 | keys >> 57) ^ (value << 17 | value >> 47)
    return UInt(truncatingIfNeeded: ((types &+ UInt64(bits)) &* 0x9E37_79B9_7F4A_7C15) >> 20)
  }
}
