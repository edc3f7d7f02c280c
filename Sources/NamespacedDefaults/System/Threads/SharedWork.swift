import NamespacedDefaultsPlatform

/// A piece of work that several threads wait for, and that is done once for all who began to wait before it began.
///
/// `@unchecked Sendable`: the state is used only under the lock.
final class SharedWork: @unchecked Sendable {
  private let lock = Lock()
  // A pointer, because it must keep its address, which a stored property does not promise.
  private let condition = UnsafeMutablePointer<Lock.Condition>.allocate(capacity: 1)
  private let process = ForkCounter.Mark()
  /// The number of the last round that has begun, and of the last one that has ended.
  private var (begun, ended) = (0, 0)
  private var isRunning = false
  private var waiters = 0
  /// The last round that failed.
  private var failure: (round: Int, error: DefaultsError)?
  /// The largest mark of those who wait, and of those for whom a round has succeeded.
  private var (wanted, done) = (0, 0)

  init() { pthread_cond_init(condition, nil) }

  deinit {
    // In a forked child, threads of the parent seem to wait for ever.
    guard !process.isInherited else { return }
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// The largest mark for which the work was done.
  var doneMark: Int { lock.withLock { done } }

  /// Takes back that the work was done beyond a mark.
  func limitDoneMark(to mark: Int) {
    lock.withLock { (wanted, done) = (min(wanted, mark), min(done, mark)) }
  }

  /// The number of threads that wait for a round that another one does; for tests.
  var waiterCount: Int { lock.withLock { waiters } }

  /// Waits for a round of the work that begins after this call, and does it if no other thread does.
  ///
  /// - Parameters:
  ///   - mark: A number that says how far the caller's part goes.
  ///   - work: The work, which runs under no lock.
  /// - Throws: The error of that round. Once a round has failed, also the error of that one, if the caller's part was not
  ///   done before: the failed round may have lost it, and a later one does not find it missing.
  func join(mark: Int, _ work: () throws(DefaultsError) -> Void) throws(DefaultsError) {
    lock.lock()
    defer { lock.unlock() }
    let round = begun + 1
    wanted = max(wanted, mark)
    while ended < round {
      guard isRunning else {
        run(work)
        continue
      }
      waiters += 1
      lock.wait(for: condition)
      waiters -= 1
    }
    if let failure, failure.round == round || mark > done { throw failure.error }
  }

  /// Lets those take part who were waiting for the last round, and are about to wait again.
  private func awaitOthers() {
    // A thread that waits alone loses nothing.
    guard waiters > 0 else { return }
    var (former, idle) = (waiters, 0)
    while idle < 4 {
      lock.unlock()
      yieldThread()
      lock.lock()
      idle = waiters > former ? 0 : idle + 1
      former = waiters
    }
  }

  private func run(_ work: () throws(DefaultsError) -> Void) {
    isRunning = true
    awaitOthers()
    begun += 1
    let mark = wanted
    lock.unlock()
    let result = Result { () throws(DefaultsError) in try work() }
    lock.lock()
    switch result {
    case .success: if failure == nil { done = max(done, mark) }
    case .failure(let error): failure = (begun, error)
    }
    ended = begun
    isRunning = false
    pthread_cond_broadcast(condition)
  }
}
