extension Defaults {
  /// Whether anything is stored under a name.
  public static func hasKey(_ name: String) -> Bool { DefaultsProxy(name, in: store).exists }

  /// Whether anything is stored under a key's name.
  public static func hasKey<Value>(_ key: DefaultsKey<Value>) -> Bool { key.hasValue }

  /// Whether anything is stored under the name of a key declared as an instance property.
  public static func hasKey<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Bool {
    DefaultsKeys.key(path).hasValue
  }

  /// Removes what is stored under a name.
  public static func remove(_ name: String) { DefaultsProxy(name, in: store).remove() }

  /// Removes what is stored under a key's name.
  public static func remove<Value>(_ key: DefaultsKey<Value>) { key.remove() }

  /// Removes what is stored under the name of a key declared as an instance property.
  public static func remove<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) {
    DefaultsKeys.key(path).remove()
  }

  /// Removes all settings in ``store``, at once, and nothing of the system's.
  ///
  /// The store goes on remembering which migration steps are done. Where it fails all is still there, and
  /// ``problemHandler`` is told.
  public static func removeAll() { DefaultsAdapter(store: store).removeAll() }

  /// Gives values to read where nothing is stored, before the keys' own defaults; they are never written.
  ///
  ///     Defaults.register(["launchCount": 3, "theme": Theme.dark])
  ///
  /// They hold for ``store`` and this process. A value that cannot be encoded is reported and left out.
  public static func register(_ values: [String: any DefaultsSerializable]) {
    DefaultsAdapter(store: store).register(values)
  }

  /// Waits until everything written so far to ``store`` would survive a loss of power.
  ///
  /// - Throws: What kept the store from being written.
  public static func synchronize() throws { try store.synchronize() }
}
