import Synchronization

/// The result of the last read of a key, and the version of its name for which the result holds.
///
/// A value of one word is read without a lock; a ``SequenceLock`` guards it. Any other value is an object under a lock,
/// because a reader has to retain it. Threads that read it at the same time get slots of their own; see
/// ``KeySlot/makeStripes()``.
///
/// A slot is a struct behind a pointer and not an object, because reference counting would be most of the work of a
/// read.
struct KeySlot: ~Copyable, Sendable {
  /// The identity of the key in the ``KeySlotTable``; ``KeyIdentity/none`` for the slot that a typed key owns.
  let identity: KeyIdentity
  private let isWordSized: Bool
  /// Whether the values are objects of a class, which is decoded at each read.
  ///
  /// Two readers of one object would see what either of them changes in it, stored or not.
  let isDecodedAtEachRead: Bool
  /// The address of the further stripes; 0 before two threads have met.
  // Acquire and release, so that who finds the address finds the stripes; that of the key below as well.
  let furtherStripes = Atomic<UInt>(0)
  /// Guards the words below.
  private let sequence = SequenceLock()
  private let store = Atomic<UInt>(0)
  private let entry = Atomic<UInt>(0)
  private let version = Atomic<UInt64>(0)
  private let isStored = Atomic(false)
  private let word = Atomic<UInt64>(0)
  /// Whether the last read was one of the own store of the key's type; it says where to look first, and nothing else.
  let hasOwnStore = Atomic(false)
  /// The address of the typed key of a settable protocol's key, which is never released; 0 before the store was accessed.
  private let key = Atomic<UInt>(0)
  let box: Box

  final class Box: CachedCopy {
    struct State {
      var object: CachedForm?
      /// The key as trackings of its store have it, which ends with the store.
      weak var trackedKey: TrackedKey?
      /// The number of that store.
      var trackedStore: UInt = 0

      /// Replaces the object, and returns the former one for its release outside the lock.
      mutating func replace(with new: CachedForm?) -> CachedForm? {
        defer { object = new }
        return object
      }
    }

    let state: Guarded<State>

    init(isApart: Bool) { state = Guarded(State(), isApart: isApart) }

    func drop() -> (any AnyObject & Sendable)? { state.withLock { $0.replace(with: nil) } }

