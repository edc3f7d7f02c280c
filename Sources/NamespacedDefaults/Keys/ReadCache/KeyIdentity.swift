/// What makes a settable protocol's key the one it is: its types and the bits of its case.
struct KeyIdentity: Equatable {
  private let namespace: UInt
  private let keys: UInt
  private let value: UInt
  private let key: UInt

  /// The identity of a key; `nil` for one that is more than the case of an enum.
  init?<Namespace, Key, Value>(_ namespace: Namespace.Type, _ key: Key, _ value: Value.Type) {
    self.namespace = UInt(bitPattern: ObjectIdentifier(namespace))
    keys = UInt(bitPattern: ObjectIdentifier(Key.self))
    self.value = UInt(bitPattern: ObjectIdentifier(value))
    // An enum without payloads takes two bytes at most, and what is so small has no references: its bits are all of it.
    switch MemoryLayout<Key>.size {
    case 0: self.key = 0
    case 1: self.key = withUnsafeBytes(of: key) { UInt($0.load(as: UInt8.self)) }
    case 2: self.key = withUnsafeBytes(of: key) { UInt($0.loadUnaligned(as: UInt16.self)) }
    default: return nil
    }
  }

  /// Multiplicative hashing with the golden ratio (Knuth, "The Art of Computer Programming", volume 3, 6.4).
  var hash: UInt {
    let types = namespace ^ (keys << 7 | keys >> 57) ^ (value << 17 | value >> 47)
    return ((types &+ key) &* 0x9E37_79B9_7F4A_7C15) >> 20
  }
}
