extension DefaultsKey {
  /// Returns what is stored under the name, or else under the previous name.
  func stored(in store: any DefaultsStore) throws -> PropertyListValue? {
    let stored = try names.find { try store.value(forKey: $0) }
    store.context.problems.recordStored(stored, forKey: name)
    return stored
  }

  /// Stores a value in its stored form.
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore) throws {
    if let member { return try member.write(value, store) }
    try names.write(stored, in: store)
  }
}
