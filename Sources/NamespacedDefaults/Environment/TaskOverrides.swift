import Synchronization

/// The settings that a task tree uses in place of the process's settings.
struct TaskOverrides: Sendable {
  var store: (any DefaultsStore)?
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
