import Synchronization

/// The cache of a typed key: a slot for the result of its last read.
///
/// The key of a settable protocol brings a slot. Any other key takes the one that an equal key has left with the store, or
/// leaves one there.
///
/// It is not generic over the value's type, because each generic type costs a look-up of its metadata wherever the code
/// is not specialized, and there are several in one read.
struct KeyCache: ~Copyable {
  private let givenSlot: UnsafePointer<KeySlot>?  // never freed
  /// The address of a ``NamedSlot``, which the key retains once; 0 before the first read.
  // Acquire and release, so that who finds the address finds the slot.
  private let namedSlot = Atomic<UInt>(0)

  init(_ slot: UnsafePointer<KeySlot>?) {
    givenSlot = slot
  }

  deinit {
    unmanagedSlot?.release()
  }

  /// Whether the result of a read was cached, which may still be current.
  var isRecorded: Bool { slot?.pointee.isRecorded ?? false }

  /// Returns what is cached, without reading the store.
  @inline(__always)  // because it is part of each read
  func lookUp(for choice: StoreChoice) -> CacheLookup {
    guard let slot else { return .unknown }
    switch choice {
    case .process: return ReadCache.lookUp(slot, of: CurrentStore.head)
    case .fixed(let store, _): return ReadCache.lookUp(UInt(bitPattern: slot), in: store)
    case .namespace(let type):
      guard let head = CurrentStore.head, slot.pointee.wasRead(from: head) else {
        return ReadCache.lookUp(UInt(bitPattern: slot), in: type.store)
      }
      return ReadCache.lookUp(slot, of: head)
    }
  }

  /// Returns the current version of a name, or `nil` if the result of a read must not be cached.
  ///
  /// Call this before the store is read, because a cached value must not be older than its version.
  func version(of name: KeyName, in context: DefaultsStoreContext) -> Names.Version? {
    guard ReadCache.mayBeUsed, context.head != nil else { return nil }
    return context.names.version(of: name.current, previous: name.previous)
  }

  /// The stripe of the slot in which the current thread caches the result of a read.
  ///
  /// A read takes it once, because the thread may go over to another one while the program's code decodes the value.
  var stripe: Int { slot?.pointee.stripe ?? 0 }

  /// Returns the value of a stored form: the one that was last decoded if it was of that form, and otherwise a new one.
  func value<Value: Sendable>(
    of stored: PropertyListValue,
    in stripe: Int,
    or decode: (PropertyListValue) throws -> Value
  ) rethrows -> Value {
    guard let slot else { return try decode(stored) }
    return try slot.pointee.value(of: stored, in: stripe, or: decode)
  }

  /// Keeps a key with which later reads of the same store are registered.
  func record(_ key: TrackedKey, of store: UInt) { slot?.pointee.record(key, of: store) }

  /// Takes the slot that a key of the same identity has left with a store.
  ///
  /// - Returns: Whether there was one; `false` for a key that has a slot.
  func takeSlot(_ identity: NamedSlot.Identity, forKey name: String, from context: DefaultsStoreContext) -> Bool {
    guard slot == nil, ReadCache.mayBeUsed, let kept = NamedSlot.kept(identity, forKey: name, in: context) else {
      return false
    }
    // Another thread may have been first; then its slot will do.
    _ = install(kept, insteadOf: nil)
    return true
  }

