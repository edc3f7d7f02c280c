/// The store and the launch arguments of the current task, or else those of the process.
enum DefaultsEnvironment {
  /// The store of the current task, or else the store of the process.
  ///
  /// Setting it sets the store of the process.
  static var store: any DefaultsStore {
    get { TaskOverrides.current?.store ?? ProcessSettings.shared.store }
    set { ProcessSettings.shared.store = newValue }
  }

  static var arguments: LaunchArguments {
    TaskOverrides.current?.arguments ?? .ofProcess
  }
}
