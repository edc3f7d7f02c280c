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

  private struct State {
    /// The watch, which may linger.
    var watch: Watch?
    var isStarted = false
    var takeIn: @Sendable () -> Bool = { true }
  }

  let path: String
  private let state = Guarded(State())

  init(path: String) {
    self.path = path
  }

  /// Sets the closure that takes in an event, which returns `false` to be called again in a short while.
  ///
  /// It runs on the thread of all watchers, so it must not wait for anything that may take long.
  func onEvent(_ takeIn: @escaping @Sendable () -> Bool) { state.withLock { $0.takeIn = takeIn } }

  func start(onEvent: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isStarted else { return }
      state.isStarted = true
      if let watch = state.watch, watch.forkCount == ForkCounter.count, watch.events.resume(watch.id) { return }
      guard let events = FileEvents.ofProcess else { return }
      let id = events.watch(
        FileEvents.File(path: path, onEvent: state.takeIn) { DefaultsProblem(.failedRead, error: $0).report() }
      )
      state.watch = Watch(events: events, id: id, forkCount: ForkCounter.count)
    }
  }

  func stop() {
    state.withLock { state in
      state.isStarted = false
      // A forked child has no thread to stop, and it shares the watches with its parent.
      if let watch = state.watch, watch.forkCount == ForkCounter.count { watch.events.end(watch.id) }
    }
  }

  /// Starts the watcher again in a forked child, which has neither the thread nor a queue of its own.
  func restartAfterFork() {
    let isLost = state.withLock { state in
      guard state.isStarted, let watch = state.watch, watch.forkCount != ForkCounter.count else { return false }
      state.isStarted = false
      return true
    }
    if isLost { start {} }
  }
}
