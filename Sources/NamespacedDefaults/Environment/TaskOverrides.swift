import Synchronization

/// The settings that a task tree uses in place of the process's settings.
struct TaskOverrides: Sendable {
  var store: StoreOverride?
  var arguments: LaunchArguments?

  @TaskLocal static var current: TaskOverrides?

  /// Whether any task has ever had overrides.
  ///
  /// A process without overrides reads only this flag and not the task-local.
  private static let areUsed = Atomic(false)

  static var areInForce: Bool {
    areUsed.load(ordering: .relaxed) && current != nil
  }

  /// Returns the current overrides with a change, and records that overrides are used.
  static func changed(_ change: (inout TaskOverrides) -> Void) -> TaskOverrides {
    areUsed.store(true, ordering: .relaxed)
    var overrides = current ?? TaskOverrides()
    change(&overrides)
    return overrides
  }
}

/// The store of a task tree, which the tasks may replace.
final class StoreOverride: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var store: any DefaultsStore  // guarded by `lock`

  init(_ store: any DefaultsStore) {
    self.store = store
  }

  var value: any DefaultsStore {
    get { lock.withLock { store } }
    set { lock.withLock { store = newValue } }
  }
}
