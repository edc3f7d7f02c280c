import NamespacedDefaultsPlatform
import Synchronization

/// The state of a thread that uses the library: the stores that it has locked, and the work for which it has to have
/// unlocked them all.
///
/// That work is to call the program's handlers. A handler that ran under a store's lock could wait for another thread
/// that waits for this store.
struct ThreadState: ~Copyable {
  /// The number of stores that the thread has locked.
  var lockCount = 0
  #if DEBUG
    /// How often the thread has locked the memory of stores.
    var memoryCount = 0
  #endif
  /// The number of stores of which the thread runs a transaction.
  var transactionCount = 0
  /// Whether the thread reads what is committed, whatever its transactions have written.
  var readsCommitted = false
  /// Whether a problem handler runs on the thread.
  var isReporting = false
  /// Whether the thread leaves the calls of observers to another one, because it must not wait for the program's code.
  var leavesDelivery = false
  /// The remark of the last decoding on the thread; see `DecodingRemark`.
  var decodingRemark: (any Error)?
  /// What stands in for missing members in a decoding on the thread; see `DecodingFallback`.
  var decodingFallback: Any?
  /// The count of hashed markers after the thread's last one; see `TrackingProbe`.
  var lastHashCount = 0
  /// The stripe of the slots that the thread reads; see `KeySlot`.
  var stripe = 0
  /// The observer whose handler runs on the thread, and the one that gets none of the thread's changes; 0 for none.
  var runningHandler = 0
  var silencedHandler = 0
  /// The observer that gets no change of a name; `nil` outside of the end of a transaction, in which others were silenced.
  var silencedByName: [String: Int]?
  private var deferred: [() -> Void] = []
  private var isRunning = false

  /// The state of the current thread; its address is the same as long as the thread lives.
  static var current: UnsafeMutablePointer<ThreadState> {
    let key = key
    return pthread_getspecific(key)?.assumingMemoryBound(to: ThreadState.self) ?? make(key)
  }

  /// A number that no other living thread has.
  typealias ID = UInt

  /// The ID of the current thread: the address of its state.
  static var id: ID { id(of: current) }

  static func id(of state: UnsafeMutablePointer<ThreadState>) -> ID { ID(bitPattern: state) }

  /// The ID of the thread that has forked this process, which goes on in it; 0 if there is none.
  static let survivor = Atomic<ID>(0)

  /// Records that the current thread has locked the memory of a store, or has unlocked it.
  @inline(__always)
  static func countMemory(_ change: Int) {
    #if DEBUG
      current.pointee.memoryCount += change
    #endif
  }

  /// Runs a body that reads what is committed, whatever transactions of the current thread have written.
  static func readingCommitted<Result>(_ read: () throws -> Result) rethrows -> Result {
    let thread = current
    let former = thread.pointee.readsCommitted
    thread.pointee.readsCommitted = true
    defer { thread.pointee.readsCommitted = former }
    return try read()
  }

  /// Records that the current thread has locked a store, and returns its state.
  static func enter() -> UnsafeMutablePointer<ThreadState> {
    let state = current
    state.pointee.lockCount += 1
    return state
  }

  /// Records that the thread has unlocked a store; if it was the last one, runs the deferred work.
  static func leave(_ state: UnsafeMutablePointer<ThreadState>) {
    state.pointee.lockCount -= 1
    if state.pointee.lockCount == 0, !state.pointee.deferred.isEmpty { runDeferred(state) }
  }

  /// Runs a piece of work as soon as the thread has no store locked, which may be at once.
  static func whenUnlocked(_ work: @escaping () -> Void) {
    let state = current
    guard state.pointee.lockCount > 0 else { return work() }
    state.pointee.deferred.append(work)
  }

  /// Runs the deferred work, which may lock stores itself, and thereby defer more work.
  private static func runDeferred(_ state: UnsafeMutablePointer<ThreadState>) {
    guard !state.pointee.isRunning else { return }
    state.pointee.isRunning = true
    while !state.pointee.deferred.isEmpty {
      let work = state.pointee.deferred
      state.pointee.deferred = []
      for piece in work { piece() }
    }
    state.pointee.isRunning = false
  }

  /// The key of the pointers, and one more; 0 before it is made.
  // Not a lazy constant, which costs as much again as the look-up of the pointer. Acquire and release, so that who finds the
  // key finds what the C library has made of it.
  private static let nextKey = Atomic<UInt>(0)

  // The pointer of each thread is its own, and is freed when the thread ends.
  private static var key: pthread_key_t {
    let next = nextKey.load(ordering: .acquiring)
    return next != 0 ? pthread_key_t(truncatingIfNeeded: next &- 1) : makeKey()
  }

  @inline(never)  // so that a thread need not save registers for it once it is made
  private static func makeKey() -> pthread_key_t {
    _ = keepImageLoaded()
    var key = pthread_key_t()
    pthread_key_create(&key) { ThreadState.free($0) }
    // A key can be negative, on Android.
    let new = UInt(truncatingIfNeeded: key) &+ 1
    let (isFirst, next) = nextKey.compareExchange(expected: 0, desired: new, ordering: .acquiringAndReleasing)
    if isFirst {
      pthread_atfork(
        nil,
        nil,
        { ThreadState.survivor.store(UInt(bitPattern: pthread_getspecific(ThreadState.key)), ordering: .relaxed) }
      )
      return key
    }
    // Another thread was first.
    pthread_key_delete(key)
    return pthread_key_t(truncatingIfNeeded: next &- 1)
  }

  @inline(never)  // so that a thread that has its state need not save registers for these calls
  private static func make(_ key: pthread_key_t) -> UnsafeMutablePointer<ThreadState> {
    let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
    state.initialize(to: ThreadState())
    pthread_setspecific(key, state)
    return state
  }

  // The parameter is optional on some platforms only.
  private static func free(_ pointer: UnsafeMutableRawPointer?) {
    // A thread that ends with a store locked keeps its address, by which the store identifies it, from all later ones.
    guard let state = pointer?.assumingMemoryBound(to: ThreadState.self), state.pointee.lockCount == 0 else { return }
    state.deinitialize(count: 1)
    state.deallocate()
  }
}

/// Stops a debug build where the thread is about to wait with the memory of a store locked, because reads would wait too.
@inline(__always)
package func assertReadsGoOn() {
  #if DEBUG
    let isFree = ThreadState.current.pointee.memoryCount == 0
    assert(
      isFree,
      """
      NamespacedDefaults: a thread waits with the memory of a store locked, so that reads wait too. A store of your own \
      may wait in persist(_:), and not in apply(_:) or where it is read.
      """
    )
  #endif
}
