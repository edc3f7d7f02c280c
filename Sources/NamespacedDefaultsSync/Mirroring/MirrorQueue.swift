import NamespacedDefaults

/// The names that a mirror has yet to compare.
///
/// Writers only add to it. One thread at a time does the work. It is started for the work and ends with it.
final class MirrorQueue: Sendable {
  struct Work {
    /// The names to compare.
    var names: Set<String> = []
    /// Those of them that this process has just written in the local store.
    var written: Set<String> = []
    /// Whether to compare every name.
    var isFull = false
    /// Whether the other store has another person's values, so that the times no longer compare.
    var forgets = false

    var isEmpty: Bool { names.isEmpty && !isFull }

    mutating func add(_ work: Work) {
      names.formUnion(work.names)
      written.formUnion(work.written)
      isFull = isFull || work.isFull
      forgets = forgets || work.forgets
    }
  }

  private struct State {
    var pending = Work()
    /// Work that has failed, and waits for the next event.
    var failed = Work()
    var isRunning = false
    var isCancelled = false

    /// Adds work, and what has failed so far.
    mutating func add(_ work: Work) {
      pending.add(work)
      pending.add(failed)
      failed = Work()
    }

    mutating func takePending() -> Work? {
      guard !pending.isEmpty, !isCancelled else { return nil }
      defer { pending = Work() }
      return pending
    }
  }

  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let perform: @Sendable (Work) -> Work
  private let state = Guarded(State())
  /// Held while work is done, so that a caller who does it waits for the thread that does.
  ///
  /// It is recursive, because the program's observers run on that thread too.
  private let turn = Lock()

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - start: Runs a body on another thread, and returns whether it does.
  ///   - perform: Does work, and returns what has failed and is to be tried again.
  init(
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool,
    perform: @escaping @Sendable (Work) -> Work
  ) {
    self.start = start
    self.perform = perform
  }

  /// Adds work, and has it done by another thread.
  func add(_ work: Work) {
    let starts = state.withLock { state in
      state.add(work)
      defer { state.isRunning = true }
      return !state.isRunning && !state.isCancelled
    }
    guard starts, !start({ self.drain() }) else { return }
    // Without a thread the work stays, and the next event tries again.
    state.withLock { $0.isRunning = false }
  }

  /// Does work now, on this thread.
  ///
  /// - Returns: Whether all of it was done.
  func perform(now work: Work) -> Bool {
    turn.withLock {
      var isDone = true
      var next = state.withLock {
        $0.add(work)
        return $0.takePending()
      }
      while let work = next {
        let rest = perform(work)
        isDone = isDone && rest.isEmpty
        next = state.withLock {
          $0.failed.add(rest)
          return $0.takePending()
        }
      }
      return isDone
    }
  }

  /// Ends the work; that which has begun may still be under way.
  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  private func drain() {
    while let work = next() {
      let rest = turn.withLock { perform(work) }
      state.withLock { $0.failed.add(rest) }
    }
  }

  private func next() -> Work? {
    state.withLock {
      let work = $0.takePending()
      if work == nil { $0.isRunning = false }
      return work
    }
  }
}
