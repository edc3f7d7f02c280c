import Synchronization

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
