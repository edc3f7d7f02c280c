import Synchronization

/// What a typed key remembers of its last reading: a slot, the settable protocols' or one of its own.
///
/// Its own it makes at the second reading, so that a key that is made for one access costs nothing more.
struct KeyCache<Value: Sendable>: ~Copyable {
  /// A moment in the life of a store that readings may be remembered of.
  struct Moment {
    let version: UnsafePointer<StoreVersion>  // of a store that is in use
    let stamp: StoreVersion.Stamp
  }

  private let givenSlot: UnsafePointer<KeySlot>?  // never freed
  /// 0 before the first reading, 1 after it, and then the address of the slot, which is freed with the key.
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

  /// What is known without asking the store.
  func lookUp(for choice: StoreChoice) -> CacheLookup {
    guard let slot else { return .unknown }
    return ReadCache.lookUp(slot, of: choice.version)
  }

  /// The current moment, if what the store says now may be remembered.
  func moment(of store: any DefaultsStore, _ choice: StoreChoice) -> Moment? {
    // The store of a task, or of a namespace that has its own, is not the one whose version a reader looks at.
    guard let version = choice.version, version == store.context.version, ReadCache.mayBeUsed,
      let stamp = version.pointee.current
    else { return nil }
    return Moment(version: version, stamp: stamp)
  }

  /// The value of a stored form, if it was decoded before.
  func decoded(_ stored: PropertyListValue) -> Value? {
    slot?.pointee.decoded(stored, as: Value.self)
  }

  /// Remembers what is stored; `nil` for nothing.
  func record(_ found: (value: Value, stored: PropertyListValue)?, at moment: Moment?) {
    guard let moment, let slot = slotForRecording() else { return }
    slot.pointee.record(found, of: moment.version, at: moment.stamp)
  }

  private var slot: UnsafePointer<KeySlot>? {
    if let givenSlot { return givenSlot }
    let address = ownSlot.load(ordering: .acquiring)
    return address > 1 ? UnsafePointer(bitPattern: address) : nil
  }

  private func slotForRecording() -> UnsafePointer<KeySlot>? {
    if let slot { return slot }
    guard !ownSlot.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged else { return nil }
    let new = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    new.initialize(to: KeySlot(for: Value.self))
    let address = UInt(bitPattern: new)
    if ownSlot.compareExchange(expected: 1, desired: address, ordering: .acquiringAndReleasing).exchanged {
      return UnsafePointer(new)
    }
    // Another thread has come first.
    new.deinitialize(count: 1)
    new.deallocate()
    return slot
  }
}

extension StoreChoice {
  /// The version of the store that is read as long as no task and no namespace has its own.
  fileprivate var version: UnsafePointer<StoreVersion>? {
    switch self {
    case .process, .namespace: ProcessSettings.storeVersion
    case .fixed(let store): store.context.version
    }
  }
}
