import Synchronization

/// What the last reading of a key has found, and the moment of its store for which that holds.
///
/// A value of one word is read without a lock: a sequence lock guards it (Lameter, "Effective Synchronization on
/// Linux/NUMA Systems", 2005), of which every word is atomic, so that a reader who loses the race reads nonsense but
/// never races. Any other value is an object, under a lock, for a reader has to retain it.
///
/// A struct behind a pointer and not an object itself, for counting references would be most of a reader's work.
struct KeySlot: ~Copyable {
  /// Whose slot it is in the ``KeySlotTable``; a typed key's own is nobody's.
  let identity: KeyIdentity
  private let isWordSized: Bool
  /// Odd while the words below are being changed.
  private let sequence = Atomic<UInt64>(0)
  private let version = Atomic<UInt>(0)
  private let local = Atomic<UInt64>(0)
  private let shared = Atomic<UInt64>(0)
  private let isStored = Atomic(false)
  private let word = Atomic<UInt64>(0)
  private let box = Box()

  private final class Box: Sendable {
    let lock = Lock()
    nonisolated(unsafe) var object: AnyObject?  // guarded by `lock`
    nonisolated(unsafe) var key: AnyObject?  // guarded by `lock`
  }

  /// Makes an empty slot, which is for values of one type ever after.
  init(for type: Any.Type, identity: KeyIdentity = .none) {
    self.identity = identity
    isWordSized = type is any WordSized.Type
  }

  /// What is known for the store's current moment.
  @inline(__always)
  func lookUp(of version: UnsafePointer<StoreVersion>) -> CacheLookup {
    guard let now = version.pointee.current else { return .unknown }
    guard isWordSized else { return lookUpObject(of: version, at: now) }
    let before = sequence.load(ordering: .acquiring)
    let hasValue = isStored.load(ordering: .acquiring)
    let word = word.load(ordering: .acquiring)
    guard holds(for: version, at: now), before & 1 == 0, sequence.load(ordering: .relaxed) == before else {
      return .unknown
    }
    return hasValue ? .word(word) : .nothingStored
  }

  private func lookUpObject(of version: UnsafePointer<StoreVersion>, at now: StoreVersion.Stamp) -> CacheLookup {
    box.lock.withLock {
      guard holds(for: version, at: now) else { return .unknown }
      return isStored.load(ordering: .relaxed) ? box.object.map(CacheLookup.object) ?? .unknown : .nothingStored
    }
  }

  /// The value that the same stored form had when it was last decoded, where that is worth knowing.
  func decoded<Value: Sendable>(_ stored: PropertyListValue, as type: Value.Type) -> Value? {
    guard !isWordSized, let object = box.lock.withLock({ box.object }) else { return nil }
    let known = unsafeDowncast(object, to: CachedValue<Value>.self)  // of one type ever after
    return known.stored == stored ? known.value : nil
  }

  /// The typed key to ask the store with, made once, for building its name costs more than the rest.
  func key<Value>(_ make: () -> DefaultsKey<Value>) -> DefaultsKey<Value> {
    if let key = box.lock.withLock({ box.key }) { return unsafeDowncast(key, to: DefaultsKey<Value>.self) }
    // Outside the lock, for it calls the program's code; of two that are made at once either will do.
    let key = make()
    box.lock.withLock { box.key = key }
    return key
  }

  /// Records what is stored.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` for nothing.
  ///   - version: The version of the store.
  ///   - stamp: A moment before the store was asked.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    of version: UnsafePointer<StoreVersion>,
    at stamp: StoreVersion.Stamp
  ) {
    box.lock.withLock {
      sequence.add(1, ordering: .acquiringAndReleasing)
      self.version.store(UInt(bitPattern: version), ordering: .releasing)
      local.store(stamp.local, ordering: .releasing)
      shared.store(stamp.shared, ordering: .releasing)
      isStored.store(found != nil, ordering: .releasing)
      if let found, isWordSized {
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: found.value, as: Value.self) }
        word.store(bits, ordering: .releasing)
      } else if let found {
        box.object = CachedValue(found.value, stored: found.stored)
      }
      sequence.add(1, ordering: .releasing)
    }
  }

  private func holds(for version: UnsafePointer<StoreVersion>, at now: StoreVersion.Stamp) -> Bool {
    self.version.load(ordering: .acquiring) == UInt(bitPattern: version)
      && local.load(ordering: .acquiring) == now.local && shared.load(ordering: .acquiring) == now.shared
  }
}
