/// The store and the launch arguments of the current task, or else those of the process.
package enum DefaultsEnvironment {
  /// The store of the current task, or else the store of the process.
  ///
  /// Setting it replaces the one that was in force.
  static var store: any DefaultsStore {
    get { TaskOverrides.inForce?.store?.value ?? ProcessSettings.shared.store }
    set {
      if let override = TaskOverrides.current?.store {
        override.value = newValue
      } else {
        ProcessSettings.shared.store = newValue
      }
    }
  }

  /// Runs a closure in which ``store`` is one in memory if nobody has used the process's store yet.
  package static func withoutOpeningStore<Result>(_ body: () -> Result) -> Result {
    guard TaskOverrides.current?.store == nil, !ProcessSettings.shared.hasStore else { return body() }
    return TaskOverrides.$current.withValue(.changed { $0.store = StoreOverride(InMemoryStore()) }, operation: body)
  }

  package static var arguments: LaunchArguments {
    TaskOverrides.current?.arguments ?? .ofProcess
  }
}
