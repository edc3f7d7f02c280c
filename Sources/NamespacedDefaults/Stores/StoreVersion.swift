import Synchronization

/// The version of a store, whose stamps say whether a stored value may have changed since it was read.
///
/// Taking a stamp costs a few atomic loads. Only a store that announces every change has a version; see
/// ``DefaultsStoreContext/init(announcesEveryChange:)``.
struct StoreVersion: ~Copyable {
  /// A point in the life of a store; nothing has changed while it equals the current one.
  struct Stamp: Equatable {
    /// The number of changes that this process has made or found.
    var changeCount: UInt64
    /// The number that every commit of any process changes; 0 if there is none.
    var shared: UInt64
  }

  private let changes = Atomic<UInt64>(1)
  private let removals = Atomic<UInt64>(0)
  /// The address of a number that changes with every commit of any process; 0 if there is none.
  private let sharedWord = Atomic<UInt>(0)
  /// The time at which `stat` found nothing; 0 if there is something.
  private let absentAt = Atomic<UInt64>(0)

  /// The versions of the stores of which the store is made; `nil` for any other store.
  private let parts: UnsafeMutablePointer<VersionParts>?  // freed with this value

  init() { parts = nil }

  /// Creates the version of a store that is made of others, whose changes are its own.
  ///
  /// - Parameter versions: The others, which are valid as long as this one.
  init(over versions: [UnsafePointer<StoreVersion>]) {
    let parts = UnsafeMutablePointer<VersionParts>.allocate(capacity: 1)
    parts.initialize(to: VersionParts(versions))
    self.parts = parts
    // It stays 0, which leads to the function that asks the parts, so that other stores need not ask for them.
    sharedWord.store(VersionParts.noWord, ordering: .relaxed)
  }

  deinit {
    parts?.deinitialize(count: 1)
    parts?.deallocate()
  }

  /// The current stamp; `nil` while changes by other processes cannot be detected.
  var current: Stamp? {
    let count = changeCount
    // The caller of `share(_:)` keeps the number valid as long as the context lives.
    guard let word = UnsafePointer<Atomic<UInt64>>(bitPattern: sharedWord.load(ordering: .relaxed)) else {
      return Stamp(changeCount: count, shared: 0)
    }
    // Relaxed, because nothing in memory belongs to the number; and see `MappedHeader.load()`.
    let shared = word.pointee.load(ordering: .relaxed)
    return shared != 0 ? Stamp(changeCount: count, shared: shared) : absentStamp(count)
  }

  /// Returns whether a stamp is the current one; `false` also while that is unknown.
  @inline(__always)  // for it is half of a cached read of a store that is made of others
  func isCurrent(_ stamp: Stamp) -> Bool {
    guard changeCount == stamp.changeCount else { return false }
    guard let word = UnsafePointer<Atomic<UInt64>>(bitPattern: sharedWord.load(ordering: .relaxed)) else { return true }
    let shared = word.pointee.load(ordering: .relaxed)
    return shared != 0 ? shared == stamp.shared : absentStamp(stamp.changeCount) == stamp
  }

  @inline(never)  // so that the readers of a file that is there need not save registers for the call of the clock
  private func absentStamp(_ count: UInt64) -> Stamp? {
    if let parts { return parts.pointee.stamp(counting: changes) }
    return absentAt.load(ordering: .acquiring) == CoarseClock.now ? Stamp(changeCount: count, shared: 0) : nil
  }

  /// Records that there is nothing, or nothing new, which is taken for true until the clock ticks.
  ///
  /// The time is that before the system was asked. A thread may be stopped after that, and what it has found would be taken for
  /// true when others have been told of something new.
  ///
  /// Only `stat`, a system call, finds the first write of another process. A call at each read would cost seventy times
  /// the read of a file that is there. A call at each tick costs next to nothing.
  func recordAbsence(at time: UInt64) {
    absentAt.store(time, ordering: .releasing)
  }

  /// Records that there is something.
  func recordPresence() {
    absentAt.store(0, ordering: .releasing)
  }

  /// The number of changes that this process has made or found.
  var changeCount: UInt64 { changes.load(ordering: .acquiring) }

  /// The number of removals; a value that was read before the last of them must not be kept.
  var removalCount: UInt64 { removals.load(ordering: .acquiring) &+ (parts?.pointee.removalCount ?? 0) }

  func countChange() { changes.add(1, ordering: .releasing) }

  func countRemoval() { removals.add(1, ordering: .acquiringAndReleasing) }

  /// Includes the commits of other processes in the stamps.
  ///
  /// Every commit changes the shared number. It is 0 while changes by other processes cannot be detected.
  func share(_ word: UnsafePointer<Atomic<UInt64>>) {
    sharedWord.store(UInt(bitPattern: word), ordering: .relaxed)
  }
}
