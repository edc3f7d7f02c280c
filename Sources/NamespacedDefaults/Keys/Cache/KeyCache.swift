import Synchronization

/// The cache of a typed key: a slot for the result of its last read.
///
/// The key of a settable protocol brings a slot. Any other key allocates its own slot at the second read, so a key that
/// is made for one access costs nothing more.
///
/// It is not generic over the value's type, because each generic type costs a look-up of its metadata wherever the code
/// is not specialized, and there are several in one read.
struct KeyCache: ~Copyable {
  /// A point in a store's life for which the result of a read can be cached.
  enum Stamp {
    case version(UnsafePointer<StoreVersion>, StoreVersion.Stamp, removalCount: UInt64)  // of a store that is in use
    case validator(CacheValidator, changeCount: UInt64)

    /// The address of the version or the validator.
    fileprivate var source: UInt {
      switch self {
      case .version(let version, _, _): UInt(bitPattern: version)
      case .validator(let validator, _): UInt(bitPattern: Unmanaged.passUnretained(validator).toOpaque())
      }
    }
  }

  private let givenSlot: UnsafePointer<KeySlot>?  // never freed
  /// 0 before the first read and 1 after it; later the address of the slot, which is freed with the key.
  private let ownSlot = Atomic<UInt>(0)

  init(_ slot: UnsafePointer<KeySlot>?) {
    givenSlot = slot
  }

  deinit {
    let address = ownSlot.load(ordering: .acquiring)
    guard address > 1, let slot = UnsafeMutablePointer<KeySlot>(bitPattern: address) else { return }
    slot.deinitialize(count: 1)
    slot.deallocate()
  }

  /// Returns what is cached, without reading the store.
  func lookUp(for choice: StoreChoice) -> CacheLookup {
    guard let slot else { return .unknown }
    return ReadCache.lookUp(slot, of: choice.version) { choice.validator }
  }

  /// Returns the current stamp, or `nil` if the result of a read must not be cached.
  func stamp(of store: any DefaultsStore, _ choice: StoreChoice) -> Stamp? {
    // A look-up checks the version of `choice`. A task or a namespace may have another store, which has another
    // version.
    guard choice.version == store.context.version, ReadCache.mayBeUsed else { return nil }
    guard let version = choice.version else {
      guard let validator = choice.validator?.takeUnretainedValue(), validator === store.context.validator else {
        return nil
      }
      return .validator(validator, changeCount: validator.changeCount)
    }
    guard let stamp = version.pointee.current else { return nil }
    return .version(version, stamp, removalCount: version.pointee.removalCount)
  }

  /// Returns the value of a stored form: the one that was last decoded if it was of that form, and otherwise a new one.
  func value<Value: Sendable>(of stored: PropertyListValue, or decode: () throws -> Value) rethrows -> Value {
    guard let slot else { return try decode() }
    return try slot.pointee.decoded(stored, as: Value.self) ?? decode()
  }

  /// Keeps a key with which later reads of the same store are registered.
  func record(_ key: TrackedKey, at stamp: Stamp) {
    slot?.pointee.record(key, of: stamp.source)
  }

  /// Caches the result of a read.
  func record<Value: Sendable>(
    _ value: Value,
    of stored: PropertyListValue,
    forKey name: String,
    in store: any DefaultsStore,
    at stamp: Stamp?
  ) {
    guard let stamp, let slot = slotForRecording(of: Value.self) else { return }
    record((value, stored), forKey: name, in: store, at: stamp, slot)
  }

  /// Caches that nothing is stored.
  func recordNothing<Value: Sendable>(
    of type: Value.Type,
    forKey name: String,
    in store: any DefaultsStore,
    at stamp: Stamp?
  ) {
    guard let stamp, let slot = slotForRecording(of: type) else { return }
    record(nil as (value: Value, stored: PropertyListValue)?, forKey: name, in: store, at: stamp, slot)
  }

  private func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    forKey name: String,
    in store: any DefaultsStore,
    at stamp: Stamp,
    _ slot: UnsafePointer<KeySlot>  // never freed, or with this cache
  ) {
    let register: (any CachedCopy) -> Void = { store.context.copies.add($0, forKey: name) }
    switch stamp {
    case .version(let version, let stamp, let removalCount):
      slot.pointee.record(found, of: version, at: stamp, removalCount: removalCount, register: register)
    case .validator(let validator, let changeCount):
      slot.pointee.record(found, forKey: name, at: changeCount, of: validator, register: register)
    }
  }

  private var slot: UnsafePointer<KeySlot>? {
    if let givenSlot { return givenSlot }
    let address = ownSlot.load(ordering: .acquiring)
    return address > 1 ? UnsafePointer(bitPattern: address) : nil
  }

  private func slotForRecording(of type: Any.Type) -> UnsafePointer<KeySlot>? {
    if let slot { return slot }
    guard !ownSlot.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged else { return nil }
    let new = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    new.initialize(to: KeySlot(for: type))
    let address = UInt(bitPattern: new)
    if ownSlot.compareExchange(expected: 1, desired: address, ordering: .acquiringAndReleasing).exchanged {
      return UnsafePointer(new)
    }
    // Another thread was first.
    new.deinitialize(count: 1)
    new.deallocate()
    return slot
  }
}

extension StoreChoice {
  /// The version of the store that is read, unless a task or a namespace has its own store.
  fileprivate var version: UnsafePointer<StoreVersion>? {
    switch self {
    case .process, .namespace: ProcessSettings.storeVersion
    case .fixed(let store): store.context.version
    }
  }

  /// The validator of the store, as above; the store keeps it.
  fileprivate var validator: Unmanaged<CacheValidator>? {
    switch self {
    case .process, .namespace: ProcessSettings.storeValidator
    case .fixed(let store): store.context.validator.map(Unmanaged.passUnretained)
    }
  }
}
