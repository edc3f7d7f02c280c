extension Defaults {
  /// Returns the key that is declared as an instance property, for a call that has no form for a key path.
  ///
  /// ```swift
  /// let observation = Defaults.key(\.theme).observe { change in … }
  /// ```
  public static func key<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> DefaultsKey<Value> {
    DefaultsKeys.key(path)
  }

  /// Returns whether a value is stored under a name.
  public static func hasKey(_ name: some StringProtocol) -> Bool { DefaultsProxy(name, in: store).exists }

  /// Returns whether a value is stored under a key.
  public static func hasKey<Value>(_ key: DefaultsKey<Value>) -> Bool { key.hasValue }

  /// Returns whether a value is stored under a key that is declared as an instance property.
  public static func hasKey<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Bool {
    DefaultsKeys.key(path).hasValue
  }

  /// Removes what is stored under a name.
  public static func remove(_ name: some StringProtocol) { DefaultsProxy(name, in: store).remove() }

  /// Removes what is stored under one key or several, so that each has its default value; those of one store at once.
  ///
  /// ```swift
  /// Defaults.remove(.theme, .fontSize)
  /// ```
  ///
  /// If a removal fails, the values of that store are still stored, and the error is reported to
  /// ``problemHandler``.
  public static func remove(_ first: DefaultsKeys, _ others: DefaultsKeys...) { remove([first] + others) }

  /// Removes what is stored under the keys in a list, which may be made at run time; those of one store at once.
  @_disfavoredOverload  // A tie-breaker: the compiler takes a misspelt `.name` for a key and not for a list.
  public static func remove(_ keys: [DefaultsKeys]) { keys.typed.remove() }

  /// Removes what is stored under a key that is declared as an instance property.
  public static func remove<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) {
    DefaultsKeys.key(path).remove()
  }

  /// Removes all that is stored in ``store`` at once; what launch arguments and other domains show stays.
  ///
  /// In `UserDefaults.standard` on Apple platforms that is more than the program's own settings: the system's frameworks and
  /// SDKs keep theirs there too. Prefer to remove a namespace, as `Account.removeAll()` does, and see with
  /// `NamespaceAudit` first what is stored.
  ///
  /// The store keeps its record of the migration steps that are done. If the removal fails, all settings are still
  /// stored, and the error is reported to ``problemHandler``.
  public static func removeAll() { DefaultsAdapter(store: store).removeAll() }

  /// Registers values that are read if nothing is stored, before the defaults of the keys.
  ///
  /// ```swift
  /// Defaults.register(["launchCount": 3, "theme": Theme.dark])
  /// ```
  ///
  /// Registered values hold for ``store`` and this process, and they are never written. A value that cannot be encoded
  /// is reported and left out.
  public static func register(_ values: [String: any DefaultsSerializable]) {
    DefaultsAdapter(store: store).register(values)
  }

  /// Waits until everything written to ``store`` so far would survive a loss of power.
  ///
  /// - Throws: The error that kept the store from being written.
  public static func synchronize() throws { try store.synchronize() }
}
