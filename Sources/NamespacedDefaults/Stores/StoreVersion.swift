import Synchronization

/// Tells for the price of two loads whether anything in a store may have changed since it was last read.
///
/// Only a store that announces every change has one; see ``DefaultsStoreContext/init(announcesEveryChange:)``.
struct StoreVersion: ~Copyable {
  /// A moment in a store's life; while it is the current one, nothing has changed.
  struct Stamp: Equatable {
    var local: UInt64
    var shared: UInt64
  }

  /// Counts the changes that this process has made or heard of.
  private let local = Atomic<UInt64>(1)
  /// The address of a word that changes with every commit of any process; 0 for none.
  private let sharedWord = Atomic<UInt>(0)
  /// The time until which a shared word of 0 means that nothing is stored; 0 for no such time.
  private let absentUntil = Atomic<UInt64>(0)

  /// The current moment; `nil` while the store cannot tell whether another process changes it.
  var current: Stamp? {
    let local = local.load(ordering: .acquiring)
    // The word keeps its address for as long as the store lives, which whoever shares it sees to.
    guard let word = UnsafePointer<Atomic<UInt64>>(bitPattern: sharedWord.load(ordering: .relaxed)) else {
      return Stamp(local: local, shared: 0)
    }
    let shared = word.pointee.load(ordering: .acquiring)
    return shared != 0 || isKnownAbsent ? Stamp(local: local, shared: shared) : nil
  }

  /// Whether somebody has looked a moment ago, and there was nothing.
  var isKnownAbsent: Bool {
    let until = absentUntil.load(ordering: .acquiring)
    return until != 0 && CoarseClock.now < until
  }

  /// Records that there is nothing now; for a moment readers do not look again.
  ///
  /// The first write of another process can be noticed by a look only, which costs a system call. A hundred looks a second
  /// cost nothing that can be measured, and a look at each read costs as much as the whole read of a file.
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

  /// Includes other processes: their commits change a word, which is 0 while they cannot be told.
  func share(_ word: UnsafePointer<Atomic<UInt64>>) {
    sharedWord.store(UInt(bitPattern: word), ordering: .relaxed)
  }
}
