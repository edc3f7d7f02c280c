import Synchronization

// The entrance to the cache, what it finds, and the table in which it finds the slot of a settable protocol's key.

/// The entrance to the cache: a read searches here first, and reads the store only if nothing is cached.
///
/// Without the cache every result is the same, only slower. The tests run with it and, in a task with a store of its own,
/// without it.
@usableFromInline
enum ReadCache {
  /// Whether the current thread is in no transaction, and the current task has no store and no launch arguments of its own.
  @inline(__always)  // on the way of every cached read
  static var mayBeUsed: Bool {
    (WriteSet.openCount.load(ordering: .relaxed) == 0 || isOutsideOfTransactions) && !TaskOverrides.areInForce
  }

  @inline(never)  // so that a read while there is no transaction need not save registers for it
  private static var isOutsideOfTransactions: Bool {
    ThreadState.current.pointee.transactionCount == 0
  }

  /// Returns what is cached for a settable protocol's key, if that is a value of ``Defaults/store``.
  @usableFromInline
  static func lookUp(_ identity: KeyIdentity, for type: Any.Type) -> CacheLookup {
    let slot = KeySlotTable.slot(of: identity, for: type)
    if slot.pointee.hasOwnStore.load(ordering: .relaxed) { return .inOwnStore(UInt(bitPattern: slot)) }
    return lookUp(slot, of: CurrentStore.head)
  }

  /// Returns what is cached in a slot from a store.
  ///
  /// - Parameters:
  ///   - slot: The address of the slot, as ``CacheLookup/inOwnStore(_:)`` has it.
  ///   - store: The store that the key's type has now.
  /// - Returns: The result.
  @usableFromInline
  static func lookUp(_ slot: UInt, in store: any DefaultsStore) -> CacheLookup {
    guard let slot = UnsafePointer<KeySlot>(bitPattern: slot) else { return .unknown }
    let context = store.context
    return withExtendedLifetime(context) { lookUp(slot, of: context.head) }
  }

  /// Returns what keys of a name, which is given in parts, have cached from a store.
  static func lookUp(_ parts: KeptByParts.Parts, in context: DefaultsStoreContext) -> CacheLookup {
    guard mayBeUsed, let kept = NamedSlot.kept(parts, in: context) else { return .unknown }
    return withExtendedLifetime((kept, context)) { lookUp(kept.slot, of: context.head) }
  }

  /// Returns what a slot has cached from the store of a head.
  ///
  /// Inside observation tracking the key is registered first, so that no change is missed in between.
  @inline(__always)  // in both callers, which are on the way of every cached read
  static func lookUp(_ slot: UnsafePointer<KeySlot>, of head: UnsafePointer<StoreHead>?) -> CacheLookup {
    guard let head, mayBeUsed, isRegisteredIfTracked(slot, in: head) else { return .unknown }
    return slot.pointee.lookUp(in: head)
  }

  /// Registers the key of a slot with the tracking that runs, if one does; returns `false` if only the store can.
  @inline(__always)  // on the way of every cached read
  private static func isRegisteredIfTracked(
    _ slot: UnsafePointer<KeySlot>,
    in head: UnsafePointer<StoreHead>
  ) -> Bool {
    guard TrackingProbe.wasTracking.load(ordering: .relaxed) else {
      return !head.pointee.isTracking || isRegistered(slot, in: head)
    }
    return isRegisteredOrUntracked(slot, in: head)
  }

  @inline(never)  // so that a read outside of a tracking need not save registers for it
  private static func isRegistered(_ slot: UnsafePointer<KeySlot>, in head: UnsafePointer<StoreHead>) -> Bool {
    slot.pointee.registerTracking(of: head.pointee.id) != nil
  }

  /// Does the same where the last read was tracked: the registration itself shows whether this one is.
  @inline(never)  // as above
  private static func isRegisteredOrUntracked(
    _ slot: UnsafePointer<KeySlot>,
    in head: UnsafePointer<StoreHead>
  ) -> Bool {
    let isTracking = slot.pointee.registerTracking(of: head.pointee.id)
    let isKnown = isTracking != nil
    let runs = isTracking ?? head.pointee.isTracking
    TrackingProbe.record(runs)
    return isKnown || !runs
  }
}

/// The result of a look-up in the read cache.
///
/// It is not generic over the value's type. The caller has the type, and the rest is inlined in the caller's module. A
/// generic result would cost more than the look-up itself.
@usableFromInline
@frozen  // other modules inline a switch over it, with library evolution too
enum CacheLookup {
  /// The bits of a value that takes at most one word and holds no references.
  case word(UInt64)
  /// A ``CachedValue`` object.
  case object(AnyObject)
  case nothingStored
  /// The store has to be read.
  case unknown
  /// What is cached was read from the own store of the key's type. This is the address of the slot.
  case inOwnStore(UInt)

  /// Returns the cached value, or the default if nothing is stored, or else the loaded value.
  @inlinable
  func value<Value: Sendable>(default defaultValue: () -> Value, loading load: () -> Value) -> Value {
    switch self {
    // A slot holds values of one type for its whole life, so the word and the object are of that type.
    case .word(let bits): withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
    case .object(let object): unsafeDowncast(object, to: CachedValue<Value>.self).value
    // Called at each read, because the default may be the program's code and depend on anything.
    case .nothingStored: defaultValue()
    case .unknown, .inOwnStore: load()
    }
  }
}

/// The stored form of a value that was read, or that there was none.
@usableFromInline
class CachedForm: @unchecked Sendable {  // constants alone, here and below
  let name: String
  /// The stored form, or `nil` if nothing was stored or registered.
  let stored: PropertyListValue?

  init(_ stored: PropertyListValue?, forKey name: String) { (self.stored, self.name) = (stored, name) }
}

/// A value, with the stored form from which it was decoded.
@usableFromInline
final class CachedValue<Value: Sendable>: CachedForm, @unchecked Sendable {
  @usableFromInline let value: Value

  init(_ value: Value, stored: PropertyListValue, forKey name: String) {
    self.value = value
    super.init(stored, forKey: name)
  }
}

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
