import Synchronization

/// What the last reading of a key has found, and the moment of its store for which that holds.
///
/// A value of one word is read without a lock: a sequence lock guards it (Lameter, "Effective Synchronization on
/// Linux/NUMA Systems", 2005), of which every word is atomic, so that a reader who loses the race reads nonsense but
/// never races. Any other value is in a box, which has a lock, for a reader has to retain what is in it.
///
/// A struct behind a pointer and not an object, for counting references would be most of a reader's work.
struct KeySlot: ~Copyable {
  enum Reading<Value> {
    case stored(Value)
    case nothingStored
    /// The store has to be asked.
    case unknown
  }

  /// Whose slot it is, if it is in the ``KeySlotTable``.
  let identity: KeyIdentity?
  private let fitsWord: Bool
  /// Odd while the words below are being changed.
  private let sequence = Atomic<UInt64>(0)
  private let version = Atomic<UInt>(0)
  private let local = Atomic<UInt64>(0)
  private let shared = Atomic<UInt64>(0)
  private let isStored = Atomic(false)
  private let word = Atomic<UInt64>(0)
  private let box = Box()

  /// Makes an empty slot, which is for values of one type ever after.
  init<Value>(for type: Value.Type, identity: KeyIdentity? = nil) {
    self.identity = identity
    fitsWord = type is any FitsWord.Type
  }

  /// The value, if it is known for the store's current moment.
  func read<Value: Sendable>(_ type: Value.Type, of version: UnsafePointer<StoreVersion>) -> Reading<Value> {
    guard let now = version.pointee.current else { return .unknown }
    guard fitsWord else {
      return box.lock.withLock {
        guard holds(for: version, at: now) else { return .unknown }
        guard isStored.load(ordering: .relaxed), let content = box.content else { return .nothingStored }
        return .stored(unsafeDowncast(content, to: Content<Value>.self).value)  // one type ever after
      }
    }
    let before = sequence.load(ordering: .acquiring)
    let hasValue = isStored.load(ordering: .acquiring)
    let word = word.load(ordering: .acquiring)
    guard holds(for: version, at: now), before & 1 == 0, sequence.load(ordering: .relaxed) == before else {
      return .unknown
    }
    return hasValue ? .stored(withUnsafeBytes(of: word) { $0.load(as: Value.self) }) : .nothingStored
  }

  /// The value that the same stored form had when it was last decoded, where that is worth knowing.
  func decoded<Value: Sendable>(_ stored: PropertyListValue, as type: Value.Type) -> Value? {
    guard !fitsWord else { return nil }
    return box.lock.withLock {
      guard let content = box.content else { return nil }
      let known = unsafeDowncast(content, to: Content<Value>.self)  // one type ever after
      return known.stored == stored ? known.value : nil
    }
  }

  /// Notes what is stored.
  ///
  /// - Parameters:
  ///   - found: The stored form and its value; `nil` for nothing.
  ///   - version: The version of the store.
  ///   - stamp: A moment before the store was asked.
  func note<Value: Sendable>(
    _ found: (stored: PropertyListValue, value: Value)?,
    of version: UnsafePointer<StoreVersion>,
    at stamp: StoreVersion.Stamp
  ) {
    box.lock.withLock {
      sequence.add(1, ordering: .acquiringAndReleasing)
      self.version.store(UInt(bitPattern: version), ordering: .releasing)
      local.store(stamp.local, ordering: .releasing)
      shared.store(stamp.shared, ordering: .releasing)
      isStored.store(found != nil, ordering: .releasing)
      if let found, fitsWord {
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: found.value, as: Value.self) }
        word.store(bits, ordering: .releasing)
      } else if let found {
        box.content = Content(found.stored, found.value)
      }
      sequence.add(1, ordering: .releasing)
    }
  }

  private func holds(for version: UnsafePointer<StoreVersion>, at now: StoreVersion.Stamp) -> Bool {
    self.version.load(ordering: .acquiring) == UInt(bitPattern: version)
      && local.load(ordering: .acquiring) == now.local && shared.load(ordering: .acquiring) == now.shared
  }

  private final class Box: Sendable {
    let lock = Lock()
    nonisolated(unsafe) var content: AnyObject?  // a `Content`; guarded by `lock`
  }

  private final class Content<Value: Sendable>: Sendable {
    let stored: PropertyListValue
    let value: Value

    init(_ stored: PropertyListValue, _ value: Value) {
      self.stored = stored
      self.value = value
    }
  }
}

/// A value of at most one word, without references.
protocol FitsWord: BitwiseCopyable {}

extension Bool: FitsWord {}
extension Int: FitsWord {}
extension Float: FitsWord {}
extension Double: FitsWord {}
