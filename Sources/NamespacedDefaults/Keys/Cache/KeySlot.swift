import Synchronization

/// The result of the last read of a key, and the moment of its store for which the result holds.
///
/// A value of one word is read without a lock; a ``SequenceLock`` guards it. Any other value is an object under a lock,
/// because a reader has to retain it.
///
/// A slot is a struct behind a pointer and not an object, because reference counting would be most of the work of a
/// read.
struct KeySlot: ~Copyable {
  /// The identity of the key in the ``KeySlotTable``; ``KeyIdentity/none`` for the slot that a typed key owns.
  let identity: KeyIdentity
  private let isWordSized: Bool
  /// Whether the values are objects of a class, which is decoded at each read.
  ///
  /// Two readers of one object would see what either of them changes in it, stored or not.
  private let isDecodedAnew: Bool
  /// Guards the words below.
  private let sequence = SequenceLock()
  private let version = Atomic<UInt>(0)
  private let local = Atomic<UInt64>(0)
  private let shared = Atomic<UInt64>(0)
  private let isStored = Atomic(false)
  private let word = Atomic<UInt64>(0)
  private let box = Box()

  private final class Box: CachedCopy {
    let lock = Lock()
    nonisolated(unsafe) var object: AnyObject?  // guarded by `lock`
    nonisolated(unsafe) var key: AnyObject?  // guarded by `lock`
    /// What the object, or that there is none, is the result of; only for a store without a version.
    nonisolated(unsafe) var reading: CacheValidator.Reading?  // guarded by `lock`

    /// Replaces the object under the lock, and returns the former one for its release outside.
    func replace(with new: AnyObject?, reading: CacheValidator.Reading? = nil) -> AnyObject? {
      let former: AnyObject? = self.reading ?? object  // a reading retains its object
      object = new
      self.reading = reading
      return former
    }

    func drop() -> AnyObject? { lock.withLock { replace(with: nil) } }
  }

  /// Creates an empty slot, which holds values of one type for its whole life.
  init(for type: Any.Type, identity: KeyIdentity = .none) {
    self.identity = identity
    isWordSized = type is any WordSized.Type
    isDecodedAnew = !isWordSized && consistsOfObjects(type)
  }

  /// Returns what is cached for the current moment of the store.
  @inline(__always)
  func lookUp(of version: UnsafePointer<StoreVersion>) -> CacheLookup {
    guard let now = version.pointee.current else { return .unknown }
    guard isWordSized else { return lookUpObject(of: version, at: now) }
    let words = sequence.read {
      (isStored.load(ordering: .acquiring), word.load(ordering: .acquiring), holds(for: version, at: now))
    }
    guard let (hasValue, word, holds) = words, holds else { return .unknown }
    return hasValue ? .word(word) : .nothingStored
  }

  private func lookUpObject(of version: UnsafePointer<StoreVersion>, at now: StoreVersion.Stamp) -> CacheLookup {
    box.lock.withLock {
      guard holds(for: version, at: now) else { return .unknown }
      return isStored.load(ordering: .relaxed) ? box.object.map(CacheLookup.object) ?? .unknown : .nothingStored
    }
  }

  /// Returns what is cached if the store of a validator still has what it was read from.
  ///
  /// The caller keeps the validator, and the slot its box. To retain them would cost as much as the lock.
  func lookUp(with validator: Unmanaged<CacheValidator>) -> CacheLookup {
    let reading = Unmanaged.passUnretained(box)._withUnsafeGuaranteedRef { box in
      box.lock.withLock { box.reading }
    }
    guard let reading, validator._withUnsafeGuaranteedRef({ $0.holds(reading) }) else { return .unknown }
    return reading.value.map(CacheLookup.object) ?? .nothingStored
  }

  /// Returns the value of a stored form if that form is the one that was last decoded.
  ///
  /// It returns `nil` for values of one word, because they are decoded fast.
  func decoded<Value: Sendable>(_ stored: PropertyListValue, as type: Value.Type) -> Value? {
    guard !isWordSized, let object = box.lock.withLock({ box.object }) else { return nil }
    let known = unsafeDowncast(object, to: CachedValue<Value>.self)  // of the one type of the slot
    return known.stored == stored ? known.value : nil
  }

