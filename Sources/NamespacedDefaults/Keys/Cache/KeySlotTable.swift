import Synchronization

/// The table of the slots of the settable protocols' keys, in which a slot is found without building the key's name.
///
/// It is an open-addressed table that readers search without a lock. Slots are never freed, and neither are the types
/// that they belong to. A table that has grown too small is not freed either, because a reader may be using it. All old
/// tables together take no more memory than the current one.
///
///     writer, under the lock               reader
///     the slot, or a whole table           its address (acquire)
///     its address (release)                the slot, or the table
///
/// With either of them relaxed a reader could find the address of a slot or a table that is not there for it yet.
enum KeySlotTable {
  /// A table with a power of two as its number of places, each of which holds the address of a slot or 0.
  private struct Table: ~Copyable {
    let mask: UInt
    let places: UnsafeMutablePointer<Atomic<UInt>>  // never freed, like the table

    init(capacity: Int) {
      mask = UInt(capacity - 1)
      places = .allocate(capacity: capacity)
      for index in 0..<capacity { (places + index).initialize(to: Atomic(0)) }
    }

    /// Returns the place of an identity, and the slot in that place, if there is one.
    @inline(__always)
    func find(_ identity: KeyIdentity) -> (place: UnsafeMutablePointer<Atomic<UInt>>, slot: UnsafePointer<KeySlot>?) {
      var index = identity.hash & mask
      while true {
        let place = places + Int(index)
        guard let slot = UnsafePointer<KeySlot>(bitPattern: place.pointee.load(ordering: .acquiring)) else {
          return (place, nil)
        }
        if slot.pointee.identity == identity { return (place, slot) }
        index = (index + 1) & mask
      }
    }
  }

  /// The number of slots; its lock keeps writers from each other.
  private static let count = Guarded(0) {
    // Another thread was adding a slot when this process was forked.
    guard let table = UnsafePointer<Table>(bitPattern: current.load(ordering: .acquiring)) else { return 0 }
    return (0...Int(table.pointee.mask)).count { table.pointee.places[$0].load(ordering: .relaxed) != 0 }
  }
  /// The address of the current table, or 0.
  private static let current = Atomic<UInt>(0)

  /// Returns the slot of a key; adds a new one if there is none.
  @inline(__always)
  static func slot(of identity: KeyIdentity, for type: Any.Type) -> UnsafePointer<KeySlot> {
    if let table = UnsafePointer<Table>(bitPattern: current.load(ordering: .acquiring)),
      let slot = table.pointee.find(identity).slot
    {
      return slot
    }
    return addedSlot(of: identity, for: type)
  }

  private static func addedSlot(of identity: KeyIdentity, for type: Any.Type) -> UnsafePointer<KeySlot> {
    count.withLock { count in
      let (place, slot) = table(withSpaceFor: count).pointee.find(identity)
      // Another thread may have been first.
      if let slot { return slot }
      let new = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
      new.initialize(to: KeySlot(for: type, identity: identity))
      place.pointee.store(UInt(bitPattern: new), ordering: .releasing)
      count += 1
      return UnsafePointer(new)
    }
  }

  /// Returns the current table, or a new one of twice its size if it is half full.
  private static func table(withSpaceFor count: Int) -> UnsafePointer<Table> {
    let old = UnsafePointer<Table>(bitPattern: current.load(ordering: .relaxed))
    let capacity = old.map { Int($0.pointee.mask) + 1 } ?? 0
    if let old, count < capacity / 2 { return old }
    let new = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    new.initialize(to: Table(capacity: max(64, capacity * 2)))
    for index in 0..<capacity {
      let address = old?.pointee.places[index].load(ordering: .relaxed) ?? 0
      guard let slot = UnsafePointer<KeySlot>(bitPattern: address) else { continue }
      new.pointee.find(slot.pointee.identity).place.pointee.store(address, ordering: .relaxed)
    }
    current.store(UInt(bitPattern: new), ordering: .releasing)
    return UnsafePointer(new)
  }
}

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