    /// Releases everything with the slot, because whoever looks whether a copy lives may be the last one to have the box.
    fileprivate func clear() {
      let former = state.withLock { state in
        defer { state = State() }
        return state
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Creates an empty slot, which holds values of one type for its whole life.
  init(for type: Any.Type, identity: KeyIdentity = .none) {
    self.identity = identity
    // The types are compared, because the first search for a conformance costs more than all the rest of a first read.
    isWordSized = type == Bool.self || type == Int.self || type == Float.self || type == Double.self
    isDecodedAtEachRead = !isWordSized && consistsOfObjects(type)
    box = Box(isApart: false)
  }

  /// Creates an empty slot for some of the threads that read another one.
  init(stripeOf slot: borrowing KeySlot) {
    identity = .none
    isWordSized = slot.isWordSized
    isDecodedAtEachRead = slot.isDecodedAtEachRead
    box = Box(isApart: true)
  }

  deinit {
    freeStripes()
    box.clear()
  }

  /// Returns what is cached if it is current.
  @inline(__always)
  func lookUp(in head: UnsafePointer<StoreHead>) -> CacheLookup {
    guard isWordSized else { return lookUpObject(in: head) }
    let words = sequence.read {
      (
        store.load(ordering: .acquiring), entry.load(ordering: .acquiring), version.load(ordering: .acquiring),
        isStored.load(ordering: .acquiring), word.load(ordering: .acquiring)
      )
    }
    guard let (store, entry, version, hasValue, word) = words,
      Self.isCurrent(store, entry, version, in: head)
    else { return lookUpChecked(in: head) }
    return hasValue ? .word(word) : .nothingStored
  }

  /// Whether the last read was one of a store with a head.
  var isRecorded: Bool { store.load(ordering: .relaxed) != 0 }

  /// Whether the last read was one of the store of a head.
  func wasRead(from head: UnsafePointer<StoreHead>) -> Bool { store.load(ordering: .relaxed) == head.pointee.id }

  /// Returns what is cached if the store still has what it was read from.
  @inline(never)  // so that the reads of other stores need not save registers for it
  func lookUpChecked(in head: UnsafePointer<StoreHead>) -> CacheLookup {
    guard let validator = head.pointee.validator,
      let form = box.state.withLock({ self.isKept(of: head) ? $0.object : nil }),
      validator._withUnsafeGuaranteedRef({ $0.holds(form.stored, forKey: form.name) })
    else { return .unknown }
    return form.stored == nil ? .nothingStored : .object(form)
  }

  /// Returns whether what was recorded is of a store, and of the present version if nothing was stored.
  private func isKept(of head: UnsafePointer<StoreHead>) -> Bool {
    guard store.load(ordering: .relaxed) == head.pointee.id else { return false }
    return isStored.load(ordering: .relaxed)
      || Self.version(ofEntryAt: entry.load(ordering: .relaxed)) == version.load(ordering: .relaxed)
  }

  @inline(never)  // so that the readers of words need not save registers for it
  private func lookUpObject(in head: UnsafePointer<StoreHead>) -> CacheLookup {
    guard !hasStripes, let result = box.state.withLockIfFree({ object(in: $0, of: head) }) else {
      return lookUpObjectInStripe(in: head)
    }
    if case .unknown = result { return lookUpChecked(in: head) }
    return result
  }

  /// Returns what a stripe has, if it is current, under the lock of its box, under which it was recorded.
  @inline(__always)  // because it is part of each read
  func object(in state: Box.State, of head: UnsafePointer<StoreHead>) -> sending CacheLookup {
    guard isCurrent(in: head) else { return .unknown }
    return isStored.load(ordering: .relaxed) ? state.object.map { .object($0) } ?? .unknown : .nothingStored
  }

  @inline(__always)  // as above
  private func isCurrent(in head: UnsafePointer<StoreHead>) -> Bool {
    Self.isCurrent(
      store.load(ordering: .relaxed),
      entry.load(ordering: .relaxed),
      version.load(ordering: .relaxed),
      in: head
    )
  }

  /// Returns whether a version, as it was recorded with a store and an entry, is that of the name's last change.
  @inline(__always)  // as above
  private static func isCurrent(_ store: UInt, _ entry: UInt, _ version: UInt64, in head: UnsafePointer<StoreHead>)
    -> Bool
  {
    // The number last, because one that has lost its entries takes another one before it is current again.
    head.pointee.isCurrent && store == head.pointee.id && Self.version(ofEntryAt: entry) == version
  }

  /// Returns the version of an entry, which is valid as long as its store.
  ///
  /// The caller of a look-up keeps the store if it is the one of the head.
  @inline(__always)  // as above
  private static func version(ofEntryAt address: UInt) -> UInt64? {
    guard let entry = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<NameEntry>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.version.load(ordering: .relaxed) }
  }

  /// Registers the key with the tracking that runs on this thread, if one of the same store is registered already.
  ///
  /// - Parameter store: The number of the store.
  /// - Returns: Whether a tracking runs; `nil` if that is not known, because no key is registered.
  func registerTracking(of store: UInt) -> Bool? {
    guard let key = box.state.withLock({ $0.trackedStore == store ? $0.trackedKey : nil }) else { return nil }
    return TrackingProbe.isTracking(as: key.access)
  }

  /// Keeps a key with which later reads of the same store are registered.
  func record(_ key: TrackedKey, of store: UInt) {
    box.state.withLock { ($0.trackedKey, $0.trackedStore) = (key, store) }
  }

  /// Returns the value of a stored form if that form is the one that was last decoded.
  ///
  /// It returns `nil` for values of one word, because they are decoded fast.
  func decoded<Value: Sendable>(_ stored: PropertyListValue, as type: Value.Type) -> Value? {
    guard !isWordSized, let object = box.state.withLock({ $0.object }) else { return nil }
    guard object.stored == stored else { return nil }
    return unsafeDowncast(object, to: CachedValue<Value>.self).value  // of the one type of the slot
  }

  /// Returns the typed key that reads and writes the store.
  ///
  /// The key is made once, because building its name costs more than the rest of an access. Call this on a slot of the
  /// ``KeySlotTable`` alone, which keeps the key for ever, as it is kept itself.
  func key<Value>(_ make: () -> DefaultsKey<Value>) -> DefaultsKey<Value> {
    var address = key.load(ordering: .acquiring)
    if address == 0 {
      let new = Unmanaged.passRetained(make())
      address = UInt(bitPattern: new.toOpaque())
      let (isFirst, present) = key.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
      // Another thread may have been first.
      if !isFirst {
        new.release()
        address = present
      }
    }
    return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeUnretainedValue()
  }

  /// Caches the result of a read.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` means that nothing is stored.
  ///   - name: The stored name.
  ///   - version: The version of the name before it was read.
  ///   - validator: The check of what was read, if each read has to ask the store.
  ///   - register: A closure that gets the place of a value that is an object, so that a removal drops it.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    forKey name: String,
    at version: Names.Version,
    checkedBy validator: Unmanaged<CacheValidator>? = nil,
    register: (any CachedCopy) -> Void
  ) {
    var isKept = !isDecodedAtEachRead && (!isWordSized || validator != nil)
    if let validator, found != nil { isKept = isKept && validator._withUnsafeGuaranteedRef { $0.canCheck(name) } }
    let object: CachedForm? =
      if let found {
        isKept ? CachedValue(found.value, stored: found.stored, forKey: name) : nil
      } else {
        validator == nil ? nil : CachedForm(nil, forKey: name)
      }
    // Once for each entry, also if nothing is stored yet, because the next read of it does not come here. And before the
    // version is compared, so that a removal either drops the object or is noticed.
    let known = (store.load(ordering: .relaxed), entry.load(ordering: .relaxed))
    if isKept, known != (version.store, version.address) { register(box) }
    // The former object is released outside the lock, because its release may run the program's code, which may read.
    let former = box.state.withLock { state in
      var bits: UInt64 = 0
      if let found, isWordSized {
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: found.value, as: Value.self) }
      }
      write(version, isStored: found != nil, word: bits)
      return state.replace(with: version.isInMemory ? object : nil)
    }
    withExtendedLifetime(former) {}
  }

  /// Writes the words that belong together, under the lock of the box.
  func write(_ version: Names.Version?, isStored hasValue: Bool, word bits: UInt64) {
    sequence.write {
      // None first, so that a child that is forked meanwhile finds nothing.
      store.store(0, ordering: .relaxed)
      entry.store(version?.address ?? 0, ordering: .releasing)
      self.version.store(version?.number ?? 0, ordering: .releasing)
      isStored.store(hasValue, ordering: .releasing)
      word.store(bits, ordering: .releasing)
      store.store(version?.store ?? 0, ordering: .releasing)
    }
  }
}

