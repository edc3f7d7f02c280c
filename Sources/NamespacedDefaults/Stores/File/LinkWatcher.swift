/// The change source of a file behind symbolic links, which takes events of the file and of each link on the way to it.
///
/// A link that leads elsewhere, as that of a volume of Kubernetes does after an update, is a change of the file.
package final class LinkWatcher: ChangeSource {
  private struct State {
    var paths: [String]
    var watchers: [FileWatcher] = []
    var isStarted = false
    var takeIn: @Sendable () -> Bool = { true }
  }

  private let state: Guarded<State>

  package init(path: String) { state = Guarded(State(paths: [path])) }

  /// Sets the closure that takes in an event, which returns `false` to be called again in a short while.
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
      guard !state.isStarted else { return }
      state.isStarted = true
      Self.watch(&state)
    }
  }

  package func stop() {
    state.withLock { state in
      state.isStarted = false
      for watcher in state.watchers { watcher.stop() }
    }
  }

  /// Starts the watchers again in a forked child.
  func restartAfterFork() { state.withLock { for watcher in $0.watchers { watcher.restartAfterFork() } } }

  var isRunning: Bool { state.withLock { $0.isStarted } }

  private static func watch(_ state: inout State) {
    for watcher in state.watchers where !state.paths.contains(watcher.path) { watcher.stop() }
    state.watchers = state.paths.map { path in
      if let known = state.watchers.first(where: { $0.path == path }) { return known }
      let watcher = FileWatcher(path: path)
      watcher.onEvent(state.takeIn)
      return watcher
    }
    for watcher in state.watchers { watcher.start {} }
  }
}
