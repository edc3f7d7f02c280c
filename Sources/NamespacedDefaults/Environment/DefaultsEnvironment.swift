/// What a setting is searched in where its key names nothing else: the task's overrides, or else the process's settings.
enum DefaultsEnvironment {
  /// The store of the task, or else that of the process, which is the one that is set.
  static var store: any DefaultsStore {
    get { TaskOverrides.current?.store ?? ProcessSettings.shared.store }
    set { ProcessSettings.shared.store = newValue }
  }

  static var arguments: LaunchArguments {
    TaskOverrides.current?.arguments ?? .ofProcess
  }
}
