import Synchronization

/// The change source of a file, which takes events of the file while the store is observed.
///
/// Where the system has no queue of events that the library supports, it does nothing. A store then reads the changes of
/// other processes at its next access.
final class FileWatcher: ChangeSource {
  private struct Watch {
    let events: FileEvents
    let id: Int
    let forkCount: Int
  }

  private let path: String
  private let lock = Lock()
  private nonisolated(unsafe) var watch: Watch?  // guarded by `lock`; it may linger
  private nonisolated(unsafe) var onEvent: (@Sendable () -> Void)?  // guarded by `lock`; `nil` without observers
  private let isPostponed = Atomic(false)

  init(path: String) {
    self.path = path
  }

  var isRunning: Bool { lock.withLock { onEvent != nil } }

  func start(onEvent: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard self.onEvent == nil else { return }
      self.onEvent = onEvent
      if let watch, watch.forkCount == ForkCounter.count, watch.events.resume(watch.id) { return }
      guard let events = FileEvents.ofProcess else { return }
      let id = events.watch(
        FileEvents.File(
          path: path,
          onEvent: { [weak self] in self?.call(onEvent) ?? true },
          onError: { DefaultsProblem(.failedRead, error: $0).report() }
        )
      )
      watch = Watch(events: events, id: id, forkCount: ForkCounter.count)
    }
  }

  func stop() {
    lock.withLock {
      onEvent = nil
      // A forked child has no thread to stop, and it shares the watches with its parent.
      if let watch, watch.forkCount == ForkCounter.count { watch.events.end(watch.id) }
    }
  }

  /// Makes another call of the closure in a short while; only the closure calls this.
  ///
  /// The closure runs on the thread of all watchers, so it must not wait for anything that may take long.
  func postpone() { isPostponed.store(true, ordering: .relaxed) }

  private func call(_ onEvent: @Sendable () -> Void) -> Bool {
    isPostponed.store(false, ordering: .relaxed)
    onEvent()
    return !isPostponed.load(ordering: .relaxed)
  }

  /// Starts the watcher again in a forked child, which has neither the thread nor a queue of its own.
  func restart() {
    let onEvent = lock.withLock {
      defer { self.onEvent = nil }
      return self.onEvent
    }
    if let onEvent { start(onEvent: onEvent) }
  }
}

extension FileEvents {
  private static let lock = Lock()
  private nonisolated(unsafe) static var last: (events: FileEvents, forkCount: Int)?  // guarded by `lock`

  /// The events of this process; a forked child has others than its parent.
  static var ofProcess: FileEvents? {
    guard let makeQueue = systemEventQueue else { return nil }
    return lock.withLock {
      if let last, last.forkCount == ForkCounter.count { return last.events }
      let events = FileEvents(makeQueue: makeQueue)
      last = (events, ForkCounter.count)
      return events
    }
  }
}
