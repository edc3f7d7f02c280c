import NamespacedDefaults

/// The change source of a file behind symbolic links, which takes events of the file and of each link on the way to it.
///
/// A link that leads elsewhere, as that of a volume of Kubernetes does after an update, is a change of the file.
final class LinkWatcher: ChangeSource {
  private struct State {
    var paths: [String]
    var watchers: [String: FileWatcher] = [:]
    var isStarted = false
    var takeIn: @Sendable () -> Bool = { true }
  }

  private let state: Guarded<State>

  init(path: String) { state = Guarded(State(paths: [path])) }

  /// Sets the closure that takes in an event, which returns `false` to be called again in a short while.
  func onEvent(_ takeIn: @escaping @Sendable () -> Bool) { state.withLock { $0.takeIn = takeIn } }

  /// Watches these paths from now on, while the source runs.
  func follow(_ paths: [String]) {
    state.withLock { state in
      guard paths != state.paths else { return }
      state.paths = paths
      if state.isStarted { Self.watch(&state) }
    }
  }

  func start(onEvent: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isStarted else { return }
      state.isStarted = true
      Self.watch(&state)
    }
  }

  func stop() {
    state.withLock { state in
      state.isStarted = false
      for watcher in state.watchers.values { watcher.stop() }
    }
  }

  private static func watch(_ state: inout State) {
    for (path, watcher) in state.watchers where !state.paths.contains(path) {
      watcher.stop()
      state.watchers[path] = nil
    }
    for path in state.paths {
      if state.watchers[path] == nil {
        let watcher = FileWatcher(path: path)
        watcher.onEvent(state.takeIn)
        state.watchers[path] = watcher
      }
      state.watchers[path]?.start {}
    }
  }
}
