extension DefaultsAdapter {
  /// Returns whether a value is stored under a name.
  public func hasKey(_ name: some StringProtocol) -> Bool { self[name].exists }

  /// Returns whether a value is stored under a key.
  public func hasKey<Value>(_ key: DefaultsKey<Value>) -> Bool { key.bound(to: store).hasValue }

  /// Removes what is stored under a name.
  public func remove(_ name: some StringProtocol) { self[name].remove() }

  /// Removes what is stored under a key.
  public func remove<Value>(_ key: DefaultsKey<Value>) { key.bound(to: store).remove() }

  /// Removes all that is stored in the store at once; what launch arguments and other domains show stays.
  ///
  /// In `UserDefaults.standard` on Apple platforms that is more than the program's own settings: the system's frameworks and
  /// SDKs keep theirs there too. Prefer to remove a namespace, as `Account.removeAll()` does, and see with
  /// `NamespaceAudit` first what is stored.
  ///
  /// The store keeps its record of the migration steps that are done. If the removal fails, all settings are still stored,
  /// and the error is reported to ``Defaults/problemHandler``.
  public func removeAll() { store.reportingErrors(as: .failedWrite) { try store.removeAll() } }

  /// Registers values that are read if nothing is stored, before the defaults of the keys.
  ///
  /// Registered values hold for the store and this process, and they are never written. A value that cannot be encoded
  /// is reported and left out.
  package func register(_ values: [String: any DefaultsSerializable]) {
    var registered: [String: PropertyListValue] = [:]
    for (name, value) in values {
      registered[name] =
        store.reportingErrors(as: .unencodableValue, key: name) { try value.propertyListValue() } ?? nil
    }
    store.context.registered.withLock { $0.merge(registered) { $1 } }
    store.context.raiseAll()
  }
}
