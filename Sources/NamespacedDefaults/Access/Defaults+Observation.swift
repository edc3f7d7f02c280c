// Observation by every spelling of a key. The promises of the keys' own `updates` and `observe` hold for all of them.
extension Defaults {
  /// Returns a sequence of the values of several keys: the current ones first, and then the values after each change.
  ///
  ///     for await (theme, size) in Defaults.updates(.theme, .fontSize) { … }
  ///
  /// The values of one store in a tuple are those of one moment: a change of several keys at once is in it as a whole or
  /// not at all. Different stores are read one after another. A slow consumer gets the newest values and misses those in
  /// between.
  ///
  /// - Parameter keys: The keys.
  /// - Returns: The sequence; each iteration has observations of its own.
  public static func updates<each Value>(
    _ keys: repeat DefaultsKey<each Value>
  ) -> DefaultsUpdates<(repeat each Value)> {
    DefaultsUpdates(repeat (each keys))
  }

  /// Returns a sequence of the values of a key that is declared as an instance property.
  ///
  /// See ``DefaultsKey/updates()``.
  public static func updates<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> DefaultsUpdates<Value> {
    DefaultsKeys.key(path).updates()
  }

  /// Returns a sequence of the values under a name.
  ///
  /// See ``DefaultsKey/updates()``.
  public static func updates(_ name: some StringProtocol) -> DefaultsUpdates<PropertyListValue?> {
    self[name].updates()
  }

  /// Calls a handler after each change of a key.
  ///
  /// See ``DefaultsKey/observe(options:_:)``.
  public static func observe<Value>(
    _ key: DefaultsKey<Value>,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    key.observe(options: options, handler)
  }

  /// Calls a handler after each change of a key that is declared as an instance property.
  ///
  /// See ``DefaultsKey/observe(options:_:)``.
  public static func observe<Value>(
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<Value>.Change) -> Void
  ) -> DefaultsObservation {
    DefaultsKeys.key(path).observe(options: options, handler)
  }

  /// Calls a handler after each change of the value under a name.
  ///
  /// See ``DefaultsKey/observe(options:_:)``.
  public static func observe(
    _ name: some StringProtocol,
    options: DefaultsObservationOptions = [.old, .new],
    _ handler: @escaping @Sendable (DefaultsKey<PropertyListValue?>.Change) -> Void
  ) -> DefaultsObservation {
    self[name].observe(options: options, handler)
  }
}
