// The stored form of a key's value, which may still lie under the name that an older release gave it.
extension DefaultsKey {
  /// What is stored, under the name or else under the previous one.
  func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    if let stored = try store.value(forKey: name) { return stored }
    guard let previousName else { return nil }
    guard let stored = try store.value(forKey: previousName) else {
      // A writer may have moved it between the two reads; it moves one way only.
      return try store.value(forKey: name)
    }
    return stored
  }

  /// What readers see below the launch arguments: the stored value, or else the registered one.
  func storedOrRegistered(in store: any DefaultsStore) throws -> PropertyListValue? {
    try stored(in: store) ?? store.context.registered[name]
  }

  /// Stores a value, or removes it, and removes what is stored under the previous name: both or none.
  func write(stored: PropertyListValue?, in store: any DefaultsStore) throws {
    guard let previousName else { return try store.set(stored, forKey: name) }
    try store.apply([name: stored, previousName: nil])
  }
}