  /// Returns the typed key that reads and writes the store.
  ///
  /// The key is made once, because building its name costs more than the rest of an access.
  func key<Value>(_ make: () -> DefaultsKey<Value>) -> DefaultsKey<Value> {
    if let key = box.lock.withLock({ box.key }) { return unsafeDowncast(key, to: DefaultsKey<Value>.self) }
    // Outside the lock, because it calls the program's code. If two keys are made at the same time, either will do.
    let key = make()
    box.lock.withLock { box.key = key }
    return key
  }

  /// Caches the result of a read.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` means that nothing is stored.
  ///   - version: The version of the store.
  ///   - stamp: A moment before the store was read.
  ///   - removalCount: The number of removals at that moment.
  ///   - register: A closure that gets the place of a value that is an object, so that a removal drops it.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    of version: UnsafePointer<StoreVersion>,
    at stamp: StoreVersion.Stamp,
    removalCount: UInt64,
    register: (any CachedCopy) -> Void
  ) {
    let isKept = !isWordSized && !isDecodedAnew
    let object = isKept ? found.map { CachedValue($0.value, stored: $0.stored) } : nil
    // Once for each store, and before the count is compared, so that a removal either drops the object or is noticed.
    if object != nil, self.version.load(ordering: .acquiring) != UInt(bitPattern: version) {
      register(box)
    }
    // The former object is released outside the lock, because its release may run the program's code, which may read.
    let former = box.lock.withLock {
      var bits: UInt64 = 0
      if let found, isWordSized {
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: found.value, as: Value.self) }
      }
      sequence.write {
        self.version.store(UInt(bitPattern: version), ordering: .releasing)
        local.store(stamp.local, ordering: .releasing)
        shared.store(stamp.shared, ordering: .releasing)
        isStored.store(found != nil, ordering: .releasing)
        word.store(bits, ordering: .releasing)
      }
      return box.replace(with: version.pointee.removalCount == removalCount ? object : nil)
    }
    withExtendedLifetime(former) {}
  }

  /// Caches the result of a read of a store without a version.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` means that nothing is stored.
  ///   - name: The stored name.
  ///   - revision: The revision before the store was read.
  ///   - validator: The store's validator.
  ///   - register: A closure that gets the place of the value, so that a removal drops it.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    forKey name: String,
    at revision: UInt64,
    of validator: CacheValidator,
    register: (any CachedCopy) -> Void
  ) {
    let isKept = found == nil || !isDecodedAnew && validator.canCheck(name)
    let object = found.map { CachedValue($0.value, stored: $0.stored) }
    let reading = CacheValidator.Reading(of: validator, name, stored: found?.stored, at: revision, value: object)
    // Before the revision is compared, so that a removal either drops the object or is noticed.
    if isKept, object != nil { register(box) }
    let former = box.lock.withLock {
      // No version holds from now on.
      sequence.write { version.store(0, ordering: .releasing) }
      let isCurrent = isKept && validator.currentRevision == revision
      return box.replace(with: isCurrent ? object : nil, reading: isCurrent ? reading : nil)
    }
    withExtendedLifetime(former) {}
  }

  private func holds(for version: UnsafePointer<StoreVersion>, at now: StoreVersion.Stamp) -> Bool {
    self.version.load(ordering: .acquiring) == UInt(bitPattern: version)
      && local.load(ordering: .acquiring) == now.local && shared.load(ordering: .acquiring) == now.shared
  }
}

/// Returns whether the values of a type are objects of a class, or collections of such objects.
private func consistsOfObjects(_ type: Any.Type) -> Bool {
  type is AnyObject.Type || (type as? any Collecting.Type)?.consistsOfObjects == true
}

private protocol Collecting {
  static var consistsOfObjects: Bool { get }
}

extension Optional: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Wrapped.self) }
}

extension Array: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Element.self) }
}

extension Set: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Element.self) }
}

extension Dictionary: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Value.self) }
}
