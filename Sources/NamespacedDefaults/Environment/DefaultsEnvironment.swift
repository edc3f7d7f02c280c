/// The store and the launch arguments of the current task, or else those of the process.
enum DefaultsEnvironment {
  /// The store of the current task, or else the store of the process.
  ///
  /// Setting it replaces the one that was in force.
  static var store: any DefaultsStore {
    get { TaskOverrides.current?.store?.value ?? ProcessSettings.shared.store }
    set {
      if let override = TaskOverrides.current?.store {
        override.value = newValue
      } else {
        ProcessSettings.shared.store = newValue
      }
    }
  }

  static var arguments: LaunchArguments {
    TaskOverrides.current?.arguments ?? .ofProcess
  }
}
