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
  private nonisolated(unsafe) var isStarted = false  // guarded by `lock`
  private nonisolated(unsafe) var takeIn: @Sendable () -> Bool = { true }  // guarded by `lock`

  init(path: String) {
    self.path = path
  }

  var isRunning: Bool { lock.withLock { isStarted } }

  /// Sets the closure that takes in an event, which returns `false` to be called again in a short while.
  ///
  /// It runs on the thread of all watchers, so it must not wait for anything that may take long.
  func onEvent(_ takeIn: @escaping @Sendable () -> Bool) { lock.withLock { self.takeIn = takeIn } }

  func start(onEvent: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard !isStarted else { return }
      isStarted = true
      if let watch, watch.forkCount == ForkCounter.count, watch.events.resume(watch.id) { return }
      guard let events = FileEvents.ofProcess else { return }
      let id = events.watch(
        FileEvents.File(path: path, onEvent: takeIn) { DefaultsProblem(.failedRead, error: $0).report() }
      )
      watch = Watch(events: events, id: id, forkCount: ForkCounter.count)
    }
  }

  func stop() {
    lock.withLock {
      isStarted = false
      // A forked child has no thread to stop, and it shares the watches with its parent.
      if let watch, watch.forkCount == ForkCounter.count { watch.events.end(watch.id) }
    }
  }

  /// Starts the watcher again in a forked child, which has neither the thread nor a queue of its own.
  func restartAfterFork() {
    let isLost = lock.withLock {
      guard isStarted, let watch, watch.forkCount != ForkCounter.count else { return false }
      isStarted = false
      return true
    }
    if isLost { start {} }
  }
}
