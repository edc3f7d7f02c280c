import Glibc

/// One run of a few threads, of which one runs at a time: at each access to shared memory it is decided which one goes on, and
/// what the access reads.
///
/// `@unchecked Sendable`: only the thread whose turn it is uses the execution.
final class Execution: @unchecked Sendable {
  /// A thread of the execution.
  ///
  /// `@unchecked Sendable`: as the execution.
  final class Worker: @unchecked Sendable {
    unowned let execution: Execution
    let body: @Sendable () -> Void
    var knowledge: Memory.Knowledge
    /// The lock for which the thread waits.
    var awaited: UInt?
    var hasEnded = false
    private let turn = Semaphore()

    init(_ number: Int, of execution: Execution, _ body: @escaping @Sendable () -> Void) {
      self.execution = execution
      self.body = body
      knowledge = Memory.Knowledge(thread: number)
    }

    func wake() { turn.signal() }
    func sleep() { turn.wait() }

    /// The thread of an execution that runs this code; `nil` outside of one.
    static var current: Worker? {
      pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    func becomeCurrent() { pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque()) }
    func endBeingCurrent() { pthread_setspecific(Self.key, nil) }
  }

  private struct Holder {
    let thread: Int
    var count: Int
  }

  private var workers: [Worker] = []
  private var memory: Memory
  /// The accesses of a thread, about, between two at which it is chosen anew who goes on.
  ///
  /// Some faults need threads that take turns, and some need one that is far ahead.
  private let stride: Int
  private var holders: [UInt: Holder] = [:]
  private let end = Semaphore()
  private(set) var violation: String?

  init(_ bodies: [@Sendable () -> Void], seed: Int) {
    memory = Memory(threadCount: bodies.count, random: RandomNumbers(seed: seed))
    stride = 1 << (2 * memory.random.next(4))
    workers = bodies.enumerated().map { Worker($0.offset, of: self, $0.element) }
  }

  /// Runs all threads to their ends; returns what went wrong.
  func run() -> String? {
    let threads = workers.map { worker in
      var thread = pthread_t()
      pthread_create(
        &thread,
        nil,
        { argument in
          let worker = Unmanaged<Worker>.fromOpaque(argument!).takeUnretainedValue()
          worker.sleep()
          worker.becomeCurrent()
          worker.body()
          worker.endBeingCurrent()
          worker.execution.recordEnd(of: worker)
          return nil
        },
        Unmanaged.passUnretained(worker).toOpaque()
      )
      return thread
    }
    workers[memory.random.next(workers.count)].wake()
    end.wait()
    // Threads that wait for each other stay for ever.
    if workers.allSatisfy(\.hasEnded) {
      for thread in threads { pthread_join(thread, nil) }
    } else {
      _ = Unmanaged.passRetained(self)
    }
    return violation
  }

  func violate(_ reason: String) { violation = violation ?? reason }

  // MARK: Whose turn it is

  private func recordEnd(of worker: Worker) {
    worker.hasEnded = true
    if let next = chooseNext() { return next.wake() }
    if !workers.allSatisfy(\.hasEnded) { violate("threads wait for each other") }
    end.signal()
  }

  private func chooseNext() -> Worker? {
    let ready = workers.filter { !$0.hasEnded && $0.awaited == nil }
    return ready.isEmpty ? nil : ready[memory.random.next(ready.count)]
  }

  /// Lets another thread go on, or this one.
  private func yield(_ worker: Worker) {
    if worker.awaited == nil, memory.random.next(stride) != 0 { return }
    guard let next = chooseNext() else {
      violate("threads wait for each other")
      end.signal()
      return worker.sleep()
    }
    guard next !== worker else { return }
    next.wake()
    worker.sleep()
  }

  /// Does an access of a thread, before which another one may go on.
  private func access<Result>(_ worker: Worker, _ body: (inout Memory, inout Memory.Knowledge) -> Result) -> Result {
    yield(worker)
    worker.knowledge.countAccess()
    return body(&memory, &worker.knowledge)
  }

  // MARK: Accesses

  func load(_ worker: Worker, _ address: UInt, _ order: Memory.Order, holding bits: () -> UInt64) -> UInt64 {
    access(worker) { memory, knowledge in
      require(address, memory, knowledge)
      return memory.load(address, holding: bits(), order, by: &knowledge)
    }
  }

  func store(_ worker: Worker, _ address: UInt, _ new: UInt64, _ order: Memory.Order, holding bits: () -> UInt64) {
    access(worker) { memory, knowledge in
      require(address, memory, knowledge)
      memory.store(address, holding: bits(), new, order, by: &knowledge)
    }
  }

  func update(
    _ worker: Worker,
    _ address: UInt,
    _ order: Memory.Order,
    holding bits: () -> UInt64,
    _ change: (UInt64) -> UInt64?
  ) -> UInt64 {
    access(worker) { memory, knowledge in
      require(address, memory, knowledge)
      return memory.update(address, holding: bits(), order, by: &knowledge, change)
    }
  }

  private func require(_ address: UInt, _ memory: borrowing Memory, _ knowledge: Memory.Knowledge) {
    guard !memory.isKnown(address, to: knowledge) else { return }
    violate("a thread uses what another one has made, before it knows of it")
  }

  func fence(_ worker: Worker, _ order: Memory.Order) {
    access(worker) { memory, knowledge in memory.fence(order, by: &knowledge) }
  }

  func recordBirth(_ worker: Worker, _ address: UInt, size: UInt) {
    memory.recordBirth(address, size: size, by: worker.knowledge)
  }

  // MARK: Locks

  /// Locks; returns `false` if another thread has the lock and this one does not wait.
  func lock(_ worker: Worker, _ address: UInt, waits: Bool) -> Bool {
    yield(worker)
    require(address, memory, worker.knowledge)
    while let holder = holders[address], holder.thread != worker.knowledge.thread {
      guard waits else { return false }
      worker.awaited = address
      yield(worker)
    }
    holders[address, default: Holder(thread: worker.knowledge.thread, count: 0)].count += 1
    memory.lock(address, by: &worker.knowledge)
    return true
  }

  func unlock(_ worker: Worker, _ address: UInt) {
    holders[address]?.count -= 1
    guard holders[address]?.count == 0 else { return }
    holders[address] = nil
    worker.knowledge.countAccess()
    memory.unlock(address, by: worker.knowledge)
    for other in workers where other.awaited == address { other.awaited = nil }
  }
}

/// `@unchecked Sendable`: the semaphore is made for sharing and never moves.
private final class Semaphore: @unchecked Sendable {
  private let place = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)  // freed with the object

  init() { sem_init(place, 0, 0) }

  deinit {
    sem_destroy(place)
    place.deallocate()
  }

  func signal() { sem_post(place) }
  func wait() { while sem_wait(place) != 0 {} }
}
