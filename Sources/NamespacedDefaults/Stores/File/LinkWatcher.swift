/// The change source of a file, which takes events of the file, and of each symbolic link on the way to it, while the store
/// is observed.
///
/// A link that leads elsewhere, as that of a volume of Kubernetes does after an update, is a change of the file.
///
/// Where the system has no queue of events that the library supports, it does nothing. A store then reads the changes of
/// other processes at its next access.
package final class LinkWatcher: ChangeSource {
  private struct Watch {
    let events: FileEvents
    let id: Int
    private let process = ForkCounter.Mark()

    /// Whether it is that of a parent; a forked child has neither its thread nor a queue of its own.
    var isInherited: Bool { process.isInherited }

    // A forked child has no thread to stop, and it shares the watch with its parent.
    func end() { if !isInherited { events.end(id) } }
  }

  private struct State {
    var paths: [String]
    /// The watches by their paths, which may linger.
    var watches: [String: Watch] = [:]
    var isStarted = false
    var takeIn: @Sendable () -> Bool = { true }

    var isInherited: Bool { watches.values.contains(where: \.isInherited) }
  }

  private let state: Guarded<State>

  package init(path: String) { state = Guarded(State(paths: [path])) }

  /// Sets the closure that takes in an event, which returns `false` to be called again in a short while.
  ///
  /// It runs on the thread of all watches, so it must not wait for anything that may take long.
  package func onEvent(_ takeIn: @escaping @Sendable () -> Bool) { state.withLock { $0.takeIn = takeIn } }

  /// Watches these paths from now on, while the source runs.
  package func follow(_ paths: [String]) {
    state.withLock { state in
      guard paths != state.paths else { return }
      state.paths = paths
      if state.isStarted { Self.watch(&state) }
    }
  }

  package func start(onEvent: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isStarted || state.isInherited else { return }
      state.isStarted = true
      Self.watch(&state)
    }
  }

  package func stop() {
    state.withLock { state in
      state.isStarted = false
      for watch in state.watches.values { watch.end() }
    }
  }

  /// Watches again in a forked child.
  package func restartAfterFork() {
    state.withLock { state in if state.isStarted, state.isInherited { Self.watch(&state) } }
  }

  var isRunning: Bool { state.withLock { $0.isStarted } }

  private static func watch(_ state: inout State) {
    let paths = state.paths
    for (path, watch) in state.watches where !paths.contains(path) {
      watch.end()
      state.watches[path] = nil
    }
    guard let events = FileEvents.ofProcess else { return }
    for path in paths {
      if let watch = state.watches[path], !watch.isInherited, watch.events.resume(watch.id) { continue }
      let id = events.watch(
        FileEvents.File(path: path, onEvent: state.takeIn) { DefaultsProblem(.failedRead, error: $0).report() }
      )
      state.watches[path] = Watch(events: events, id: id)
    }
  }
}
