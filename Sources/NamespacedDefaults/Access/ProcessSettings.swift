/// The store and the problem handler of the process.
final class ProcessSettings: Sendable {
  static let shared = ProcessSettings()

  private let lock = Lock()
  private nonisolated(unsafe) var chosenStore: (any DefaultsStore)?  // guarded by `lock`
  private nonisolated(unsafe) var handler: @Sendable (DefaultsProblem) -> Void = logProblem  // guarded by `lock`

  var store: any DefaultsStore {
    get {
      lock.withLock {
        // Made at the first use, so that a program that sets its own store never opens the default one.
        if let chosenStore { return chosenStore }
        let store = makeDefaultStore()
        chosenStore = store
        return store
      }
    }
    set { lock.withLock { chosenStore = newValue } }
  }

  var problemHandler: @Sendable (DefaultsProblem) -> Void {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }
}
