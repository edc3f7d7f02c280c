extension DefaultsAdapter {
  /// Whether anything is stored under a name.
  public func hasKey(_ name: String) -> Bool { self[name].exists }

  /// Whether anything is stored under a key's name.
  public func hasKey<Value>(_ key: DefaultsKey<Value>) -> Bool { key.bound(to: store).hasValue }

  /// Whether anything is stored under the name of a key declared as an instance property.
  public func hasKey<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Bool {
    hasKey(DefaultsKeys.key(path))
  }

  /// Removes what is stored under a name.
  public func remove(_ name: String) { self[name].remove() }

  /// Removes what is stored under a key's name.
  public func remove<Value>(_ key: DefaultsKey<Value>) { key.bound(to: store).remove() }

  /// Removes what is stored under the name of a key declared as an instance property.
  public func remove<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) {
    remove(DefaultsKeys.key(path))
  }

  /// Removes all settings in the store, at once, and nothing of the system's.
  ///
  /// The store goes on remembering which migration steps are done; ``DefaultsStore/removeAll(where:)`` removes that too.
  /// Where it fails all is still there, and ``Defaults/problemHandler`` is told.
  public func removeAll() {
    reportingErrors(as: .failedWrite) { try store.removeAll { !ReservedName.isReserved($0) } }
  }

  /// Gives values to read where nothing is stored, before the keys' own defaults; they are never written.
  ///
  /// They hold for the store and this process. A value that cannot be encoded is reported and left out.
  public func register(_ values: [String: any DefaultsSerializable]) {
    var registered: [String: PropertyListValue] = [:]
    for (name, value) in values {
      registered[name] = reportingErrors(as: .unencodableValue, key: name) { try value.propertyListValue() } ?? nil
    }
    store.context.registered.register(registered)
    store.context.forgetReadings()
  }

  /// Waits until everything written so far would survive a loss of power.
  ///
  /// - Throws: What kept the store from being written.
  public func synchronize() throws { try store.synchronize() }
}
