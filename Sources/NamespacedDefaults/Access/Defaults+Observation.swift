// The same by every name a key has; what is said of the keys' own `updates` and `observe` holds for all.
extension Defaults {
  /// The values of several keys, as any of them changes: the current ones first.
  ///
  ///     for await (theme, size) in Defaults.updates(.theme, .fontSize) { … }
  ///
  /// Values that were stored at once are seen at once. A slow consumer gets the newest values and misses those between.
  ///
  /// - Parameter keys: The keys.
  /// - Returns: The sequence; each iteration observes for itself.
  public static func updates<each Value>(
    _ keys: repeat DefaultsKey<each Value>
  ) -> DefaultsUpdates<(repeat each Value)> {
    DefaultsUpdates(repeat (each keys))
  }

  /// The values of a key declared as an instance property; see ``DefaultsKey/updates()``.
  public static func updates<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> DefaultsUpdates<Value> {
    DefaultsKeys.key(path).updates()
  }

  /// What is stored under a name, as it changes; see ``DefaultsKey/updates()``.
  public static func updates(_ name: String) -> DefaultsUpdates<PropertyListValue?> { self[name].updates() }

  /// Calls a handler after each change of a key; see ``DefaultsKey/observe(options:_:)``.
  public static func observe<Value>(
    _ key: DefaultsKey<Value>,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.observe(options: options, handler)
  }

  /// Calls a handler after each change of a key declared as an instance property; see
  /// ``DefaultsKey/observe(options:_:)``.
  public static func observe<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    DefaultsKeys.key(path).observe(options: options, handler)
  }

  /// Calls a handler after each change of what is stored under a name; see ``DefaultsKey/observe(options:_:)``.
  public static func observe(
    _ name: String,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<PropertyListValue?>.Change) -> Void
  ) -> DefaultsObservation {
    self[name].observe(options: options, handler)
  }
}