  /// Caches the result of a read.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` means that nothing is stored.
  ///   - stripe: The stripe for which the value was decoded.
  ///   - isShareable: Whether each key of the identity would read the same.
  ///   - identity: What the key has in common with others.
  ///   - name: The stored name.
  ///   - store: The store that was read.
  ///   - version: The version before the store was read; `nil` if the result must not be cached.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    in stripe: Int,
    isShareable: Bool = true,
    as identity: @autoclosure () -> NamedSlot.Identity,
    forKey name: String,
    in store: any DefaultsStore,
    at version: Names.Version?
  ) {
    guard let version else { return }
    let slot = givenSlot ?? slotForRecording(identity, forKey: name, in: store.context, isShareable: isShareable)
    let names = store.context.names
    slot.pointee.hasOwnStore.store(CurrentStore.head != names.head, ordering: .relaxed)
    let validator = names.head.pointee.validator
    slot.pointee.withStripe(validator == nil ? stripe : 0) {
      $0.record(found, forKey: name, at: version, checkedBy: validator) { names.add($0, of: name) }
    }
  }

  /// Keeps the slot that the key shares with others, if it has one, for the parts of the key's name too.
  func keepSlot(for parts: KeptByParts.Parts, in context: DefaultsStoreContext) {
    guard let slot = unmanagedSlot?.takeUnretainedValue(), slot.identity != nil else { return }
    context.keptByParts.keep(slot, for: parts)
  }

  private func slotForRecording(
    _ identity: () -> NamedSlot.Identity,
    forKey name: String,
    in context: DefaultsStoreContext,
    isShareable: Bool
  ) -> UnsafePointer<KeySlot> {
    while true {
      // The key keeps its present slot, and so does the slot that takes its place.
      let present = unmanagedSlot
      let former = present?.takeUnretainedValue()
      if let former, isShareable || former.identity == nil { return former.slot }
      let new =
        isShareable
        ? NamedSlot.keptOrNew(identity(), forKey: name, in: context)
        : NamedSlot(nil, for: identity().value, replacing: former)
      if install(new, insteadOf: present) { return new.slot }
    }
  }

  /// Installs a slot, unless another thread was first.
  private func install(_ new: NamedSlot, insteadOf former: Unmanaged<NamedSlot>?) -> Bool {
    let retained = Unmanaged.passRetained(new)
    let isInstalled = namedSlot.compareExchange(
      expected: UInt(bitPattern: former?.toOpaque()),
      desired: UInt(bitPattern: retained.toOpaque()),
      ordering: .acquiringAndReleasing
    ).exchanged
    (isInstalled ? former : retained)?.release()
    return isInstalled
  }

  private var unmanagedSlot: Unmanaged<NamedSlot>? {
    UnsafeRawPointer(bitPattern: namedSlot.load(ordering: .acquiring)).map(Unmanaged.fromOpaque)
  }

  private var slot: UnsafePointer<KeySlot>? {
    givenSlot ?? unmanagedSlot?._withUnsafeGuaranteedRef { $0.slot }
  }
}

/// A slot of typed keys that mean one setting and read it in one format.
///
/// The first of them leaves the slot with the store, and each other one takes it from there. So the keys of a computed
/// property, which live as long as one access, find what an earlier one has decoded.
///
/// `@unchecked Sendable`: the slot is Sendable, and the pointer to it never changes.
final class NamedSlot: @unchecked Sendable {
  /// What the keys have in common besides the stored name.
  struct Identity {
    let value: Any.Type
    let bridge: BridgeIdentity
    var previousName: String? = nil
    let declaration: KeyDeclaration?

    /// Returns whether keys of both identities read the same, and claim the name by one declaration.
    func equals(_ other: Self) -> Bool {
      guard value == other.value, bridge == other.bridge, previousName == other.previousName else { return false }
      guard let declaration, let other = other.declaration else {
        return declaration == nil && other.declaration == nil
      }
      return declaration.isIdentical(to: other)
    }
  }

  /// The place of the slot, which is freed with this object.
  let slot: UnsafePointer<KeySlot>
  /// The identity of the keys that share the slot; `nil` for the slot of one key.
  let identity: Identity?
  // The slot that the one key had before. Another thread may be using it.
  private let former: NamedSlot?

  /// Creates a slot that keys share, or without an identity that of one key, which takes the place of a shared one.
  init(_ identity: Identity?, for type: Any.Type, replacing former: NamedSlot? = nil) {
    let slot = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    slot.initialize(to: KeySlot(for: type))
    self.slot = UnsafePointer(slot)
    self.identity = identity
    self.former = former
  }

  deinit {
    let slot = UnsafeMutablePointer(mutating: slot)
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}

extension NamedSlot {
  /// Returns the slot that keys of an identity have left with a store.
  static func kept(_ identity: Identity, forKey name: String, in context: DefaultsStoreContext) -> NamedSlot? {
    context.names.kept(of: name, where: isKept(identity)).map(downcast)
  }

  /// Returns the same slot, or a new one if there is none.
  static func keptOrNew(_ identity: Identity, forKey name: String, in context: DefaultsStoreContext) -> NamedSlot {
    let new = NamedSlot(identity, for: identity.value)
    return downcast(context.names.keep(new, of: name, unless: isKept(identity)))
  }

  /// Returns the slot that keys of a name in parts have left with a store.
  static func kept(_ parts: KeptByParts.Parts, in context: DefaultsStoreContext) -> NamedSlot? {
    context.keptByParts.object(for: parts).map(downcast)
  }

  private static func isKept(_ identity: Identity) -> (Names.Kept) -> Bool {
    { downcast($0).identity?.equals(identity) == true }
  }

  /// Nothing else is kept.
  private static func downcast(_ object: Names.Kept) -> NamedSlot { unsafeDowncast(object, to: NamedSlot.self) }
}
