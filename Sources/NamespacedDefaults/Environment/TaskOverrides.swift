import Synchronization

/// The settings that a task tree uses in place of the process's settings.
struct TaskOverrides: Sendable {
  var store: StoreOverride?
  var arguments: LaunchArguments?

  @TaskLocal static var current: TaskOverrides?

  /// Whether any task has ever had overrides, or the process is isolated.
  ///
  /// A process without overrides reads only this flag and not the task-local.
  private static let areUsed = Atomic(false)

  static var areInForce: Bool {
    areUsed.load(ordering: .relaxed) && (current != nil || Isolation.ofProcess != nil)
  }

  static func recordUse() { areUsed.store(true, ordering: .relaxed) }

  /// The overrides of the current task.
  static var inForce: TaskOverrides? { areUsed.load(ordering: .relaxed) ? current : nil }

  /// Returns the current overrides with a change, and records that overrides are used.
  static func changed(_ change: (inout TaskOverrides) -> Void) -> TaskOverrides {
    recordUse()
    var overrides = current ?? TaskOverrides()
    change(&overrides)
    return overrides
  }
}

/// The store of a task tree, which the tasks may replace.
final class StoreOverride: Sendable {
  private let store: Guarded<any DefaultsStore>

  init(_ store: any DefaultsStore) {
    Isolation.current?.keep(store.context, .set)
    self.store = Guarded(store)
  }

  var value: any DefaultsStore {
    get { store.withLock { $0 } }
    // The former store is released outside the lock, because it may be the program's.
    set {
      Isolation.current?.keep(newValue.context, .set)
      _ = store.exchange(newValue)
    }
  }
}
