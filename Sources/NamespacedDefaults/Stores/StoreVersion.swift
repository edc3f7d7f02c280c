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
  /// The address of a number that changes with every commit of any process; 0 if there is none.
  private let sharedWord = Atomic<UInt>(0)
  /// The time until which a shared word of 0 means that nothing is stored; 0 for no such time.
  private let absentUntil = Atomic<UInt64>(0)

  /// The current version stamp; `nil` while changes by other processes cannot be detected.
  var current: Stamp? {
    let local = local.load(ordering: .acquiring)
    // The caller of `share(_:)` keeps the number valid as long as the context lives.
    guard let word = UnsafePointer<Atomic<UInt64>>(bitPattern: sharedWord.load(ordering: .relaxed)) else {
      return Stamp(local: local, shared: 0)
    }
    let shared = word.pointee.load(ordering: .acquiring)
    return shared != 0 ? Stamp(local: local, shared: shared) : absentStamp(local)
  }

  @inline(never)  // so that the readers of a file that is there need not save registers for the call of the clock
  private func absentStamp(_ local: UInt64) -> Stamp? {
    isKnownAbsent ? Stamp(local: local, shared: 0) : nil
  }

  /// Whether a look a moment ago found nothing.
  var isKnownAbsent: Bool {
    let until = absentUntil.load(ordering: .acquiring)
    return until != 0 && CoarseClock.now < until
  }

  /// Records that there is nothing now, so that readers do not look again for 10 milliseconds.
  ///
  /// Only a look, which is a system call, finds the first write of another process. A look at each read would cost seventy
  /// times the read of a file that is there; a hundred looks a second cost next to nothing.
  func recordAbsence() {
    absentUntil.store(CoarseClock.now + 10_000_000, ordering: .releasing)
  }

  /// Records that there may be something.
  func recordPresence() {
    absentUntil.store(0, ordering: .releasing)
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
