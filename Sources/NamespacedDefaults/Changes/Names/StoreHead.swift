import Synchronization

/// How current is what is in memory of a store, and of which store: all that a reader looks at beside the entry of its name.
///
/// A reader takes no lock. It looks first whether everything that was published is in memory, and then at the version of the
/// name's last change. A writer raises the versions of the names that it changes before it publishes anything, so that
/// whoever finds a commit finds its versions too. Readers of other names go on meanwhile.
///
///     writer                               reader
///     version of the name (relaxed)        published word (relaxed)
///     next (release)                       seen, next (acquire)
///     published word (release)             version of the name (relaxed)
///     values in memory, under the lock
///     seen (release)
///
/// If `next` were stored before the version, a reader that finds the word to be the next one could take a former value for
/// true. If `seen` were stored before the versions of what another process has committed, so could every reader. The word
/// may be loaded relaxed: whoever was notified of a commit has it, and a former one only leads to the lock.
///
/// It is a struct behind a pointer and not an object, because reference counting would be most of the work of a read.
struct StoreHead: ~Copyable {
  // Relaxed, because only a forked child changes it, before it remembers anything.
  private let number: Atomic<UInt>
  /// The number that every commit of any process changes; 0 while it is unknown.
  private let published: UnsafePointer<Atomic<UInt64>>  // valid as long as this value; see the initializers
  /// The published word up to which memory has everything.
  private let seen: Atomic<UInt64>
  /// The word that a writer of this process publishes next, whose versions are raised already.
  private let next: Atomic<UInt64>
  /// The last time at which the system was asked and there was nothing, or nothing new.
  private let absentAt = Atomic<UInt64>(0)
  // Released with this value, so a read need not retain it; the validator below as well.
  private let probe = Unmanaged.passRetained(TrackingProbe())
  /// The check of what was read; `nil` for a store that changes only by what is announced.
  let validator: Unmanaged<CacheValidator>?
  /// The heads of the stores of which the store is made.
  private let parts: UnsafeMutableBufferPointer<UnsafePointer<StoreHead>>  // freed with this value, which they outlive
  /// The sum of their numbers; it is another one when a part has lost the entries that raise those of this store.
  private let partNumbers: UInt

  // Never freed.
  private static let constant: @Sendable (UInt64) -> UnsafePointer<Atomic<UInt64>> = { number in
    let word = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
    word.initialize(to: Atomic(number))
    return UnsafePointer(word)
  }

  // `nonisolated(unsafe)`: the pointers never change, and the numbers are atomic.
  private nonisolated(unsafe) static let one = constant(1)
  /// A word that is always unknown.
  nonisolated(unsafe) static let unknown = constant(0)

  /// Creates the head of a store.
  ///
  /// - Parameters:
  ///   - id: The number of its context.
  ///   - word: A number that every commit of any process changes, and that is valid as long as the context; `nil` if no
  ///     other process writes the store.
  ///   - validator: The check of what was read, if each read has to ask the store.
  init(id: UInt, word: UnsafePointer<Atomic<UInt64>>?, validator: CacheValidator? = nil) {
    number = Atomic(id)
    self.validator = validator.map(Unmanaged.passRetained)
    // What has to be checked is never current by itself, so the readers of other stores need not ask for a check.
    published = word ?? (validator == nil ? Self.one : Self.unknown)
    let first: UInt64 = word == nil && validator == nil ? 1 : 0
    seen = Atomic(first)
    next = Atomic(first)
    parts = UnsafeMutableBufferPointer(start: nil, count: 0)
    partNumbers = 0
  }

  /// Creates the head of a store that is made of others.
  init(id: UInt, over heads: [UnsafePointer<StoreHead>]) {
    number = Atomic(id)
    validator = nil
    // It leads to the function that asks the parts, so that the readers of other stores need not ask for them.
    published = Self.unknown
    seen = Atomic(0)
    next = Atomic(0)
    parts = .allocate(capacity: heads.count)
    _ = parts.initialize(from: heads)
    partNumbers = heads.reduce(0) { $0 &+ $1.pointee.id }
  }

  deinit {
    probe.release()
    validator?.release()
    parts.deallocate()
  }

  /// The number of the store's context, which no other one of this process has had, and which is not 0.
  @inline(__always)  // on the way of every remembered read
  var id: UInt { number.load(ordering: .relaxed) }

  /// Takes another number, so that nothing counts that was remembered under the former one.
  func forgetReads() { number.add(1 << (UInt.bitWidth / 2), ordering: .relaxed) }

  /// Whether an observation tracking is running on this thread.
  @inline(__always)  // on the way of every cached read
  var isTracking: Bool { probe._withUnsafeGuaranteedRef { $0.isTracking } }

  /// Whether everything that was published is in memory, and every version that is loaded afterwards is one of it.
  @inline(__always)  // on the way of every remembered read
  var isCurrent: Bool {
    // Relaxed for the reason above; and see `MappedHeader.load()`.
    let word = published.pointee.load(ordering: .relaxed)
    guard word == seen.load(ordering: .acquiring) || word == next.load(ordering: .acquiring) else { return false }
    return word != 0 || isCurrentWithoutWord
  }

  @inline(never)  // so that the readers of a store with a word need not save registers for it
  private var isCurrentWithoutWord: Bool {
    guard !parts.isEmpty else { return absentAt.load(ordering: .acquiring) == CoarseClock.now }
    return parts.allSatisfy { $0.pointee.isCurrent } && parts.reduce(0) { $0 &+ $1.pointee.id } == partNumbers
  }

  /// Says that everything up to a published word is in memory; 0 for nothing.
  func see(_ word: UInt64) {
    seen.store(word, ordering: .releasing)
    next.store(word, ordering: .releasing)
  }

  /// Says what a writer publishes next, after the versions of its names were raised.
  func willPublish(_ word: UInt64) { next.store(word, ordering: .releasing) }

  /// Says that it was not published.
  ///
  /// Call this before another process can publish the same word.
  func hasNotPublished() { next.store(seen.load(ordering: .relaxed), ordering: .relaxed) }

  /// Records that there is nothing, or nothing new, which is taken for true until the clock ticks.
  ///
  /// The time is that before the system was asked. A thread may be stopped after that, and what it has found would be taken for
  /// true when others have been notified of something new.
  ///
  /// Only `stat`, a system call, finds the first write of another process. A call at each read would cost seventy times
  /// the read of a file that is there. A call at each tick costs next to nothing.
  func recordAbsence(at time: UInt64) {
    absentAt.store(time, ordering: .releasing)
  }
}
