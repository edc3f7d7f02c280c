/// The change source of a file, which takes events of the file while the store is observed.
final class FileWatcher: ChangeSource {
  private let path: String
  private let lock = Lock()
  private nonisolated(unsafe) var events: FileEvents?  // guarded by `lock`

  init(path: String) {
    self.path = path
  }

  var isRunning: Bool { lock.withLock { events != nil } }

  func start(onEvent: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard events == nil else { return }
      do {
        let events = try FileEvents(path: path, onEvent: onEvent) { DefaultsProblem(.failedRead, error: $0).report() }
        try events.start()
        self.events = events
      } catch {
        DefaultsProblem(.failedRead, error: error).report()
      }
    }
  }

  func stop() {
    lock.withLock {
      events?.stop()
      events = nil
    }
  }

  /// Starts the watcher again in a forked child.
  ///
  /// The child does not have the thread, and its queue of events is that of its parent.
  func restart() {
    let former = lock.withLock {
      defer { events = nil }
      return events
    }
    if let former { start(onEvent: former.onEvent) }
  }
}
