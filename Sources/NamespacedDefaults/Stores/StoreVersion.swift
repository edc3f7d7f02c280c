import Synchronization

/// The source of a store's version stamps, which say whether a stored value may have changed since it was read.
///
/// Taking a stamp costs a few atomic loads. Only a store that announces every change has a version; see
/// ``DefaultsStoreContext/init(announcesEveryChange:)``.
struct StoreVersion: ~Copyable {
  /// A version stamp; nothing has changed while it equals the current one.
  struct Stamp: Equatable {
    var local: UInt64
    var shared: UInt64
  }

  /// A counter that advances whenever this process makes or finds a change.
  private let local = Atomic<UInt64>(1)
  /// Counts the removals; a value that was read before one of them must not be kept.
  private let removals = Atomic<UInt64>(0)
  /// The address of a number that changes with every commit of any process; 0 if there is none.
  private let sharedWord = Atomic<UInt>(0)
  /// The time at which a look found nothing; 0 if there is something.
  private let absentAt = Atomic<UInt64>(0)

  /// The current version stamp; `nil` while changes by other processes cannot be detected.
  var current: Stamp? {
    let local = local.load(ordering: .acquiring)
    // The caller of `share(_:)` keeps the number valid as long as the context lives.
    guard let word = UnsafePointer<Atomic<UInt64>>(bitPattern: sharedWord.load(ordering: .relaxed)) else {
      return Stamp(local: local, shared: 0)
    }
    // Relaxed, because nothing in memory belongs to the number; and see `MappedHeader.load()`.
    let shared = word.pointee.load(ordering: .relaxed)
    return shared != 0 ? Stamp(local: local, shared: shared) : absentStamp(local)
  }

  @inline(never)  // so that the readers of a file that is there need not save registers for the call of the clock
  private func absentStamp(_ local: UInt64) -> Stamp? {
    absentAt.load(ordering: .acquiring) == CoarseClock.now ? Stamp(local: local, shared: 0) : nil
  }

  /// Records that there is nothing, which is taken for true until the clock ticks.
  ///
  /// Only a look, which is a system call, finds the first write of another process. A look at each read would cost seventy
  /// times the read of a file that is there; a look at each tick costs next to nothing.
  func recordAbsence() {
    absentAt.store(CoarseClock.now, ordering: .releasing)
  }

  /// Records that there is something.
  func recordPresence() {
    absentAt.store(0, ordering: .releasing)
  }

  /// A number that changes whenever this process makes or finds a change.
  var revision: UInt64 { local.load(ordering: .acquiring) }

  var removalCount: UInt64 { removals.load(ordering: .acquiring) }

  func recordRemoval() {
    removals.add(1, ordering: .acquiringAndReleasing)
  }

  func advance() {
    local.add(1, ordering: .releasing)
  }

  /// Includes the commits of other processes in the version stamp.
  ///
  /// Every commit changes the shared number. It is 0 while changes by other processes cannot be detected.
  func share(_ word: UnsafePointer<Atomic<UInt64>>) {
    sharedWord.store(UInt(bitPattern: word), ordering: .relaxed)
  }
}