/// Returns whether the values of a type are objects of a class, or collections of such objects.
private func consistsOfObjects(_ type: Any.Type) -> Bool {
  if type is AnyObject.Type { return true }
  return switch Composition(type) {
  case .range, nil: false
  case let composition?: consistsOfObjects(composition.part)
  }
}

/// A lock that readers do not take: a reader detects that a writer has come between, and discards what it has loaded
/// (Lameter, "Effective Synchronization on Linux/NUMA Systems", 2005).
///
/// Every word that it guards must be atomic, so that a read during a change is no data race. Another lock keeps writers
/// from each other.
///
///     writer                               reader
///     count, odd (relaxed)                 count (acquire)
///     words (release)                      words (acquire)
///     count, even (release)                count (relaxed)
///
/// A reader that loads a new word knows of the odd count before it, and so discards all. If the word were stored or loaded
/// relaxed, it could return a new word among former ones. If the even count were, or its load before the words, it could
/// return former words among new ones.
struct SequenceLock: ~Copyable {
  /// Odd during a change.
  private let count = Atomic<UInt64>(0)

  /// Returns the result of a closure, or `nil` if a word may have changed meanwhile.
  ///
  /// - Parameter load: A closure that loads the words, with acquiring loads. So the count is loaded again after them.
  /// - Returns: The result of `load`.
  @inline(__always)  // because it is most of a cached read
  func read<Result>(_ load: () -> Result) -> Result? {
    let before = count.load(ordering: .acquiring)
    let result = load()
    guard before & 1 == 0, count.load(ordering: .relaxed) == before else { return nil }
    return result
  }

  /// Runs a closure that changes the words, with releasing stores.
  func write(_ store: () -> Void) {
    // It is odd already in a forked child whose parent was in the middle of a change.
    let odd = count.load(ordering: .relaxed) | 1
    // Relaxed, because the releasing stores take it along.
    count.store(odd, ordering: .relaxed)
    store()
    count.store(odd &+ 1, ordering: .releasing)
  }
}
